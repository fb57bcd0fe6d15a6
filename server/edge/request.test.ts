import { expect, it } from "vitest";
import { pathOf } from "./request.ts";

it("has the path before the first question mark", () => {
  expect(["/a?b?c", "/a", "?b"].map(pathOf)).toEqual(["/a", "/a", ""]);
});
