// docs/content-guide.md

import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import interest from "#content/forms/interest.yaml";
import { InterestList } from "./interest-list.tsx";
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
