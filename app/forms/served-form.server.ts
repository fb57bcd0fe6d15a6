import { randomUUID } from "node:crypto";
import type { Services } from "#app/services.ts";
import { servedFields } from "#content-model/forms/reserved-names.ts";
import type { ServedForm } from "#submissions/receive/form-outcome.ts";

/** Values for the hidden fields of a form that is served now. */
export function serveForm({ stamps }: Pick<Services, "stamps">): ServedForm {
  const submissionId = randomUUID();
  return { submissionId, stamp: stamps.issue(submissionId) };
}

/** Those that a page of a form holds. */
export function servedIn(html: string): Record<string, string> {
  const valueIn = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
  return Object.fromEntries(servedFields.map((name) => [name, valueIn(name)]));
}
