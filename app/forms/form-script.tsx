import { StrictMode } from "react";
import { hydrateRoot } from "react-dom/client";
import { interestForm } from "#submissions/forms/interest.ts";
import { mastermindForm } from "#submissions/forms/mastermind.ts";
import { FormIsland } from "./form-island.tsx";
import { dataId, type IslandData, islandId } from "./island-data.ts";

/** The script of both pages with a form, the only one that loads React: it takes over the form, nothing else of the page. */
const island = document.getElementById(islandId);
const { form, ...data } = JSON.parse(document.getElementById(dataId)?.textContent ?? "") as IslandData;
const found = [interestForm, mastermindForm].find(({ id }) => id === form);
if (island && found)
  hydrateRoot(
    island,
    <StrictMode>
      <FormIsland form={found} {...data} />
    </StrictMode>,
  );
