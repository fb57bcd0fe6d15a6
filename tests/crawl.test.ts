import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "./support/browser.ts";
import { indexableRoutes } from "./support/routes.ts";
import { createTestSite, type TestSite } from "./support/site.ts";

let test: TestSite;
let address: string;
let browser: Browser;

beforeAll(async () => {
  test = await createTestSite();
  address = await test.listen();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  await test.close();
});

/** Every address that an element of a page names, as it stands there. */
type Reader = (url: string) => Promise<{ links: string[]; ids: string[] }>;

const decode = (text: string) => text.replaceAll("&amp;", "&").replaceAll("&quot;", '"');

/** What a visitor without JavaScript gets: the HTML alone. */
const readHtml: Reader = async (url) => {
  const html = await (await fetch(url)).text();
  return {
    links: [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)].map(([, href = ""]) => decode(href)),
    ids: [...html.matchAll(/\sid="([^"]*)"/g)].map(([, id = ""]) => decode(id)),
  };
};

/** What stands in the page once its scripts have run. */
function readInBrowser(): Reader {
  const context = browser.newContext();
  return async (url) => {
    const page = await (await context).newPage();
    await page.goto(url);
    const found = await page.evaluate(() => ({
      links: [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? ""),
      ids: [...document.querySelectorAll("[id]")].map((element) => element.id),
    }));
    await page.close();
    return found;
  };
}

/** SPEC.md, 'Shared header': the sheet links to it, and CONTRACT.md has it lead on to the company page. */
const isOldAddress = (path: string) => path === "/about/structure";

/** Follows every internal link from the home page; gives the pages by path and what is wrong with the links. */
async function crawl(read: Reader) {
  const pages = new Map<string, string[]>();
  const wrong: string[] = [];
  const anchors: { from: string; path: string; id: string }[] = [];
  const waiting = ["/"];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue;
    const answer = await fetch(address + path, { redirect: isOldAddress(path) ? "follow" : "manual" });
    const isPage = answer.headers.get("content-type")?.startsWith("text/html");
    if (answer.status !== 200) wrong.push(`${path} answers ${answer.status}`);
    const { links, ids } = isPage ? await read(address + path) : { links: [], ids: [] };
    pages.set(path, ids);
    for (const href of links) {
      const url = URL.parse(href, address + path);
      if (!url || !/^(https?|mailto|tel|webcal):$/.test(url.protocol)) wrong.push(`${path} links to ${href}`);
      else if (url.origin === address) {
        if (url.hash)
          anchors.push({ from: path, path: url.pathname, id: decodeURIComponent(url.hash.slice(1)) });
        waiting.push(url.pathname + url.search);
      }
    }
  }
  for (const { from, path, id } of anchors)
    if (!pages.get(path)?.includes(id)) wrong.push(`${from} links to ${path}#${id}`);
  return { pages, wrong };
}

describe.each([
  ["without JavaScript", () => readHtml],
  ["with JavaScript", readInBrowser],
])("links, %s", (_name, reader) => {
  it("lead somewhere, anchors included, and to every page", async () => {
    const { pages, wrong } = await crawl(reader());
    expect(wrong).toEqual([]);
    expect([...pages.keys()]).toEqual(expect.arrayContaining(indexableRoutes));
  }, 60_000);
});
