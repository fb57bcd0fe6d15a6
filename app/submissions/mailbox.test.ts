// docs/specification.md, 'Rate limits'

import { expect, it } from "vitest";
import { mailboxOf } from "./mailbox.ts";

it.each([
  ["ada@visitor.example", "ada@visitor.example"],
  ["Ada@Visitor.EXAMPLE", "ada@visitor.example"],
  ["ada+news@visitor.example", "ada@visitor.example"],
  ["ada+a+b@visitor.example", "ada@visitor.example"],
  ["+ada@visitor.example", "+ada@visitor.example"],
  ["a.d.a@gmail.com", "ada@gmail.com"],
  ["A.d.a+x@GoogleMail.com", "ada@gmail.com"],
  ["a.da@visitor.example", "a.da@visitor.example"],
  ["ａｄａ@ｖisitor.example", "ada@visitor.example"],
  ["a\u00ADd\u200Ba@visitor.example", "ada@visitor.example"],
  ["ada@bücher.example", "ada@xn--bcher-kva.example"],
  ["ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"],
  ["ada@visitor.example.", "ada@visitor.example"],
  ["a.da@gmail.com.", "ada@gmail.com"],
  ["ada@__proto__", "ada@__proto__"],
  ["ada@constructor", "ada@constructor"],
])("%j leads to %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
