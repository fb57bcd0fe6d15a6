import { expect, it } from "vitest";
import { withoutPrivate } from "./private-text.ts";

it.each([
  "Entry word: lotus",
  "Codewort: lotus",
  "Magic word = lotus",
  "The secret is 4711",
  "The key is LOTUS77",
  "Use the word “lotus” as your key: lotus",
  "Kenncode 4711",
  "Kenncode: lotus",
  "Zugangscode: lotus",
  "Das Kennwort lautet Lotus",
  "Das Passwort ist „Lotus“",
  "Code d'accès : lotus",
  "Le code d’accès est lotus",
  "La clave es loto",
  "Clave: loto",
  "Palabra clave: loto",
  "Código de acceso: 445566",
  "A senha é loto",
  "Codice di accesso: 4455",
  "Toegangscode: 4455",
  "Hasło: lotos",
  "Пароль: лотос",
  "密码：lotus",
  "パスワード：lotus",
  "PIN 4711",
  "Door code 4711",
  "Wi-Fi password sunflower99",
  "Use the code 483920 to get in",
  "Toegangscode 834211",
  "An evening (passcode zqxTITL)",
  "PIN: 47 11 22",
  "Your pin code - 4711",
  "Dial-in: +49 30 5550 1234",
  "Dial in at +1 (415) 555-0142, then 445566#",
  "Einwahl: +49 30 5550 1234",
  "Telefonkonferenz 030 5550 1234, Raum 445566#",
  "Conference call: 415 555 0142",
  "Conference code 445566",
  "Meeting no. 812 3456 7890",
  "Zoom 812 3456 7890",
  "Login: guest4711",
  "Pass\u200Bcode: lotus",
  "Ｐａｓｓｃｏｄｅ： lotus",
  "Come, code: lotus",
])("takes away: %s", (line) => {
  const reasons: string[] = [];
  expect(withoutPrivate(`Come as you are.\n${line}\nBring tea.`, (reason) => reasons.push(reason))).toBe(
    "Come as you are.\nBring tea.",
  );
  expect(reasons).toEqual(["a way in"]);
});

it("takes what is short and labelled, whatever its words, out of a paragraph with a way to join", () => {
  const text = [
    "We meet online, with cameras on.",
    "https://us02web.zoom.us/j/81234567890",
    "Skriv: lotus77",
    "Nummer: 445 566 778",
    "lotus-77",
    "Bring tea: it will be long.",
    "",
    "Room: 12B",
    "Bring: tea",
  ].join("\n");
  expect(withoutPrivate(text)).toBe(
    "We meet online, with cameras on.\nBring tea: it will be long.\n\nRoom: 12B\nBring: tea",
  );
});

it.each([
  "Dress code: casual",
  "Dress code is casual",
  "Use promo code CARE10 for half the price.",
  "Discount code: CARE10",
  "Keyword: care",
  "Word of the month: repair",
  "Code of conduct: https://practice.example/conduct",
  "The secret is listening.",
  "The key is to listen for 10 minutes.",
  "The secret is out: 40 people came in 2025.",
  "Zip code: 94110",
  "Postcode: 1010AB",
  "Area code 415",
  "Entrance: 1200 Main Street",
  "Entry: free",
  "Entry: 18:00",
  "Admission: $10",
  "Access: by the ramp",
  "Doors: 17:45",
  "Meeting: 2026-12-01",
  "Meeting room: 1204B",
  "Room 1204",
  "Call: +1 415 555 0142",
  "Phone: (415) 555-0142",
  "Telefon 030 5550 1234",
  "Passage: Matthew 5",
  "Session 2026: opening",
  "ISBN 978-3-16-148410-0",
  "Zoom in on 2026 and 2027.",
  "We pin 12 cards on the wall.",
  "The key question: why?",
  "Our keys: patience and 2 hands",
])("leaves: %s", (line) => {
  const reasons: string[] = [];
  expect(withoutPrivate(line, (reason) => reasons.push(reason))).toBe(line);
  expect(reasons).toEqual([]);
});

it.each([
  ["https://x.example/a?c=9f8Ab27Qz1", "https://x.example/a"],
  ["https://x.example/a?page=2&c=9f8Ab27Qz1&lang=en.", "https://x.example/a?page=2&lang=en."],
  ["https://x.example/a?invite=lotus&page=2", "https://x.example/a?page=2"],
  ["https://x.example/a#k=9f8Ab27Qz1", "https://x.example/a"],
  ["https://x.example/a#9f8Ab27Qz19f8Ab27Qz1", "https://x.example/a"],
  ["(https://x.example/a?uid=4711471147)", "(https://x.example/a)"],
  ["https://x.example/r?to=https%3A%2F%2Fy.example%2F%3Fq%3D9f8Ab27Qz1", "https://x.example/r"],
])("leaves only readable parameters of %s", (text, shown) => {
  expect(withoutPrivate(text)).toBe(shown);
});

it.each([
  "https://x.example/a?page=2&lang=en#about-us",
  "https://www.youtube.example/watch?v=dQw4w9WgXcQ",
  "https://maps.example/?q=100+Sample+Street",
  "https://x.example/?date=2026-12-01&utm_source=news",
])("leaves %s", (text) => {
  expect(withoutPrivate(text)).toBe(text);
});

it("leaves the query of the host that registers", () => {
  const text = "Register: https://tickets.example/e?form=9f8Ab27Qz1 or https://x.example/?form=9f8Ab27Qz1";
  expect(withoutPrivate(text, undefined, "tickets.example")).toBe(
    "Register: https://tickets.example/e?form=9f8Ab27Qz1 or https://x.example/",
  );
});

it.each(["Passcode\n834211", "PIN\n\n884422", "Webinar ID\n811 2222 3333"])(
  "keeps nothing of a label and the value on the line below: %j",
  (text) => {
    expect(withoutPrivate(`A lovely evening.\n\n${text}\n\nBring a friend.`).replace(/\n{2,}/g, "\n\n")).toBe(
      "A lovely evening.\n\nBring a friend.",
    );
  },
);
