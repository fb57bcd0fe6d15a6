// docs/content-guide.md

import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import interest from "#content/forms/interest.yaml";
import offers from "#content/offers.yaml";
import { offerNames } from "#content-model/schemas/offers.schema.ts";
import { InterestList } from "./interest-list.tsx";
import { Offer } from "./offer.tsx";
import { Action } from "./text-blocks.tsx";

it("an action leads where the page says", () => {
  const html = renderToStaticMarkup(<Action to="/learning/journey">Apply</Action>);
  expect(html).toBe('<p><a class="button" href="/learning/journey">Apply</a></p>');
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
  expect(terms.flatMap((names) => names.split("<br/>")).sort()).toEqual(Object.values(offers.words).sort());
});

it("an offer shows the facts alone that the page names", () => {
  const html = renderToStaticMarkup(<Offer of="journey" facts="whoDecides" />);
  expect(html.match(/<dt>[^<]+/g)).toEqual([`<dt>${offers.words.whoDecides}`]);
});
