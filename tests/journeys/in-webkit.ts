import { runJourneys } from "./run-journeys.ts";
import { startWebkit } from "./webkit.ts";

runJourneys(startWebkit);
