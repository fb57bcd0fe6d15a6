import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { forms } from "#submissions/forms/forms.ts";
import { FormIsland } from "./form-island.tsx";
import { dataId, type IslandData, islandId } from "./island-data.ts";
import { bringBackSent } from "./sent-form.ts";

/** The script of all pages with a form, the only one that loads React: it takes over the form, nothing else of the page. */
const island = document.getElementById(islandId);
const data = JSON.parse(document.getElementById(dataId)?.textContent ?? "") as IslandData;
const form = Object.values(forms).find(({ id }) => id === data.form);
const shown = document.forms.namedItem(data.form);
if (island && form && shown) {
  // Where its loader was later than this.
  if (!data.outcome) bringBackSent(shown);
  // As they stand in the form: others than the page came with may have been brought back, together with what was typed.
  const hidden = new FormData(shown);
  const served = { submissionId: String(hidden.get("submissionId")), stamp: String(hidden.get("stamp")) };
  // In pieces, so that a slow phone answers in between.
  startTransition(() => {
    hydrateRoot(
      island,
      <StrictMode>
        <FormIsland form={form} action={data.action} served={served} outcome={data.outcome} />
      </StrictMode>,
    );
  });
}
