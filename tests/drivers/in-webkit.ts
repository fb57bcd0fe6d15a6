import { runJourneys } from "../journeys/run-journeys.ts";
import { startWebkit } from "./webkit.ts";

runJourneys(startWebkit);
