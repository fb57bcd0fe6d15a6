import { expect, it } from "vitest";
import { readablePath } from "./answer-log.ts";

it.each([
  "/",
  "/learning/mastermind-application",
  "/assets/form-script-B_x9.js",
  "/.well-known/security.txt",
  "/events/2026-11-21-talk",
  "/old/page.html",
  "/~ada/2026/",
  `/${"a".repeat(120)}`,
  "/1/2/3/4/5/6/7/8",
])("%s is logged as it is", (path) => {
  expect(readablePath(path)).toBe(path);
});

it.each([
  ["/mailto:ada@visitor.example", "/…"],
  ["/unsubscribe/ada@visitor.example/now", "/unsubscribe/…/now"],
  ["/unsubscribe/ada%40visitor.example", "/unsubscribe/…"],
  ["/tel:+15550100", "/…"],
  ["/call/555-010-0199", "/call/…"],
  ["/call/5550100", "/call/…"],
  ["/I%20am%20ill", "/…"],
  ["/words\\and'marks", "/…"],
  [`/${"a".repeat(121)}/b`, "/…/b"],
  ["/1/2/3/4/5/6/7/8/9/10", "/1/2/3/4/5/6/7/8/…"],
])("%s is logged as %s", (path, logged) => {
  expect(readablePath(path)).toBe(logged);
});
