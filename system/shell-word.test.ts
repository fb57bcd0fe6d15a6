import { expect, it } from "vitest";
import { shellWord } from "./shell-word.ts";

it.each([
  ["/var/lib/site", "/var/lib/site"],
  ["/srv/the site", "'/srv/the site'"],
  ["it's", "'it'\\''s'"],
  ["", "''"],
])("%j is typed as %s", (word, typed) => {
  expect(shellWord(word)).toBe(typed);
});
