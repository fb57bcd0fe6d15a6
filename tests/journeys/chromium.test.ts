import { startChromium } from "./engines/chromium.ts";
import { runJourneys } from "./run-journeys.ts";

runJourneys(startChromium);
