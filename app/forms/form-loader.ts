import { dataId, type IslandData } from "./island-data.ts";

/** How long the form's script is held back at most, in milliseconds. */
const patience = 3_000;

/** Loads the form's script when the faces have come and the page has been painted: it must not take the line from what is seen. */
const painted = new Promise((resolve) =>
  new PerformanceObserver(resolve).observe({ type: "paint", buffered: true }),
);
const late = new Promise((resolve) => setTimeout(resolve, patience));
const { script } = JSON.parse(document.getElementById(dataId)?.textContent ?? "") as IslandData;
void Promise.race([Promise.all([document.fonts.ready, painted]), late]).then(
  () => import(/* @vite-ignore */ script),
);
