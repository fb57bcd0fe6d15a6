import { expect, it } from "vitest";
import texts from "#content/events/texts.yaml";
import { freeWords } from "./free-event.ts";

const [words = ""] = texts.free?.titles ?? [];

it("says that an event is free when its title has one of the words, in whatever letters", () => {
  expect(freeWords({ title: `A ${words.toUpperCase()} in May` })).toBe(texts.free);
  expect(freeWords({ title: "A retreat" })).toBeUndefined();
});

it("says nothing of an event whose title the calendar does not tell: what stands there instead is ours", () => {
  expect(texts.untitled.toLowerCase()).toContain(words);
  expect(freeWords({ title: texts.untitled })).toBeUndefined();
});
