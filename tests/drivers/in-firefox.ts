import { runJourneys } from "../journeys/run-journeys.ts";
import { startFirefox } from "./firefox.ts";

runJourneys(startFirefox);
