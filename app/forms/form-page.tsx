import { useContext } from "react";
import type { BuiltScript } from "#app/context.ts";
import { NonceContext } from "#app/design/nonce.ts";
import { PageHead } from "#app/design/page-head.tsx";
import { Style } from "#app/design/style.tsx";
import formCss from "./form.css?inline";
import { FormIsland, type FormIslandProps } from "./form-island.tsx";
import { dataId, type IslandData, islandId } from "./island-data.ts";

interface FormPageProps extends FormIslandProps {
  /** Address of the page, which its head and trail show. */
  path: string;
  /** Takes over the form; null in development, where every page is hydrated whole. */
  script: BuiltScript | null;
}

/** A page with a form. The browser sends it, until the form's own script has taken over. */
export function FormPage({ path, script, ...island }: FormPageProps) {
  const { form, action, served, outcome } = island;
  const { title, heading, lead } = form.texts.page;
  return (
    <>
      <Style name="form" css={formCss} />
      <PageHead path={path} title={title} heading={heading} lead={lead} />
      <div className="wrap" id={islandId}>
        <FormIsland {...island} />
      </div>
      {script && <IslandScript script={script} data={{ form: form.id, action, served, outcome }} />}
    </>
  );
}

/**
 * Loads the form's script when the faces have come and the page has been painted, at the latest after three seconds: it must not
 * take the line from what is seen. The import map holds the script to the built one (Subresource Integrity).
 */
function IslandScript({ script: { src, integrity }, data }: { script: BuiltScript; data: IslandData }) {
  const nonce = useContext(NonceContext);
  const load =
    `Promise.race([Promise.all([document.fonts.ready,` +
    `new Promise(r=>new PerformanceObserver(r).observe({type:"paint",buffered:true}))]),` +
    `new Promise(r=>setTimeout(r,3e3))]).then(()=>import("${src}"))`;
  return (
    <>
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
      <script nonce={nonce} {...textOf(load)} />
    </>
  );
}

/** What stands in a script is not escaped. */
function textOf(text: string) {
  return { dangerouslySetInnerHTML: { __html: text } };
}
