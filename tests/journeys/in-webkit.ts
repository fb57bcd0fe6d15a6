import { startWebkit } from "./engines/webkit.ts";
import { runJourneys } from "./run-journeys.ts";

runJourneys(startWebkit);
