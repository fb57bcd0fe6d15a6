import { startChromium } from "./chromium.ts";
import { runJourneys } from "./run-journeys.ts";

runJourneys(startChromium);
