import type { MetaDescriptor } from "react-router";
import { PageHead } from "#app/ui/page-head.tsx";
import { Style } from "#app/ui/style.tsx";
import site from "#content/site.yaml";
import css from "./typography.css?inline";

const sizes = ["step-5", "step-4", "step-3", "step-2", "step-1", "step-0", "step--1"];
const surfaces = ["paper", "paper-2", "spruce", "marigold", "leaf", "sky", "lilac", "clay"];
const sample = site.tagline;

export function meta(): MetaDescriptor[] {
  return [{ title: `Typography | ${site.name}` }, { name: "robots", content: "noindex" }];
}

/** The design's own reference: type, color and the small parts, each as it is used. */
export default function Typography() {
  return (
    <>
      <Style name="typography" css={css} />
      <PageHead
        path="/typography"
        title="Typography"
        heading="Typography"
        lead="Two faces, seven sizes, eight surfaces. What every page is set from."
      />
      <div className="type-page wrap">
        <section>
          <h2>Bricolage Grotesque speaks</h2>
          <ul className="scale">
            {sizes.map((size) => (
              <li key={size}>
                <span className="over">{size}</span>
                <p className={`speak ${size}`}>{sample}</p>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>Newsreader explains</h2>
          <p className="running">
            Running text is set in Newsreader on a measure of 38 rem with a line height of 1.6. It carries{" "}
            <strong>strong words</strong>, <em>a stressed word</em>, <a href="/typography">a link</a>, figures
            such as 0123456789, a range (9–10), quotation marks (“like these”, ‘and these’) and names with
            letters of many languages: Žofia, Søren, Łukasz, Nuñez, Ömer.
          </p>
        </section>
        <section>
          <h2>Actions</h2>
          <p className="actions">
            <a className="button" href="/typography">
              Primary on paper
            </a>
            <a className="quiet" href="/typography">
              Quiet on paper
            </a>
          </p>
          <p className="actions spruce panel">
            <a className="button button-hot" href="/typography">
              Primary on spruce
            </a>
            <a className="quiet" href="/typography">
              Quiet on spruce
            </a>
          </p>
        </section>
        <section>
          <h2>Surfaces</h2>
          <ul className="swatches">
            {surfaces.map((surface) => (
              <li key={surface} className={surface}>
                {surface}
              </li>
            ))}
          </ul>
        </section>
      </div>
    </>
  );
}
