import { useContext } from "react";
import type { FormScripts } from "#app/context.ts";
import { NonceContext } from "#app/design/nonce.ts";
import { PageHead } from "#app/design/page-head.tsx";
import { placeInSection } from "#app/design/place-in-section.ts";
import { Style } from "#app/design/style.tsx";
import { StillLife } from "#app/diagrams/still-lifes/still-life.tsx";
import formCss from "./form.css?inline";
import { FormIsland, type FormIslandProps } from "./form-island.tsx";
import { dataId, type IslandData, islandId } from "./island-data.ts";
import { Rail, WaysToUs } from "./welcome/way-to-us.tsx";

interface FormPageProps extends FormIslandProps {
  /** Take over the form; null in development, where every page is hydrated whole. */
  scripts: FormScripts | null;
}

/** A page with a form. The browser sends it, until the form's own script has taken over. */
export function FormPage({ scripts, ...island }: FormPageProps) {
  const { id, path, texts } = island.form;
  const { title, heading, lead } = texts.page;
  const section = `section-${placeInSection(path).color ?? "leaf"}`;
  const picture = texts.picture && (
    <div className={`head-drawing head-scene ${section}`}>
      <StillLife name={texts.picture} isAlone />
    </div>
  );
  return (
    <>
      <Style name="form" css={formCss} />
      <PageHead path={path} title={title} heading={heading} lead={lead} isLow={!picture} picture={picture}>
        <WaysToUs to={`#${id}`} label={texts.rail.start} />
      </PageHead>
      <div className={`form-page ${section}`}>
        <div className="form-island" id={islandId}>
          <FormIsland {...island} />
        </div>
        <Rail form={island.form} />
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
 * address: the entry of the history keeps both (sent-form.ts goes on with it), and so does each that a link within the page makes. What is
 * written after a reload is another submission. Not on the answer to a post: it has the id from there, and would be no answer any more, which
 * a reload sends again.
 */
const keepInHistory =
  `(onhashchange=h=>{const s={...history.state},r=h||performance.getEntriesByType("navigation")[0]?.type=="reload";` +
  `for(const i of document.querySelectorAll("[type=hidden]"))s[i.name]=i.value=!r&&s[i.name]||i.value;` +
  `history.replaceState(s,"")})()`;

/** What stands in a script is not escaped. */
function textOf(text: string) {
  return { dangerouslySetInnerHTML: { __html: text } };
}
