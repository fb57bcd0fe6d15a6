import type { MetaDescriptor } from "react-router";
import { PageHead } from "#app/ui/page-head.tsx";
import { Style } from "#app/ui/style.tsx";
import site from "#content/site.yaml";
import texts from "#content/typography.yaml";
import css from "./typography.css?inline";

const sizes = ["step-5", "step-4", "step-3", "step-2", "step-1", "step-0", "step--1"];
const surfaces = ["paper", "paper-2", "spruce", "marigold", "leaf", "sky", "lilac", "clay"];

export function meta(): MetaDescriptor[] {
  return [{ title: `${texts.title} | ${site.name}` }, { name: "robots", content: "noindex" }];
}

/** The design's own reference: type, color and the small parts, each as it is used. */
export default function Typography() {
  return (
    <>
      <Style name="typography" css={css} />
      <PageHead path="/typography" title={texts.title} heading={texts.title} lead={texts.lead} />
      <div className="type-page wrap">
        <section>
          <h2>{texts.speaks}</h2>
          <ul className="scale">
            {sizes.map((size) => (
              <li key={size}>
                <span className="over">{size}</span>
                <p className={`speak ${size}`}>{site.tagline}</p>
              </li>
            ))}
          </ul>
        </section>
        <section>
          <h2>{texts.explains}</h2>
          <p className="running">
            {texts.running} <a href={texts.link.to}>{texts.link.label}</a>
          </p>
        </section>
        <section>
          <h2>{texts.actions}</h2>
          <Actions />
          <div className="panel spruce">
            <Actions isOnSpruce />
          </div>
        </section>
        <section>
          <h2>{texts.surfaces}</h2>
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

function Actions({ isOnSpruce = false }: { isOnSpruce?: boolean }) {
  return (
    <p className="actions">
      <a className={isOnSpruce ? "button button-hot" : "button"} href={texts.link.to}>
        {texts.primary}
      </a>
      <a className="quiet" href={texts.link.to}>
        {texts.quiet}
      </a>
    </p>
  );
}
