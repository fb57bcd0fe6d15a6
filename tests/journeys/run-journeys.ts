import { afterAll, beforeAll, describe, it } from "vitest";
import { correctingJourneys } from "./correcting.ts";
import { failureJourneys } from "./failures.ts";
import { formJourneys } from "./forms.ts";
import { type Host, runJourney, startHost } from "./journey.ts";
import { keepingJourneys } from "./keeping.ts";
import { layoutJourneys } from "./layout.ts";
import { navigationJourneys } from "./navigation.ts";
import { olderBrowserJourneys } from "./older-browsers.ts";
import { returningJourneys } from "./returning.ts";
import type { Engine } from "./visitor.ts";

const parts = {
  forms: formJourneys,
  correcting: correctingJourneys,
  failures: failureJourneys,
  keeping: keepingJourneys,
  returning: returningJourneys,
  layout: layoutJourneys,
  navigation: navigationJourneys,
  "older browsers": olderBrowserJourneys,
};

/** Every journey in one browser; what its driver cannot do is skipped with the reason. */
export function runJourneys(start: () => Promise<Engine>): void {
  let engine: Engine;
  let host: Host;
  beforeAll(async () => {
    [engine, host] = await Promise.all([start(), startHost()]);
  });
  afterAll(async () => {
    await engine?.close();
    await host?.close();
  });

  describe.each(Object.entries(parts))("%s", (_part, journeys) => {
    for (const journey of journeys)
      it(journey.name, async ({ skip }) => {
        const reason = journey.needs?.map((ability) => engine.cannot[ability]).find(Boolean);
        if (reason) skip(reason);
        await runJourney(engine, host, journey);
      });
  });
}
