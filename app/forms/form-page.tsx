import { useContext } from "react";
import type { FormScripts } from "#app/context.ts";
import { CrossSection, pageRings } from "#app/design/cross-section-figure.tsx";
import { NonceContext } from "#app/design/nonce.ts";
import { PageHead } from "#app/design/page-head.tsx";
import { placeInSection } from "#app/design/place-in-section.ts";
import { Style } from "#app/design/style.tsx";
import site from "#content/site.yaml";
import type { FormTexts } from "#content-model/schemas/forms.schema.ts";
import formCss from "./form.css?inline";
import { FormIsland, type FormIslandProps } from "./form-island.tsx";
import { dataId, type IslandData, islandId } from "./island-data.ts";

interface FormPageProps extends FormIslandProps {
  /** Take over the form; null in development, where every page is hydrated whole. */
  scripts: FormScripts | null;
}

/** A page with a form. The browser sends it, until the form's own script has taken over. */
export function FormPage({ scripts, ...island }: FormPageProps) {
  const { path, texts } = island.form;
  const { title, heading, lead } = texts.page;
  const place = placeInSection(path);
  return (
    <>
      <Style name="form" css={formCss} />
      <PageHead path={path} title={title} heading={heading} lead={lead} isLow />
      <div className={`form-page${place.color ? ` section-${place.color}` : ""}`}>
        <div className="form-rings">
          <CrossSection seed={path} count={26} pages={pageRings(place)} lit={place.index} />
        </div>
        <div className="form-island" id={islandId}>
          <FormIsland {...island} />
        </div>
        <Rail texts={texts} />
      </div>
      {scripts && <IslandScripts scripts={scripts} {...island} />}
    </>
  );
}

/** The import map holds the form's script to the built one (Subresource Integrity). */
function IslandScripts({ scripts, form, action, outcome }: FormIslandProps & { scripts: FormScripts }) {
  const nonce = useContext(NonceContext);
  const { src, integrity } = scripts.form;
  const data: IslandData = { form: form.id, action, outcome, script: src };
  return (
    <>
      <script nonce={nonce} {...textOf(outcome ? keepHidden : keepInHistory)} />
      <script
        id={dataId}
        type="application/json"
        {...textOf(JSON.stringify(data).replaceAll("<", "\\u003c"))}
      />
      <script
        type="importmap"
        nonce={nonce}
        {...textOf(JSON.stringify({ integrity: { [src]: integrity } }))}
      />
      {/* React would move a script that is `async` alone into the head, before the import map. */}
      <script type="module" async fetchPriority="low" nonce={nonce} {...scripts.loader} onError={() => {}} />
    </>
  );
}

/** Of hidden fields, the history of Firefox keeps only those that a script has set. */
const keepHidden = `for(const i of document.querySelectorAll("[type=hidden]"))i.value=i.value`;

/**
 * Words that come back with Back come with the id that they were sent with, also when the page is fetched anew, as after a post to its
 * address: the entry of the history keeps both (sent-form.ts goes on with it). What is written after a reload is another submission. Not on the
 * answer to a post: it has the id from there, and would be no answer any more, which a reload sends again.
 */
const keepInHistory =
  `{const s={...history.state},r=performance.getEntriesByType("navigation")[0]?.type=="reload";` +
  `for(const i of document.querySelectorAll("[type=hidden]"))s[i.name]=i.value=!r&&s[i.name]||i.value;` +
  `history.replaceState(s,"")}`;

/** What stands in a script is not escaped. */
function textOf(text: string) {
  return { dangerouslySetInnerHTML: { __html: text } };
}

/** Beside the form: what happens next, and the other ways to reach a person. */
function Rail({ texts: { rail, received } }: { texts: FormTexts }) {
  const { street, city, region, postalCode } = site.address;
  return (
    <div className="form-rail">
      <h2>{rail.next}</h2>
      <p>{received.next}</p>
      <h2>{rail.reach}</h2>
      <p>
        <a href={`mailto:${site.email}`}>{site.email}</a>
        <a href={`tel:${site.phone.replace(/[^+\d]/g, "")}`}>{site.phone}</a>
      </p>
      <address>
        {street}
        <br />
        {city}, {region} {postalCode}
      </address>
    </div>
  );
}
