// docs/specification.md, 'Public part of an entry'

import { expect, it } from "vitest";
import { decoded, isPrivateLink, isWayToJoin, publicLink, withoutTokens } from "./private-link.ts";

it.each([
  "https://us02web.zoom.us/j/81",
  "HTTPS://US02WEB.ZOOM.US/J/81",
  "https://zoom.us/webinar/register/WN_x",
  "https://zoom.us%2Fj%2F81",
  "https://x.example/call/ab3defgh",
  "https://x.example/call/3bcdefgh?a=b",
  "https://x.example/call/ABCDEFG3",
  "https://luma.com/join/x",
  "https://meet.x.example/our-room",
  "https://app.gather.town/x",
  "https://riverside.fm/studio/x",
  "https://bbb.x.example/b/ann-abc-d1e-f2g",
  "81@zoomcrc.com",
])("%s is a way to join", (text) => {
  expect(isWayToJoin(`Come: ${text}`)).toBe(true);
});

it.each([
  "https://zoom.us/pricing",
  "https://x.example/login/magic/x",
  "https://x.example/call/abcdefgh",
  "https://x.example/call/ab3defg",
  "https://x.example/call/ab3defghi",
  "https://x.example/call/ab3defgh-i",
  "https://x.example/call/for-papers-2026",
  "https://chat.whatsapp.com/x",
  "https://luma.com/check-in/x",
  "https://x.example/event/manage/x",
  "https://x.example/join/x",
])("%s is none", (text) => {
  expect(isWayToJoin(`Come: ${text}`)).toBe(false);
});

it.each([
  ["zoom . us / j / 81", true],
  ["zoom  .  us/j/81", true],
  ["zoom   .us/j/81", false],
  ["the zoo m.us/j/81", false],
])("%j is private: %s", (text, isPrivate) => {
  expect(isPrivateLink(text)).toBe(isPrivate);
});

it("addresses within addresses are read", () => {
  expect(decoded("https://x.example/?u=https%253A%252F%252Fy.example%252Fa%20b%0a")).toBe(
    "https://x.example/?u=https://y.example/a b%0a",
  );
  const proofpoint = "https://urldefense.example/v2/url?u=https-3A__x.example_a-2Db-zz";
  expect(decoded(proofpoint)).toBe("https://urldefense.example/v2/url?u=https://x.example/a-b-zz");
  expect(decoded("https://x.example/a-2Db_c")).toBe("https://x.example/a-2Db_c");
});

it.each([
  ["https://x.example/a?PK=g-1", "https://x.example/a"],
  ["https://x.example/a?pk=g-1&b=2", "https://x.example/a?b=2"],
  ["https://x.example/a?b=2&Token=c.", "https://x.example/a?b=2."],
  ["git+ssh://ann:lotus@x.example/a", "git+ssh://x.example/a"],
])("%s loses its tokens", (text, shown) => {
  expect(withoutTokens(text)).toBe(shown);
});

it("a page's link is a web address of 2,000 characters at most", () => {
  const longest = "https://x.example/".padEnd(2_000, "a");
  expect(publicLink(longest)).toBe(longest);
  expect(publicLink(`${longest}a`)).toBeUndefined();
  expect(publicLink("x-https://x.example/")).toBeUndefined();
});
