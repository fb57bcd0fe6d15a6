// docs/specification.md, 'Public part of an entry', 'Description cleaning': texts of tests/fixtures/event-texts.ts, through the whole reader

import { expect, it } from "vitest";
import { eventTexts } from "../../../tests/fixtures/event-texts.ts";
import { plainRules } from "../../../tests/fixtures/selection-rules.ts";
import { escapeText } from "../../ics/ics-lines.ts";
import { readOwnCalendar } from "../read-calendar.ts";

const rules = {
  ...plainRules,
  isAllOurs: true,
  untitled: "A gathering",
  listing: "https://events.example/samplecircle",
};

it.each(eventTexts)("$name", ({ text, shown, link, title = "Sit", shownTitle = title, lines = [] }) => {
  const calendar = [
    ...["BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:a", "DTSTART:20261210T170000Z", `SUMMARY:${title}`],
    ...[...lines, ...(text === "" ? [] : [`DESCRIPTION:${escapeText(text)}`]), "END:VEVENT", "END:VCALENDAR"],
  ];
  const { events, entries } = readOwnCalendar(
    calendar.join("\r\n"),
    { now: new Date("2026-12-01T00:00:00Z"), timeZone: "Europe/Berlin" },
    rules,
  );
  expect(events[0]).toMatchObject({ title: shownTitle, description: shown, ...(link && { url: link }) });
  expect(JSON.stringify(events) + entries[0]?.text.replace(/\r\n /g, "")).not.toMatch(/xyzzy|7741|834211/i);
});
