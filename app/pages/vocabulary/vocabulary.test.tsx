// docs/content-guide.md

import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import interest from "#content/forms/interest.yaml";
import offers from "#content/offers.yaml";
import { offerFacts } from "#content-model/offers.ts";
import { offerNames } from "#content-model/schemas/offers.schema.ts";
import { InterestList } from "./interest-list.tsx";
import { Columns } from "./layout-blocks.tsx";
import { Offer } from "./offer.tsx";
import { Action } from "./text-blocks.tsx";

it("an action leads where the page says", () => {
  const html = renderToStaticMarkup(<Action to="/learning/journey">Apply</Action>);
  expect(html).toBe('<p><a class="button" href="/learning/journey">Apply</a></p>');
});

it("each heading of columns is in one part with all that follows it, in every browser", () => {
  const html = renderToStaticMarkup(
    <Columns>
      <p>Before</p>
      <h3>Left</h3>
      <p>One</p>
      <p>Two</p>
      <h3>Right</h3>
      <p>Three</p>
    </Columns>,
  );
  expect(html).toMatch(/^(<style.*?<\/style>)?<p>Before<\/p><div class="columns wide">/s);
  expect(html).toContain("<div><h3>Left</h3><p>One</p><p>Two</p></div><div><h3>Right</h3><p>Three</p></div>");
});

it("the list of interests has each that the form asks for, in its order", () => {
  const items = renderToStaticMarkup(<InterestList />).match(/(?<=<li>)[^<]+/g);
  const { options } = interest.fields.areasOfInterest;
  expect(items?.map((item) => item.replaceAll("&amp;", "&").replaceAll("&#x27;", "'"))).toEqual(options);
});

it.each(offerNames)("an answer that several facts of the offer %s have stands once", (of) => {
  const [terms, answers] = ["dt", "dd"].map((tag) =>
    [...renderToStaticMarkup(<Offer of={of} />).matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "g"))].map(
      ([, html]) => html,
    ),
  ) as [string[], string[]];
  expect(new Set(answers).size).toBe(answers.length);
  const shown = offerFacts.filter((fact) => fact === "fee" || fact in offers[of]);
  expect(terms.flatMap((names) => names.split("<br/>"))).toEqual(shown.map((fact) => offers.words[fact]));
});

it("an offer leaves out what is not known yet, and says of the fee when it is told", () => {
  const html = renderToStaticMarkup(<Offer of="journey" facts="start deadline fee hours" />);
  expect(html.match(/(?<=<dt>)[^<]+/g)).toEqual([offers.words.fee, offers.words.hours]);
  expect(html).toContain(offers.unknown.fee);
});

it("an offer shows the facts alone that the page names", () => {
  const html = renderToStaticMarkup(<Offer of="journey" facts="whoDecides" />);
  expect(html.match(/<dt>[^<]+/g)).toEqual([`<dt>${offers.words.whoDecides}`]);
});
