// docs/specification.md, 'Public part of an entry'

import { expect, it } from "vitest";
import { countProcessorTime } from "../../../tests/support/processor-time.ts";
import { parseCalendar } from "../read-calendar.ts";

import { addressesIn, publicUid } from "./public-uid.ts";

const people = addressesIn(
  [
    'ORGANIZER;CN=Ann;SENT-BY="mailto:office@acme.example":MAILTO:Ann.Sample@acme.example',
    "ATTENDEE;PARTSTAT=ACCEPTED:mailto:guest",
    " @private.example",
    "ATTENDEE:mailto:ben%2Bnews@private.example",
  ].join("\r\n"),
);

it.each([
  "jane.doe@gmail.com-20270110T090000Z",
  "jane.doe@gmail.com",
  "7/jane@hotmail.co.uk/attendee",
  "mailto:jane@googlemail.com",
  "20270110-jane%40icloud.com",
  "JANE@GMX.DE_1",
  "ann.sample@acme.example",
  "ANN.SAMPLE@ACME.EXAMPLE-3",
  "3-guest@private.example/attendee",
  "booking_guest%40private.example",
  "office@acme.example.20270110",
  "ben+news@private.example",
  "jane7@gmail.com",
  "20261210T170000Z-81234567890@10.0.0.1",
  "20261210T170000Z-812345678@fe80:0:0:1",
  "evt-1?token=9f8Ab27Qz1@x.example",
  "https://us02web.zoom.us/j/81",
])("%s is a person's, so another one takes its place, always the same", (uid) => {
  const shown = publicUid(uid, people);
  expect(shown).toMatch(/^event-[a-z0-9]{6}$/);
  expect(publicUid(uid, people)).toBe(shown);
});

it.each([
  "abc123@google.com",
  "evt-7GhY2@events.lu.ma",
  "event_311@meetup.com",
  "0F3A-11@imip.me.com",
  "1@gmail.community.example",
  "1@acme.example",
  "sample@acme.example2",
  "jo-ann.sample@acme.exampleton",
  "040000008200E00074C5B7101A82E008",
  "a-20261210T170000Z-81234567890@x.example",
  "2T170000Z-81234567890@x.example",
  "20261210T1Z-81234567890@x.example",
  "20261210T170000Z-8@x.example",
])("%s is nobody's", (uid) => {
  expect(publicUid(uid, people)).toBe(uid);
});

it("whom a calendar names is read from lines that are folded with or without a carriage return", () => {
  for (const end of ["\r\n", "\n"])
    expect([...addressesIn(`ATTENDEE:mailto:guest${end} @Private.example${end}`)]).toEqual([
      "guest@private.example",
    ]);
});

it("is the same for a series and its changed dates, whoever comes to which", () => {
  const entry = (...lines: string[]) => [
    "BEGIN:VEVENT",
    "UID:7-guest@private.example",
    ...lines,
    "END:VEVENT",
  ];
  const { entries, occurrences, withheld, skipped } = parseCalendar(
    [
      ...["BEGIN:VCALENDAR", "VERSION:2.0"],
      ...entry("SUMMARY:A", "DTSTART:20261210T170000Z", "RRULE:FREQ=DAILY;COUNT=2"),
      ...entry(
        "SUMMARY:B",
        "RECURRENCE-ID:20261211T170000Z",
        "DTSTART:20261211T180000Z",
        "ATTENDEE:mailto:guest@private.example",
      ),
      ...entry("SUMMARY:C", "RECURRENCE-ID:20261212T170000Z", "DTSTART:soon"),
      ...["END:VCALENDAR", ""],
    ].join("\r\n"),
    { now: new Date("2026-11-01T10:00:00Z"), timeZone: "UTC" },
  );
  const uids = [...occurrences, ...withheld, ...skipped].map(({ uid }) => uid);
  expect(uids).toHaveLength(4);
  expect(new Set(uids).size).toBe(1);
  expect(entries.map(({ id, text }) => id + text).join()).not.toContain("guest@");
  expect(uids.join()).not.toContain("guest");
});

it("is not logged of a series whose reading took too long either", () => {
  const uid = "jane.doe@gmail.com-20270110";
  const { skipped } = parseCalendar(
    [
      ...["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", `UID:${uid}`, "SUMMARY:A"],
      ...["DTSTART:20261210T170000Z", "END:VEVENT", "END:VCALENDAR", ""],
    ].join("\r\n"),
    { now: new Date("2026-11-01T10:00:00Z"), timeZone: "UTC" },
    {},
    { abandoned: new Set([uid]), onSeries: () => {} },
  );
  expect(skipped).toEqual([{ uid: publicUid(uid), reason: "reading it took too long" }]);
});

it("takes no longer for a UID of many signs", () => {
  const worked = countProcessorTime();
  for (const sign of ["a-", "a.", "@", "a@", "@a-", "-@-", "%40"])
    for (let time = 0; time < 10; time += 1) publicUid(sign.repeat(500).slice(0, 1_000), people);
  expect(worked()).toBeLessThan(1_000);
});
