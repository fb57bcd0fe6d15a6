import { randomUUID } from "node:crypto";
import type { RouterContextProvider } from "react-router";
import { servicesContext } from "#app/context.ts";
import { servedFields } from "#content-model/forms/reserved-names.ts";
import type { ServedForm } from "#submissions/receive/form-outcome.ts";

/** Values for the hidden fields of a form that is served now. */
export function serveForm(context: Readonly<RouterContextProvider>): ServedForm {
  const submissionId = randomUUID();
  return { submissionId, stamp: context.get(servicesContext).stamps.issue(submissionId) };
}

/** Those that a page of a form holds. */
export function servedIn(html: string): Record<string, string> {
  const valueIn = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(html)?.[1] ?? "";
  return Object.fromEntries(servedFields.map((name) => [name, valueIn(name)]));
}
