import { startFirefox } from "./engines/firefox.ts";
import { runJourneys } from "./run-journeys.ts";

runJourneys(startFirefox);
