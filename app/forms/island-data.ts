import type { FormOutcome } from "#submissions/receive/form-outcome.ts";

/** What a form's page hands to its script, as JSON in the element with `dataId`. */
export interface IslandData {
  /** The form's id. */
  form: string;
  action: string;
  outcome: FormOutcome | undefined;
  /** Address of the form's script. */
  script: string;
}

export const dataId = "form-data";
/** The element that holds the form and nothing else. */
export const islandId = "form-island";
