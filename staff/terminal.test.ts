import { expect, it } from "vitest";
import { CommandError, table, visible } from "./terminal.ts";

it.each([
  ["\u001b[31m", "\\u001b[31m"],
  ["\u009b31m", "\\u009b31m"],
  ["\u007f", "\\u007f"],
  ["\u202e\u2066\u200f\u061c", "\\u202e\\u2066\\u200f\\u061c"],
  ["one\u2028two\u2029three", "one\\u2028two\\u2029three"],
  ["one\ntwo", "one two"],
  ["one\ttwo", "one\\u0009two"],
  ["Zoë 🌲 组织", "Zoë 🌲 组织"],
])("%j is shown as %j", (text, shown) => {
  expect(visible(text)).toBe(shown);
});

it("keeps lines where there may be several, and no other character", () => {
  expect(visible("one\r\n\ttwo\r\u2028\u001bthree", { isMultiline: true })).toBe(
    "one\n\ttwo\\u2028\\u001bthree",
  );
});

it("lets no word of a visitor begin another line of a table", () => {
  expect(table(["NAME"], [["Ada\nBen\u2028Cat"]]).split(/[\n\u2028]/)).toHaveLength(4);
});

it("puts columns side by side, each as wide as its widest cell, and shortens what is too long", () => {
  const rows = [
    ["1", "Zoë 🌲", "x"],
    ["20", "abcdefgh", ""],
    ["3", "abcdefghi", "end"],
  ];
  expect(table(["ID", "NAME", "LAST"], rows, 8)).toBe(
    [
      "ID  NAME      LAST",
      "──  ────────  ────",
      "1   Zoë 🌲     x",
      "20  abcdefgh",
      "3   abcdefg…  end",
      "",
    ].join("\n"),
  );
  expect(table(["ID"], [])).toBe("ID\n──\n");
});

it("says whether a command failed or was typed in a wrong way", () => {
  expect(new CommandError("no row")).toMatchObject({ name: "CommandError", message: "no row", exitCode: 1 });
  expect(new CommandError("no such command", 2).exitCode).toBe(2);
});
