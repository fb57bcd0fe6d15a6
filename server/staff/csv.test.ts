import { expect, it } from "vitest";
import { csvLine } from "./csv.ts";

it.each([
  ["plain", "plain\r\n"],
  ['say "hi", you', '"say ""hi"", you"\r\n'],
  ["two\r\nlines", '"two\r\nlines"\r\n'],
  ["=1+1", "'=1+1\r\n"],
  ["+49 30 1234", "'+49 30 1234\r\n"],
  ["-1", "'-1\r\n"],
  ["@SUM(A1)", "'@SUM(A1)\r\n"],
  ["\t=1", "'\t=1\r\n"],
  [" padded ", '" padded "\r\n'],
  [["Signal", "Slack"], "Signal; Slack\r\n"],
  [true, "yes\r\n"],
  [null, "\r\n"],
])("writes %j as %j", (value, line) => {
  expect(csvLine([value])).toBe(line);
});
