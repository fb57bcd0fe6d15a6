// docs/specification.md, 'Rate limits'

import { expect, it } from "vitest";
import { emailKey, isPlainAddress, mailboxOf } from "./mailbox.ts";

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

it.each([
  "ada@visitor.example",
  "ada+news@visitor.example",
  "a.d.a_b-c@visitor.example",
  "o'neill@visitor.example",
  "_ada@visitor.example",
  "a=b@visitor.example",
  "zoë@bücher.example",
  "阿達@例え.example",
])("%j is a plain address", (email) => {
  expect(isPlainAddress(email)).toBe(true);
});

it.each([
  "-oX@visitor.example",
  "--help@visitor.example",
  "victim%bank.example@visitor.example",
  "bank.example!victim@visitor.example",
  "|cat@visitor.example",
  "/etc/passwd@visitor.example",
  "a`b@visitor.example",
  "$a@visitor.example",
  "a..b@visitor.example",
  ".a@visitor.example",
  "a.@visitor.example",
  "a\u200Bb@visitor.example",
  '"a b"@visitor.example',
  "a@b@visitor.example",
])("%j is none to send anything to", (email) => {
  expect(isPlainAddress(email)).toBe(false);
});

it.each([
  [" Ada@Visitor.EXAMPLE ", "ada@visitor.example"],
  ["ada+news@visitor.example", "ada+news@visitor.example"],
  ["ada@bücher.example", "ada@xn--bcher-kva.example"],
  ["a@b@Bücher.example", "a@b@xn--bcher-kva.example"],
  ["ada@a b.example", "ada@a b.example"],
  ["Nobody", "nobody"],
])("%j is looked up as %j", (email, key) => {
  expect(emailKey(email)).toBe(key);
});

it.each([
  [" ada@visitor.example\n", "ada@visitor.example"],
  ["ada+a\nb@visitor.example", "ada@visitor.example"],
  ["a.da@mygmail.com", "a.da@mygmail.com"],
  ["a.da@gmail.com.example", "a.da@gmail.com.example"],
  ["ada@a b.example", "ada@a b.example"],
])("%j leads to the mailbox %j", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
