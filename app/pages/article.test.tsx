import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import navigation from "#content/navigation.yaml";
import { Neighbors } from "./article.tsx";

const linksAt = (path: string) =>
  [...renderToStaticMarkup(<Neighbors path={path} />).matchAll(/href="([^"]+)" rel="(\w+)"/g)].map(
    ([, to, rel]) => `${rel} ${to}`,
  );

it("all pages of the header's menus can be read one after the other, from group to group", () => {
  const pages = navigation.header.map(({ links }) => links.map(({ to }) => to));
  for (const [group, paths] of pages.entries())
    for (const [place, path] of paths.entries()) {
      const next = paths[place + 1] ?? pages[group + 1]?.[0];
      const expected = [place > 0 && `prev ${paths[place - 1]}`, next && `next ${next}`];
      expect(linksAt(path), path).toEqual(expected.filter(Boolean));
    }
  expect(linksAt("/privacy")).toEqual([]);
});

it("the way to the next group has its name, as its first page's would be like that of any other", () => {
  const [first, second] = navigation.header;
  expect(renderToStaticMarkup(<Neighbors path={first?.links.at(-1)?.to ?? ""} />)).toContain(second?.label);
});
