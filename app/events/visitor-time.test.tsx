// docs/specification.md, 'Event times'

import { createContext, runInContext } from "node:vm";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.doUnmock("#system/language.ts");
  vi.resetModules();
});

/**
 * What the page's script writes for a visitor in a zone.
 *
 * @param dateTime the event's start with its offset
 * @returns undefined where it writes nothing
 */
async function ownTime(zone: string, dateTime: string, language = "en-US"): Promise<string | undefined> {
  vi.doMock("#system/language.ts", async (original) => ({
    ...(await original<typeof import("#system/language.ts")>()),
    language,
  }));
  const { VisitorTimeScript } = await import("./visitor-time.tsx");
  const [, script = ""] = /<script>(.*)<\/script>/s.exec(renderToStaticMarkup(<VisitorTimeScript />)) ?? [];
  let written: string | undefined;
  const time = {
    dateTime,
    dataset: { own: "{time}" },
    after: (_space: string, { textContent }: { textContent: string }) => {
      written = textContent;
    },
  };
  vi.stubEnv("TZ", zone);
  const page = {
    addEventListener: (_name: string, run: () => void) => run(),
    document: { querySelectorAll: () => [time], createElement: () => ({}) },
  };
  runInContext(script, createContext(page));
  return written;
}

it.each([
  ["America/Los_Angeles", "2026-12-10T09:00:00-08:00", undefined],
  ["Europe/Berlin", "2026-12-10T09:00:00-08:00", "6:00 PM UTC+1"],
  // The distance at that time, whatever it is today.
  ["Europe/Berlin", "2027-07-10T09:00:00-07:00", "6:00 PM UTC+2"],
  // For three weeks of March there is an hour less between them.
  ["Europe/Berlin", "2027-03-20T09:00:00-07:00", "5:00 PM UTC+1"],
  ["UTC", "2026-12-10T09:00:00-08:00", "5:00 PM UTC"],
  ["Asia/Kathmandu", "2026-12-10T09:00:00-08:00", "10:45 PM UTC+5:45"],
  ["America/St_Johns", "2026-12-10T09:00:00-08:00", "1:30 PM UTC−3:30"],
  // The visitor's day is said where it is another than the event's, whatever UTC's is.
  ["America/New_York", "2027-01-31T18:00:00-08:00", "9:00 PM UTC−5"],
  ["Europe/Berlin", "2027-01-31T18:00:00-08:00", "Mon, Feb 1, 3:00 AM UTC+1"],
  ["Pacific/Auckland", "2027-01-31T13:00:00-08:00", "Mon, Feb 1, 10:00 AM UTC+13"],
  ["America/Los_Angeles", "2027-01-01T09:00:00+13:00", "Thu, Dec 31, 12:00 PM UTC−8"],
  // The same hour of another day.
  ["Pacific/Kiritimati", "2027-01-31T10:00:00-10:00", "Mon, Feb 1, 10:00 AM UTC+14"],
])("in %s an event at %s has the own time %s", async (zone, dateTime, expected) => {
  expect(await ownTime(zone, dateTime)).toBe(expected);
});

it("is written in the site's language", async () => {
  const written = await ownTime("Europe/Paris", "2027-01-31T18:00:00-08:00", "fr-FR");
  expect(written).toMatch(/^lun\. 1 févr\..* 3:00 UTC\+1$/);
});
