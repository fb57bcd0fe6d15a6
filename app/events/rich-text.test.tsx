import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { RichText } from "./rich-text.tsx";

it.each([
  ["One\ntwo\n\nThree", '<p class="a">One\ntwo</p><p class="a">Three</p>'],
  [
    "Bring:\n- tea\n- a <cup>\nand time.",
    '<p class="a">Bring:</p><ul class="a"><li>tea</li><li>a &lt;cup&gt;</li></ul><p class="a">and time.</p>',
  ],
  ["-5 degrees", '<p class="a">-5 degrees</p>'],
  [
    "- see https://x.example/a.",
    '<ul class="a"><li>see <a href="https://x.example/a" rel="noopener nofollow">https://x.example/a</a>.</li></ul>',
  ],
])("shows %j", (text, html) => {
  expect(renderToStaticMarkup(<RichText text={text} className="a" />)).toBe(html);
});
