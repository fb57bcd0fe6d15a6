import { expect, it } from "vitest";
import { unknownVariables } from "./environment.ts";

it.each([
  ["NOTFY_TO", "NOTIFY_TO"],
  ["smtp_url", "SMTP_URL"],
  ["Notify_To", "NOTIFY_TO"],
])("%s is probably %s", (typed, meant) => {
  expect(unknownVariables({ [typed]: "x" })).toEqual([
    `the environment has ${typed}, which nothing reads; did you mean ${meant}?`,
  ]);
});

it("says nothing of what is right, and of other programs' own", () => {
  const others = { MAIL: "x", http_proxy: "x", npm_config_port: "x", SMTP_URL: "x" };
  expect(unknownVariables(others)).toEqual([]);
});
