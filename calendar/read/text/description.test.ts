// docs/specification.md, 'Description cleaning'

import { describe, expect, it } from "vitest";
import { cleanDescription } from "./description.ts";

const page = "https://x.example/a";

describe("the form of a text", () => {
  it.each([
    ["One.\rTwo.\r\nThree.\n \t\n\n\nFour.", "One.\nTwo.\nThree.\n\nFour."],
    [
      "## A heading\n**bold ** and **bold** words\n# 1 thing\n####### Seven",
      "A heading\n**bold ** and bold words\n# 1 thing\n####### Seven",
    ],
    ["One ## two", "One ## two"],
    ["• One\n•Two\n▪  Three\n‣", "- One\n- Two\n- Three\n‣"],
    ["* One\n*   Two", "- One\n- Two"],
    ["* One\n- Two", "* One\n- Two"],
    ["– One\n* Two\n* Three\n· Four", "– One\n- Two\n- Three\n· Four"],
    ["One • two\nA day\nA night", "One • two\nA day\nA night"],
    ["*\n*", "*\n*"],
    ["One.\n\n---\n\n═══", "One."],
    ["One.\n\n--", "One.\n\n--"],
    ["One.\n\n--- two", "One.\n\n--- two"],
    ["One.\n\nTwo ---", "One.\n\nTwo ---"],
    ["---\n\nOne.", "---\n\nOne."],
    ["---", ""],
  ])("%j becomes %j", (text, shown) => {
    expect(cleanDescription(text)).toBe(shown);
  });
});

describe("a greeting", () => {
  it.each([
    ["Hi there,\n\nJane Doe is inviting you to a scheduled Zoom meeting.\n\nTea", "Tea"],
    ["  Hi there,  \n \n  This event has a video call.\nTea", "Tea"],
    ["Hi there,\n\nWe meet.", "Hi there,\n\nWe meet."],
    ["Oh: hi there,\nThis event has a video call.", "Oh: hi there,"],
    ["Tea\nHi there,", "Tea\nHi there,"],
  ])("%j leaves %j", (text, shown) => {
    expect(cleanDescription(text)).toBe(shown);
  });
});

describe("what leads to the event's own page", () => {
  it.each([
    ["Come.\nhttps://x.example/a/?b=c#d", page],
    ["Come.\nhttp://x.example/a", "http://x.example/a"],
    ["Come.\nhttps://x.example/a", "https://x.example/a/"],
    ["Come. For more info visit https://x.example/a", page],
    ["Come. More info: http://x.example/a.", "http://x.example/a"],
    ["Come. Mehr Details https://x.example/a!", page],
    ["Come. Détails : https://x.example/a", page],
    ["Come. Più dettagli: https://x.example/a", page],
    ["Come.\nThe page:\nhttps://x.example/a", page],
    ["Come.\n\nDetails: https://y.example/b", page],
    ["Come.\n\nDetails:\nhttp://y.example/b", page],
  ])("goes: %j", (text, link) => {
    expect(cleanDescription(text, link)).toBe("Come.");
  });

  it.each([
    ["Come.\nhttps://us02web.zoom.us/j/81", undefined],
    ["Come and see https://x.example/a", "ftp://x.example/a"],
    ["https://x.example/a is the page", "ftp://x.example/a"],
    ["Come.\nhttps://x.example/a/b", page],
    ["Come to https://x.example/a", page],
    ["For more info visit https://y.example/b", page],
    ["For more info visit https://x.example/a and come", page],
    ["Zinfo https://x.example/a", page],
    [`${"a ".repeat(60)}info https://x.example/a`, page],
    ["Details:\nSee https://y.example/b", page],
    ["Details:\nhttps://y.example/b is new", page],
    ["More details:\nhttps://y.example/b", page],
    ["Details: here\nhttps://y.example/b", page],
    ["More\nDetails: https://y.example/b here", page],
  ])("stays: %j", (text, link) => {
    expect(cleanDescription(text, link)).toBe(text);
  });

  it.each([
    ["The page: is here\nhttps://x.example/a", "The page: is here"],
    [`${"a".repeat(81)}:\nhttps://x.example/a`, `${"a".repeat(81)}:`],
  ])("has a label of a line of its own: %j", (text, shown) => {
    expect(cleanDescription(text, page)).toBe(shown);
  });
});

describe("what platforms write above a text", () => {
  const meetup = "Our circle\nThursday, December 10 at 6:00 PM";
  const zoom = "Time: Dec 10, 2026 06:00 PM Pacific Time (US and Canada)";
  it.each([
    [`Topic: Sit\n${zoom}\nTea`, "Tea"],
    [`${zoom}\nTopic: Sit\nTea`, "Tea"],
    ["Topic: Sit\nTea", "Topic: Sit\nTea"],
    ["Topic: Sit\nMeeting host: Ann", "Topic: Sit"],
    ["Topic: Sit\nMeeting host: at the time: now", "Topic: Sit"],
    ["Topic: Sit\nTime: we have it", "Topic: Sit\nTime: we have it"],
    [
      "Every week on Thu, until Dec 31, 2026, 12 occurrence(s)\nDec 3, 2026 06:00 PM\nDec 10, 2026 06:00 AM\nUntil Dec 10, 2026 06:00 PM\nDec 10, 2026 06:00 PM sharp\nTea",
      "Until Dec 10, 2026 06:00 PM\nDec 10, 2026 06:00 PM sharp\nTea",
    ],
    [
      "We have 12 occurrence(s) planned\nDec 3, 2026 06:00 PM",
      "We have 12 occurrence(s) planned\nDec 3, 2026 06:00 PM",
    ],
    [`${meetup}\nTea`, "Tea"],
    [`${meetup.toLowerCase()}\nTea`, "Tea"],
    [`Tea\n\n${meetup}`, `Tea\n\n${meetup}`],
    ["Learn more<https://aka.ms/x> | Meeting options<http://x.example/y>\nTea", "Tea"],
    ["Microsoft Teams<http://x.example/y>\nTea", "Tea"],
  ])("%j leaves %j", (text, shown) => {
    expect(cleanDescription(text)).toBe(shown);
  });
});

describe("hosts", () => {
  it.each([
    "A",
    "Jane  Doe",
    "Samplecircle & 1 other",
    "Samplecircle & 12 others",
    "St.Mary & jane doe",
    "Samplecircle & jane",
    "Samplecircle & jane van doe",
    "Samplecircle & jane-anne doe",
    "山 a b c",
    "Circle of Care 4",
    "Jane Doe + Ann de Vries and Ben!",
  ])("that are only named go: %s", (names) => {
    expect(cleanDescription(`Come.\n\nHosted by ${names}`)).toBe("Come.");
    expect(cleanDescription(`Come.\n\nHosted by: ${names}`)).toBe("Come.");
  });

  it.each([
    "We are hosted by Samplecircle",
    "Hosted by candlelight",
    "Hosted by iCircle",
    "Hosted by Jane who sings",
    "Hosted by Jane a1",
    "Hosted by Samplecircle, my 3 others",
    "Hosted by Samplecircle, 3 others of us",
    "Hosted by Samplecircle & 9 jane",
    "Hosted by Samplecircle & jane doe of the house",
    "Hosted by Samplecircle & jane7",
    "Hosted by Samplecircle & jane doe.",
    "Hosted by 山 a b c d",
    "Hosted by a山 b",
    "Hosted by-laws",
  ])("stay in a sentence: %s", (text) => {
    expect(cleanDescription(text)).toBe(text);
  });
});
