// docs/specification.md, 'Public part of an entry'

import { describe, expect, it } from "vitest";
import { invitationLines, isSentence } from "./invitation.ts";

const link = "https://us02web.zoom.us/j/81234567890";
/** What is left of lines among which a link is known to let people in. */
function left(...lines: string[]): string[] {
  const isFound = invitationLines(
    lines,
    lines.map((line) => line === "" || line.includes(link)),
  );
  return lines.filter((line, index) => line !== "" && !isFound[index]);
}
const rule = "________________";

it.each([
  ["We sit together today.", true],
  ["We sit  together   today!", true],
  ["Do we sit together today?”", true],
  ["(We sit together today.)", true],
  ["We sit in 2026…", true],
  ["We sit together today!!", true],
  ["We sit today.", false],
  ["We sit together today", false],
  ["We sit together today. Bring", false],
  ["We sit together today. ", false],
  ["We sit together today -.", false],
])("%j is a sentence: %s", (text, isOne) => {
  expect(isSentence(text)).toBe(isOne);
});

describe("between Google's lines", () => {
  it("all goes, and what stands before and behind stays", () => {
    const border = "-::~:~::~:~:~::-";
    expect(left("One", border, "We sit together today.", "", "Two", border, "Three")).toEqual([
      "One",
      "Three",
    ]);
    expect(left("See -::~:~::~", "One", `See ${border}`)).toEqual(["See -::~:~::~", "One", `See ${border}`]);
  });
});

describe("between Teams' rules", () => {
  it.each([
    [
      [rule, "One", "We sit together today.", link, "Two", rule, "Three"],
      ["We sit together today.", "Three"],
    ],
    [[rule, "Microsoft Teams is for all of us.", "a", "b", link, rule], []],
    [
      [rule, "One", rule, link, "Bring tea, please, all of you.", rule],
      [rule, "One", "Bring tea, please, all of you."],
    ],
    [
      [rule, link, rule, "", "One", rule, "Two"],
      ["One", rule, "Two"],
    ],
    [
      ["_______", "One", "two three", link, "Two", "_______"],
      ["_______", "One", "two three", "Two", "_______"],
    ],
    [
      [`${rule} a`, "One", "two", link, "Two", `a ${rule}`],
      [`${rule} a`, "One", "two", "Two", `a ${rule}`],
    ],
  ])("what is no sentence goes where there is a way in: %j", (lines = [], rest) => {
    expect(left(...lines)).toEqual(rest);
  });
});

describe("headings of ways in", () => {
  it.each([
    ["Join by phone", []],
    ["Join instructions", []],
    ["Need help?", []],
    ["Join instructions for all", ["Join instructions for all"]],
    ["How to join by phone", ["How to join by phone"]],
    ["They join", ["They join"]],
  ])("go without anything else: %j", (line, rest) => {
    expect(left("One.", "", line)).toEqual(["One.", ...rest]);
  });

  it.each([
    "Dial by your location",
    "Dial-in by phone",
    "Dial in by phone",
    "Or dial: something",
    "One tap mobile",
  ])("%j takes its paragraph along", (line) => {
    expect(left("One", line, "Two", "Three", "", "Four")).toEqual(["One", "Four"]);
  });
  it("stay within a line", () => {
    expect(left("Please dial by your location", "Two")).toEqual(["Please dial by your location", "Two"]);
  });
});

describe("telephone numbers", () => {
  it.each([
    "+49 30 5550 1234",
    "030 5550 1234 (Ann)",
    "(030) 5550-1234",
    "Berlin: 030/5550123",
    "New York:+1 646 558 8656",
    "•  +49 30 5550 1234 Germany",
    "+1 646 558 8656,,81234567890#,,,,*471100# US",
    "01.70.37.22.46 France",
    "+49 30 5550 1234<tel:+493055501234> Germany",
  ])("go with what stands above them: %s", (line) => {
    expect(left("One", line, "Two", "", link)).toEqual(["Two"]);
    expect(left("We sit together today.", line, "Two", "", link)).toEqual(["We sit together today.", "Two"]);
    expect(left("One", line)).toEqual(["One", line]);
  });

  it.each([
    "10.12.2026 18:00 Uhr",
    "10.12.2026.",
    "10.12.2026, 18:00 - 20:00",
    "Beginn: 10.12.2026",
    "2026-12-10 18:00",
    "12/10/2026 - 12/11/2026",
    "04.12. - 06.12.2026",
    "Zeit: 18.30 - 20.00 Uhr",
    "Preis: 100 - 150 Euro",
    "Preis: 10.000 - 15.000 Euro",
    "112 500 000 - 113 500 000",
    "30 5512",
    "1234 5678: tea",
    "030 5550 1234. Call her.",
    `030 5550 1234 ${"a".repeat(70)}`,
    "Call 030 5550 1234",
  ])("are none: %s", (line) => {
    expect(left("One", line, "", link)).toEqual(["One", line]);
  });
});

describe("what stands above a way in", () => {
  it.each([
    [["Zoom meeting", link], []],
    [["Video call, Go To meeting", link], []],
    [["videoconferenza", link], []],
    [["One Zoom two three four five six seven", link], []],
    [
      ["One Zoom two three four five six seven eight", link],
      ["One Zoom two three four five six seven eight"],
    ],
    [["Zoom is where we sit.", link], ["Zoom is where we sit."]],
    [["Evening with Ann", link], ["Evening with Ann"]],
    [["Zoom meeting", "at seven", link], []],
    [
      ["Zoom meeting", "We sit together today.", link],
      ["Zoom meeting", "We sit together today."],
    ],
    [
      ["Zoom meeting", "at seven", "One", link],
      ["Zoom meeting", "at seven", "One"],
    ],
    [["Our way in:", link], []],
    [["Our way in：", "", link], ["Our way in："]],
    [
      ["Our way in:", link, "One"],
      ["Our way in:", "One"],
    ],
    [["One: two", link], ["One: two"]],
    [["http://zoom.us/about", link], ["http://zoom.us/about"]],
    // Help, wherever it stands; never a whole sentence, nor two.
    [
      ["One", "Help: https://support.zoom.us/hc/a", "Two", "", link],
      ["One", "Two"],
    ],
    [["http://support.zoom.com/a", "http://microsoft.com/en-us/microsoft-teams/a", "", link], []],
    [["https://support.zoom.u/a", "", link], ["https://support.zoom.u/a"]],
    [
      ["We have help. See https://support.zoom.us/hc/a", "", link],
      ["We have help. See https://support.zoom.us/hc/a"],
    ],
    [["See St. A https://support.zoom.us/hc/a", "", link], []],
    [
      [`https://support.zoom.us/${"a".repeat(100)}`, "", link],
      [`https://support.zoom.us/${"a".repeat(100)}`],
    ],
    // One line between two parts of an invitation.
    [[link, "", "Or so", link], []],
    [
      [link, "", "Or so", link, "One"],
      ["Or so", "One"],
    ],
    [
      ["One", "", "Or so", link],
      ["One", "Or so"],
    ],
    [[link, "Or so", link], ["Or so"]],
    [[link, "---", "", "Or so", link], []],
    [
      [link, "", "Or so", "---", "", link],
      ["Or so", "---"],
    ],
  ])("%j", (lines = [], rest) => {
    expect(left(...lines)).toEqual(rest);
  });
});

describe("what Zoom begins with", () => {
  const first = "Jane Doe is inviting you to a scheduled Zoom meeting.";
  const time = "Time: Dec 10, 2026 06:00 PM Paris";
  it.each([
    [[first, "", "Topic: Sit", "Time: whenever", "Bring tea", "", link], ["Bring tea"]],
    [[first, "Topic: Sit", "Fee: none", "", link], ["Fee: none"]],
    [
      [first, "Topic: Care at home. We read two texts.", "", link],
      ["Topic: Care at home. We read two texts."],
    ],
    [[first, "Our topic: Sit", "", link], ["Our topic: Sit"]],
    [[first, "Topic: Sit", "Our time: whenever", "", link], ["Our time: whenever"]],
    [
      [`${first} ${"a".repeat(200)}.`, "Topic: Sit", "", link],
      [`${first} ${"a".repeat(200)}.`, "Topic: Sit"],
    ],
    [["Subject: Sit", time, "One", "", "Two", "", link], ["Two"]],
    [["Sujet :Sit", time, "", link], []],
    [
      ["Subject Sit", time, "", link],
      ["Subject Sit", time],
    ],
    [["Subject: Sit", `Our ${time}`, "", link], []],
    [
      ["Subject: Sit", `12 ${time}`, "", link],
      ["Subject: Sit", `12 ${time}`],
    ],
  ])("%j", (lines = [], rest) => {
    expect(left(...lines)).toEqual(rest);
  });
});

it("rules of signs below what goes go as well", () => {
  expect(left("One", "---", link, "", "─────", "", "===", "Two", "***")).toEqual([
    "One",
    "---",
    "Two",
    "***",
  ]);
  expect(left(link, "--- two", "two ---")).toEqual(["--- two", "two ---"]);
});
