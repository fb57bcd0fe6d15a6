import { startFirefox } from "./firefox.ts";
import { runJourneys } from "./run-journeys.ts";

runJourneys(startFirefox);
