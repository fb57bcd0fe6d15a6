import { expect, it, vi } from "vitest";
import { freeWords } from "./free-event.ts";

const free = vi.hoisted(() => ({ titles: ["gathering", "Open house"], badge: "Free", text: "Free for all" }));
vi.mock("#content/events/texts.yaml", () => ({ default: { untitled: "Gathering with us", free } }));

it("says that an event is free when its title has one of the words, in whatever letters", () => {
  expect(freeWords({ title: "A GATHERING in May" })).toBe(free);
  expect(freeWords({ title: "An open house" })).toBe(free);
  expect(freeWords({ title: "A retreat" })).toBeUndefined();
});

it("says nothing of an event whose title the calendar does not tell: what stands there instead is ours", () => {
  expect(freeWords({ title: "Gathering with us" })).toBeUndefined();
});
