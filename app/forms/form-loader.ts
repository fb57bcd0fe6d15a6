import { dataId, type IslandData } from "./island-data.ts";
import { bringBackSent, noteAnswer } from "./sent-form.ts";

const data = JSON.parse(document.getElementById(dataId)?.textContent ?? "") as IslandData;
const form = document.forms.namedItem(data.form);
if (form && !data.outcome) {
  // Before the form's script, so that nobody sends or writes into an empty form; after what the browser itself brings back, which
  // Chromium does in a task after the page is parsed.
  const bringBack = () => setTimeout(() => setTimeout(() => bringBackSent(form)));
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", bringBack, { once: true });
  else bringBack();
  // The browser sends it and shows the answer: nobody is told later that none came.
  form.addEventListener("submit", () => "hydrated" in form.dataset || noteAnswer(form));
}

/** How long the form's script is held back at most, in milliseconds. */
const loadTimeout = 3_000;

/** Loads the form's script when the faces have come and the page has been painted: it must not take the line from what is seen. */
const painted = new Promise((resolve) => {
  new PerformanceObserver(resolve).observe({ type: "paint", buffered: true });
  // Firefox does not tell of the paint of a page that it brings back where it was scrolled to. After the event, before and within which
  // the page would count as loading until the script is there, and a form that is sent then would take its place in the history.
  const [visit] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (visit?.type !== "navigate") addEventListener("load", () => setTimeout(resolve), { once: true });
});
const late = new Promise((resolve) => setTimeout(resolve, loadTimeout));
const load = () => import(/* @vite-ignore */ data.script);
void Promise.race([Promise.all([document.fonts.ready, painted]), late]).then(load);
/**
 * WebKit ends what is still loading when a page is left that it keeps for Back. After the event: within it, the page itself would count as
 * loading until the script is there. A script that has come is not run again.
 */
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) setTimeout(load);
});
