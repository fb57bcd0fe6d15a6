import type { Page } from "playwright-core";

/** What a browser of early 2023 lacks, or a part of it. */
export type Feature = "popover" | "anchors" | "light-dark" | "dialog" | "command";
export const features: ReadonlySet<Feature> = new Set<Feature>([
  "popover",
  "anchors",
  "light-dark",
  "dialog",
  "command",
]);

/** What each feature looks like in HTML and CSS, and what it is renamed to. */
const traces: Record<Feature, [RegExp, string][]> = {
  popover: [
    [/ popover(target)?=/gi, " data-no-popover$1="],
    [/:popover-open/g, ":unknown-popover-open"],
  ],
  anchors: [[/position-(area|try|anchor)|anchor\(/g, "unknown-$&"]],
  "light-dark": [[/light-dark\(/g, "unknown-light-dark("]],
  dialog: [[/<(\/?)dialog\b/g, "<$1unknown-dialog"]],
  command: [[/ command(for)?=/g, " data-no-command$1="]],
};

/**
 * Makes a page behave as in a browser without some features: they are taken out of the HTML and CSS on their way,
 * and their methods out of the elements. The Content-Security-Policy goes with them, as it names the original parts.
 */
export async function withoutFeatures(page: Page, without: ReadonlySet<Feature>): Promise<void> {
  await page.addInitScript(
    (missing: string[]) => {
      const drop = (prototype: object, ...names: string[]) => {
        for (const name of names) Reflect.deleteProperty(prototype, name);
      };
      if (missing.includes("popover"))
        drop(HTMLElement.prototype, "popover", "showPopover", "hidePopover", "togglePopover");
      if (missing.includes("command")) drop(HTMLButtonElement.prototype, "command", "commandForElement");
      if (missing.includes("dialog")) drop(HTMLDialogElement.prototype, "show", "showModal", "close");
    },
    [...without],
  );
  await page.route("**/*", async (route) => {
    if (!["document", "stylesheet"].includes(route.request().resourceType())) return route.fallback();
    const response = await route.fetch({ maxRedirects: 0 });
    const headers = response.headers();
    delete headers["content-security-policy"];
    delete headers["content-encoding"];
    delete headers["content-length"];
    let body = await response.text();
    // React would find another element than it rendered, and render the page again.
    const isHydrated = body.includes('type="module"');
    for (const feature of without) {
      if (feature === "dialog" && isHydrated) continue;
      for (const [pattern, name] of traces[feature]) body = body.replace(pattern, name);
    }
    await route.fulfill({ status: response.status(), headers, body });
  });
}
