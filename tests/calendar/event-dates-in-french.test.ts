import { expect, it, vi } from "vitest";

vi.mock("#system/language.ts", async (original) => ({ ...(await original<object>()), language: "fr-FR" }));
const { dateParts, longDate, monthDay } = await import("#calendar/event.ts");

const timeZone = "Europe/Paris";
const of = (start: string, end: string) => ({
  ...{ timeZone, isAllDay: true },
  ...{ start: new Date(`${start}T00:00+01:00`), end: new Date(`${end}T00:00+01:00`) },
});

it.each([
  ["2026-12-10", "2026-12-11", "2026", ""],
  ["2026-12-10", "2026-12-13", "", "samedi 12 décembre 2026"],
  ["2026-12-10", "2027-01-03", "2026", "samedi 2 janvier 2027"],
])(
  "a date block has weekday, month and day, whichever of two days says the month: %s to %s",
  (start, end, year, last) => {
    expect(dateParts(of(start, end))).toEqual({ weekday: "jeudi", month: "décembre", day: "10", year, last });
    expect(longDate(of(start, end))).toContain(last);
  },
);

it("a further date has its day where the language has it", () => {
  expect(monthDay(of("2026-12-10", "2026-12-11"))).toBe("10 décembre");
});
