// docs/specification.md, 'Description cleaning'

import { describe, expect, it } from "vitest";
import { plainText } from "./html-text.ts";

describe("what is no HTML", () => {
  it.each([
    "A room  with two  blanks, <care> and </me>",
    "One\n\n\nTwo\n\n- three",
    "Tea & cake, 1 < 2 > 0, <3",
    "[a name](no link) and [two\nlines](https://x.example/a)",
    "<https://x.example/a> <ann@x.example> <blue>sky</blue>",
  ])("stays as it is: %j", (text) => {
    expect(plainText(text)).toBe(text);
  });

  it.each([
    ["Tea&nbsp;&amp;&nbsp;cake  at  noon", "Tea & cake  at  noon"],
    ["[the guide](https://x.example/a)", "the guide (https://x.example/a)"],
    [
      "[the guide](http://x.example/a), [map](HTTPS://y.example)",
      "the guide (http://x.example/a), map (HTTPS://y.example)",
    ],
    ["[https://x.example/a](https://x.example/a)", "https://x.example/a"],
    ["[a](https://x.example/(b))", "[a](https://x.example/(b))"],
    ["[](https://x.example/a)", "[](https://x.example/a)"],
  ])("has its entities read, and links as Markdown writes them: %j", (text, shown) => {
    expect(plainText(text)).toBe(shown);
  });
});

describe("tags", () => {
  it.each([
    ["Go</b>", "Go"],
    ["<h1>One</h1>Two<h6>Three</h6>", "One\n\nTwo\n\nThree"],
    ["One<hr>Two<hr class=wide>Three", "One\n\nTwo\n\nThree"],
    ['One<br class="x">Two <BR/> Three', "One\nTwo\nThree"],
    ["<div>One</div><div class=x> Two </div>", "One\n\nTwo"],
    ["<b>One</b><div>Two", "One\nTwo"],
    ["<dl><dt>Time</dt><dd>9:00</dd></dl>", "Time\n\n9:00"],
    ["<h2 id=a>One</h2> <section id=b>Two</section>", "One\n\nTwo"],
    ['<b>One</b> <foo-bar a="b">two</foo-bar>', "One two"],
    ["<b>One</b>\n \t\n<p class=a>Two\nthree", "One\n\nTwo three"],
    ["<b>One</b>\n\n\nTwo\nthree", "One\n\nTwo\nthree"],
    ["<b>One</b>\n\n1 < 2, <x> stays", "One\n\n1 < 2, <x> stays"],
    ["<b>One</b>  two   three", "One two three"],
    ["  <b>One</b>  ", "One"],
    ["<b>Bring</b>\n\n- tea\n\n12. cake\n\n-none", "Bring\n- tea\n12. cake\n\n-none"],
  ])("go: %j", (html, text) => {
    expect(plainText(html)).toBe(text);
  });

  it.each([
    ["<b>One</b><!-- a note --> two", "One two"],
    ["<b>One</b><!-- a <b>hidden</b>\n\nnote > --> two", "One two"],
    ["<!--[if gte mso 9]><xml><w:View>Normal</w:View></xml><![endif]--><p>One</p>", "One"],
    ["<b>One</b><!-- <script> --> two <!-- </script> --> three", "One two three"],
    ["<b>One</b><!-- two", "One<!-- two"],
    ["<!doctype html><p>One</p>", "One"],
    ['<head class="a"><b>no</b></head>One<b>!</b>', "One!"],
    ["<STYLE type=a>p{}</STYLE >One<style>b{}</style><b>two</b>", "Onetwo"],
    ["<title>T</title><b>One</b>", "One"],
    ["<header>One</header><b> two</b>", "One two"],
    ["<b>One</b><script>two", "Onetwo"],
  ])("that hold what nobody reads go with it: %j", (html, text) => {
    expect(plainText(html)).toBe(text);
  });
});

describe("tables", () => {
  const table = (inner: string) => plainText(`<table class=a>${inner}</table>`);
  it.each([
    ["<tr class=a><td class=b>9:00<td>Tea</tr>", "9:00 – Tea"],
    ["<tr><td>9:00</td><td>Tea</td><tr><td>10:00</td><td>Cake</td>", "9:00 – Tea\n10:00 – Cake"],
    ["<tr><td>9:00</td ><td> Tea </td><td>&nbsp;</td><td><img src=a></td></tr >", "9:00 – Tea"],
    [
      "<tr><td>9:00</td>\n <td>Tea</td></tr>\n<tr><th>10:00</th><th>Cake</th></tr>",
      "9:00 – Tea\n10:00 – Cake",
    ],
    ["<tr><td></td><td>Tea</td></tr><tr><td></td></tr>", "Tea"],
  ])("have a line for each row: %s", (inner, text) => {
    expect(table(inner)).toBe(text);
  });
});

describe("lists", () => {
  it.each([
    ['<ul class=a><li class="b"> One</li><li>Two</li></ul>', "- One\n- Two"],
    ["<OL START = '12'><LI>One</LI><LI>Two</LI></OL>", "12. One\n13. Two"],
    ["<ol start=7><li>One</li></ol>", "7. One"],
    ['<ol class="start"><li>One</li></ol>', "1. One"],
    ['<ul><li> <p class="a"> One</p> </li><li><div id=b>Two</div ></li></ul>', "- One\n- Two"],
    ["<ul><li>One <p>more</p></li></ul><p>Two</p>", "- One\n\nmore\n\nTwo"],
    ["<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>", "- a\n1. b\n- c"],
    ["<li>One</li><li>Two</li>", "- One\n- Two"],
    ["<ul><li>One</li></ul><p>Two</p><p>Three</p>", "- One\n\nTwo\n\nThree"],
  ])("have a line for each item: %s", (html, text) => {
    expect(plainText(html)).toBe(text);
  });
});

describe("links", () => {
  it.each([
    ["<a href=https://x.example/a>the guide</a>", "the guide (https://x.example/a)"],
    ["<A class=b HREF = ' https://x.example/a '>the guide</A >", "the guide (https://x.example/a)"],
    ['<a href="https://x.example/a"> <b class="c">the</b> guide </a>', "the guide (https://x.example/a)"],
    ['<a href="http://x.example">x.example/</a>', "http://x.example"],
    ['<a href="https://x.example/a/b">x.example/ab</a>', "x.example/ab (https://x.example/a/b)"],
    ['<a href="https://x.example/?a=1&amp;b=2">x.example/?a=1&amp;b=2</a>', "https://x.example/?a=1&b=2"],
    ['<a href="https://x.example/a">https://y.example/b</a>', "https://y.example/b"],
    ['<a href="https://x.example/a">http://y.example</a>', "http://y.example"],
    [
      '<a href="https://x.example/a">https://y.example is new</a>',
      "https://y.example is new (https://x.example/a)",
    ],
    [
      '<a href="https://x.example/a">See https://y.example</a>',
      "See https://y.example (https://x.example/a)",
    ],
    ['<a href="https://x.example/a"></a>', "https://x.example/a"],
    ['<a href="https://x.example/a"><img src="b"></a>', "https://x.example/a"],
    ['<a href="MAILTO:a@x.example">a@x.example</a>', "a@x.example"],
    ['<a href="https://x.example/mailto:a">Write</a>', "Write (https://x.example/mailto:a)"],
    ['<a href="/a">Here</a>, <a href="x-https://b">there</a>, <a name="c">now</a>', "Here, there, now"],
    [
      '<a href="">Here</a> and <a data-href="https://x.example/a">there</a>',
      "Here and there (https://x.example/a)",
    ],
    [
      '<a href="https://x.example/a">One</a><a href="https://y.example/b">Two</a>',
      "One (https://x.example/a)Two (https://y.example/b)",
    ],
    [
      '<a href="https://x.example/a">One <a href="https://y.example/b">Two</a>',
      "One Two (https://y.example/b)",
    ],
    // Google's own page, and what only looks like it.
    [
      '<a href="https://www.google.com/url?q=https://x.example/a&amp;sa=D">the guide</a>',
      "the guide (https://x.example/a)",
    ],
    [
      '<a href="https://www.google.com/url?sa=D">the guide</a>',
      "the guide (https://www.google.com/url?sa=D)",
    ],
    [
      '<a href="https://www.google.com/search?q=care">the guide</a>',
      "the guide (https://www.google.com/search?q=care)",
    ],
    [
      '<a href="https://x.example/url?q=https://y.example/a">the guide</a>',
      "the guide (https://x.example/url?q=https://y.example/a)",
    ],
  ])("%s", (html, text) => {
    expect(plainText(html)).toBe(text);
  });
});
