import { expect, test } from "vitest";
import { withoutUnusedRules } from "./unused-rules.ts";

const page = (css: string) =>
  `<!doctype html><style data-href="a">${css}</style><main class="article on"><p class="opening">There is no gone-by here</p></main>`;

const styleOf = (html: string) => /<style[^>]*>([\s\S]*?)<\/style>/.exec(html)?.[1];

test.each([
  ["of a class that no element has", ".gone{color:red}.article .gone p{color:red}", ""],
  ["in a condition", "@media print{.gone{color:red}}@supports (color:red){.gone{color:red}}", ""],
  ["of which one selector is of use", ".gone,.opening{color:red}", ".gone,.opening{color:red}"],
])("leaves out rules %s", (_, css, left) => {
  expect(styleOf(withoutUnusedRules(page(css)))).toBe(left);
});

test.each([
  ":focus-visible{color:red}",
  ":root{--ink:#000}",
  "p:target,p:before{color:red}",
  "[hidden],[open]{color:red}",
  String.raw`[href^=tel\:]{color:red}`,
  ".opening:hover{color:red}",
  "p:not(.gone){color:red}",
  ".article:not(:has(.gone)) p{color:red}",
  ":is(.gone,.opening){color:red}",
  "@media print{.opening{color:red}}",
  // What a class of the page is called may be the name of something else as well.
  "#opening{color:red}",
  "@keyframes opening{0%{color:red}to{color:#000}}",
  "@view-transition{navigation:auto}",
  ".opening{animation:gone}@keyframes gone{0%{color:red}}",
  "@font-face{font-family:Speak;src:url(/assets/speak.woff2)}",
])("keeps %s", (css) => {
  expect(styleOf(withoutUnusedRules(page(css)))).toBe(css);
});

test("touches nothing else, and reads each style by itself", () => {
  const html = page(".opening{color:red}").replace("<main", "<style>.gone{color:red}</style><main");
  expect(withoutUnusedRules(html)).toBe(html.replace(".gone{color:red}", ""));
});
