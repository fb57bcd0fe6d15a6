import { describe, expect, it } from "vitest";
import navigation from "#content/navigation.yaml";
import site from "#content/site.yaml";
import { address, page, provideBrowser } from "./support/browser.ts";
import { indexableRoutes } from "./support/routes.ts";

provideBrowser();

/** Every address in an element of a page, unchanged. */
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

/** The page after its scripts have run. */
const readInBrowser: Reader = async (url) => {
  await page.goto(url);
  return page.evaluate(() => ({
    links: [...document.querySelectorAll("a[href]")].map((link) => link.getAttribute("href") ?? ""),
    ids: [...document.querySelectorAll("[id]")].map((element) => element.id),
  }));
};

/** The sheet links to it, and it leads on to the company page; docs/specification.md, 'Navigation sheet', 'Redirects'. */
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

/** Links whose words name nothing: WCAG 2.4.9 wants the purpose in the link's own text. */
const namesNothing = /^(here|this|more|read more|learn more|overview|the next page|platform|teach it)$/i;

/** Each link of a page's main part: where it leads, and its words. */
async function linksOf(path: string): Promise<[to: string, words: string][]> {
  const html = await (await fetch(address + path)).text();
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0].replace(/<(nav)[\s\S]*?<\/\1>/g, "") ?? "";
  return [...main.matchAll(/<a\b[^>]*?\shref="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, to = "", words = ""]) => [to, words.replace(/<[^>]+>/g, "").trim()],
  );
}

describe("words of links", () => {
  it("say where they lead", async () => {
    const vague: string[] = [];
    for (const path of indexableRoutes)
      for (const [to, words] of await linksOf(path))
        if (namesNothing.test(words)) vague.push(`${path}: '${words}' leads to ${to}`);
    expect(vague).toEqual([]);
  });

  it("on the framework's overview are the names of its three ways on", async () => {
    const links = Object.fromEntries(await linksOf("/framework/overview"));
    const ways = ["vuca-world", "extractive-generative", "flourishing-ontology"].map(
      (way) => `/framework/${way}`,
    );
    const named = navigation.header.flatMap((group) => group.links).filter(({ to }) => ways.includes(to));
    expect(named).toHaveLength(3);
    for (const { label, to } of named) expect(links[to]?.replace(/\s+/g, " "), to).toContain(label);
  });

  it("on the platform's page make its way out a button", async () => {
    const html = await (await fetch(`${address}/organizational/flourishingly-platform`)).text();
    for (const button of ["button", "button button-hot"])
      expect(html).toContain(`<a class="${button}" href="${site.links.aiPlatform?.url}"`);
  });
});

it("the learning journey's page says its name where it can be seen", async () => {
  const html = await (await fetch(`${address}/learning/overview`)).text();
  expect(html).toMatch(/Learning Journey 2025<\/p><h1>/);
});

describe.each([
  ["without JavaScript", readHtml],
  ["with JavaScript", readInBrowser],
])("links, %s", (_name, read) => {
  it("lead somewhere, anchors included, and to every page", async () => {
    const { pages, wrong } = await crawl(read);
    expect(wrong).toEqual([]);
    expect([...pages.keys()]).toEqual(expect.arrayContaining(indexableRoutes));
  });
});
