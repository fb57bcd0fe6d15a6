// docs/specification.md, 'Commands for staff': what is read of a command, and of rows that anybody may have written

import { expect, it } from "vitest";
import { toReference } from "./find.ts";
import { mailStates, wordsOfState } from "./mail-states.ts";
import { namesAddress } from "./named.ts";
import { moreWords, pageOf, tellRest } from "./page.ts";
import { isUuid } from "./records.ts";
import { messageOf, rowAnswers, wordsOf } from "./row-answers.ts";

it.each<[Parameters<typeof pageOf>[0], object]>([
  [{}, { limit: 50, offset: 0, isJson: false, search: undefined }],
  [
    { limit: "1000", page: "2", json: true },
    { limit: 1000, offset: 1000, isJson: true },
  ],
  [
    { limit: "7", page: "9999999" },
    { limit: 7, offset: 7 * 9_999_998 },
  ],
  [{ search: " Ada Moreno " }, { search: "Ada Moreno" }],
  [{ search: ` ${"x".repeat(200)} ` }, { search: "x".repeat(200) }],
])("takes %j for a page", (given, page) => {
  expect(pageOf(given)).toMatchObject(page);
});

it.each<[Parameters<typeof pageOf>[0], string]>([
  [{ limit: "0" }, "--limit takes a number up to 1000, not '0'; --page 2 and so on shows more."],
  [{ limit: "1001" }, "--limit takes a number up to 1000, not '1001'"],
  [{ limit: "07" }, "--limit"],
  [{ limit: "7x" }, "--limit"],
  [{ limit: "-7" }, "--limit"],
  [{ limit: "" }, "--limit"],
  [{ page: "0" }, "--page takes a number, not '0'."],
  [{ page: "1.5" }, "--page"],
  [{ page: "x1" }, "--page"],
  [{ page: "10000000" }, "--page"],
  [{ search: " " }, "--search takes a text of up to 200 letters."],
  [{ search: "x".repeat(201) }, "--search takes a text of up to 200 letters."],
])("refuses %j as a page", (given, words) => {
  expect(() => pageOf(given)).toThrow(
    expect.objectContaining({ exitCode: 2, message: expect.stringContaining(words) }),
  );
});

it("says where a list goes on, and nothing at its end", async () => {
  expect(moreWords({ limit: 50, offset: 0 })).toContain("--page 2,");
  expect(moreWords({ limit: 20, offset: 60 })).toContain("--page 5,");
  const said: string[] = [];
  const terminal = { write: async (text: string) => void said.push(text) };
  for (const rest of [-1, 0, 1]) await tellRest(terminal, rest);
  expect(said).toEqual(["\n1 more: --page 2 and so on, or --limit.\n"]);
});

it("has words for each state of an e-mail, those to look after first, and shows others as they are", () => {
  expect(mailStates.map(wordsOfState)).toEqual(["given up", "held", "waiting", "sent"]);
  for (const other of ["failed", "toString", ""]) expect(wordsOfState(other)).toBe(`'${other}'`);
});

it.each<[unknown, object]>([
  ['{"a":1}', { a: 1 }],
  ["[1]", { message: [1] }],
  ["null", { message: null }],
  ["7", { message: 7 }],
  ['"words"', { message: "words" }],
  ["words", { message: "words" }],
  ["", { message: "" }],
  [null, { message: null }],
  [undefined, { message: "" }],
])("reads the message %j of a row that was taken over", (message, read) => {
  expect(messageOf(message)).toEqual(read);
});

it("takes for answers what a row holds beside its id and time, the message's last", () => {
  const columns = {
    id: "1",
    created_at: "2026",
    full_name: "Ada",
    flag: true,
    many: [1, "two"],
    other: null,
  };
  const read = { full_name: "Ada", flag: true, many: ["1", "two"], other: "" };
  expect(rowAnswers(columns)).toEqual(read);
  expect(rowAnswers({ ...columns, message: { other: { a: 1 }, number: 7 } })).toEqual({
    ...read,
    ...{ other: '{"a":1}', number: "7" },
  });
});

it.each<[unknown, string]>([
  ["words", "words"],
  [7, "7"],
  [null, ""],
  [undefined, ""],
  [{ a: [1] }, '{"a":[1]}'],
  [Buffer.from("Zoë"), "Zoë"],
  [new Uint8Array([0xff, 0x0a]), "\\xff0a"],
])("writes %j in words", (value, words) => {
  expect(wordsOf(value)).toBe(words);
});

it.each([
  ["ABCD-2345", "ABCD-2345"],
  ["abcd 2345", "ABCD-2345"],
  ["abcd2345", "ABCD-2345"],
  ["ZYXW-9TVN", "ZYXW-9TVN"],
  // Letters and digits that are taken for others are in none.
  ...["IBCD-2345", "ABLD-2345", "ABCD-O345", "ABCD-23U5", "ABCD-0345", "ABCD-1345"].map((word) => [word]),
  ...["xABCD-2345", "ABCD-2345x", "ABCD--2345", "ABC-2345", "ABCD-234", "ABCD_2345", ""].map((word) => [
    word,
  ]),
])("takes %s for the reference %s", (word, reference) => {
  expect(toReference(word)).toBe(reference);
});

it.each([
  ["0f0f0f0f-1111-4222-8333-0123456789ab", true],
  ["0F0F0F0F-1111-4222-8333-0123456789AB", true],
  ["0f0f0f0f-1111-4222-8333-0123456789abc", false],
  ["00f0f0f0f-1111-4222-8333-0123456789ab", false],
  ["0f0f0f0g-1111-4222-8333-0123456789ab", false],
  ["0f0f0f0f-1111-4222-0123456789ab", false],
  ["0f0f0f0f11114222833301234567890a", false],
])("takes %s for a UUID: %s", (text, is) => {
  expect(isUuid(text)).toBe(is);
});

it.each([
  ["ann@x.org", true],
  ["Write to ANN@X.ORG.", true],
  ["<ann@x.org>", true],
  ["joann@x.org, ann@x.org", true],
  ["to:ann@x.org; thanks", true],
  ["ann@x.org...", true],
  ["", false],
  ["joann@x.org", false],
  ["éann@x.org", false],
  ["jo.ann@x.org", false],
  ["jo+ann@x.org", false],
  ["jo%ann@x.org", false],
  ["jo_ann@x.org", false],
  ["jo-ann@x.org", false],
  ["7ann@x.org", false],
  ["ann@x.org.uk", false],
  ["ann@x.org-site.example", false],
  ["ann@x.orgé", false],
  ["ann@x.org7", false],
])("finds the whole address in '%s': %s", (text, is) => {
  expect(namesAddress(text, "ann@x.org")).toBe(is);
});
