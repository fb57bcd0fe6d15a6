import { expect, it } from "vitest";
import { withoutKeys, withReadableParameters } from "./link-parameters.ts";

const key = "Zm9vYmFyYmF6";

it.each([
  ["a text without links? k=v&x", "a text without links? k=v&x"],
  ["https://a.example/path", "https://a.example/path"],
  [`HTTP://a.example/?k=${key}`, "HTTP://a.example/"],
  [
    "https://a.example/?page=2&utm_source=news&Query=care",
    "https://a.example/?page=2&utm_source=news&Query=care",
  ],
  [`https://a.example/?page=2&k=${key}`, "https://a.example/?page=2"],
  [`https://a.example/?k=${key}&amp;lang=en`, "https://a.example/?lang=en"],
  [`https://a.example/?q=${"care+".repeat(40)}`, "https://a.example/"],
  // A name that only begins or ends like a readable one.
  [`https://a.example/?pageKey=${key}`, "https://a.example/"],
  [`https://a.example/?mypage=${key}`, "https://a.example/"],
  [`https://a.example/?utm_${"x".repeat(21)}=${key}`, "https://a.example/"],
  // Three characters could be guessed, four may be a code.
  ["https://a.example/?pin=123&flag", "https://a.example/?pin=123&flag"],
  ["https://a.example/?pin=1234", "https://a.example/"],
  [`https://a.example/?page=1#program`, "https://a.example/?page=1#program"],
  [`https://a.example/#day-123`, "https://a.example/#day-123"],
  [`https://a.example/#day-1234`, "https://a.example/"],
  [`https://a.example/#k=${key}`, "https://a.example/"],
  [`https://a.example/#${"x".repeat(61)}`, "https://a.example/"],
  // An address that cannot be parsed.
  [`https://[a/?k=${key}`, "https://[a/"],
  // Punctuation that ends the sentence and not the link stays.
  [`(see https://a.example/?k=${key}).”`, "(see https://a.example/).”"],
  [`https://a.example/?k=${key}, https://b.example/?k=${key}!`, "https://a.example/, https://b.example/!"],
  [`<https://a.example/?k=${key}>"`, '<https://a.example/>"'],
])("%s reads %s", (text, shown) => {
  expect(withReadableParameters(text)).toBe(shown);
});

it("leaves the links of the host at which people register", () => {
  const text = `https://a.example/?k=${key}#${key} https://b.example/?k=${key}`;
  expect(withReadableParameters(text, "a.example")).toBe(
    `https://a.example/?k=${key}#${key} https://b.example/`,
  );
});

const random = "a1b2c3d4e5f6";
const keys = [
  ...[
    "https://docs.google.com/d/x",
    "http://drive.google.com/x",
    "https://sheets.google.com/x",
    "https://slides.google.com/x",
  ],
  ...[
    "https://www.dropbox.com/s/x",
    "https://dropbox.com/scl/x",
    "https://1drv.ms/x",
    "https://our-team.sharepoint.com/x",
  ],
  ...["https://onedrive.live.com/x", "https://our-team.notion.site/x", "https://www.notion.so/x"],
  ...[`https://a.example/${random}`, `https://a.example/x/news-${random}?a#b`],
  ...[`https://a.example/${"x".repeat(41)}`, "https://a.example/0d6f1e0a-1b2c-4d3e-8f4a-123456789abc"],
];
const others = [
  ...[
    "https://forms.example/",
    "https://a.example/forms/",
    "https://a.example/viewform/",
    "https://a.example/watch/",
  ],
  ...[
    "embed",
    "shorts",
    "video",
    "videos",
    "episode",
    "episodes",
    "show",
    "shows",
    "track",
    "tracks",
    "album",
    "albums",
  ]
    .concat("playlist", "playlists", "artist", "artists", "podcast", "podcasts")
    .map((place) => `https://a.example/${place}/`),
].map((place) => place + random);
const plain = [
  ...[
    "https://a.example/x?to=https://docs.google.com/x",
    "https://dropbox.com/about",
    "https://a.example/summer-school-2026",
  ],
  ...[
    `https://a.example/${"x".repeat(40)}`,
    `https://a.example/x?k=${random}`,
    `https://${random}.example/x`,
  ],
  ...["https://a.example/a1b222222222"],
  ...[],
];

it.each(keys)("puts a mark in the place of %s", (link) => {
  expect(withoutKeys(`See (${link}).`, undefined, "[…]")).toBe("See ([…]).");
});

it.each([...others, ...plain])("leaves %s", (link) => {
  expect(withoutKeys(`See (${link}).`, undefined, "[…]")).toBe(`See (${link}).`);
});

it("leaves a key in a path of the host at which people register", () => {
  const text = `https://a.example/x and https://b.example/${random}`;
  expect(withoutKeys(text, "b.example", "[…]")).toBe(text);
});

it("reads utm alone, and puts nothing in the place of an address without parameters", () => {
  expect(withReadableParameters("https://a.example/?utm=newsletter")).toBe(
    "https://a.example/?utm=newsletter",
  );
});
