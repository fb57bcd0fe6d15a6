import { expect } from "vitest";
import navigation from "#content/navigation.yaml";
import { applicationCase, fillInByKeys, interestCase, sendByKeys, waitForReceivedPage } from "./filling.ts";
import type { Journey } from "./journey.ts";
import { click, isVisible, type Visitor, visible, waitFor } from "./visitor.ts";

const noPopover = (source: string) =>
  source.replace(/\s(popover(target(action)?)?|command(for)?)(="[^"]*")?(?=[\s>/])/gi, "");
const noAnchors = (source: string) =>
  source
    .replace(/(anchor-name|position-anchor|position-area|position-try[a-z-]*)\s*:/g, "--none:")
    .replace(/anchor-size\(|anchor\(/g, "unknown(");
/** The question whether there is such a function gets the same answer as its use. */
const noLightDark = (source: string) => source.replaceAll("light-dark(", "unknown(");
const noDialog = (source: string) => source.replace(/<(\/?)dialog\b/g, "<$1x-dialog");
const all = (source: string) => noDialog(noLightDark(noAnchors(noPopover(source))));

/** Without what the form is drawn with. */
const forms = [
  { name: "without light-dark()", rewrite: noLightDark, form: interestCase },
  { name: "without any of them", rewrite: all, form: interestCase },
  { name: "without any of them", rewrite: all, form: applicationCase },
];

/** Without what the menus need at this width. */
const menus = [
  ...[390, 1280].flatMap((width) => [
    { width, name: "without popover and commands", rewrite: noPopover },
    { width, name: "without any of them", rewrite: all },
    { width, name: "without scripts", rewrite: undefined },
  ]),
  { width: 390, name: "without <dialog>", rewrite: noDialog },
  { width: 1280, name: "without anchor positioning", rewrite: noAnchors },
];

/** What a browser that lacks a feature makes of the pages: the feature is taken out of what is delivered. */
export const olderBrowserJourneys: Journey[] = [
  ...forms.map(
    ({ name, rewrite, form }): Journey => ({
      name: `${name}, the form is seen and sent: ${form.name}`,
      needs: ["features"],
      async run(world) {
        const { visitor, server } = world;
        server.rewrite = rewrite;
        // The oldest have no use for the script either; what is delivered has to do.
        server.missing = /\.m?js(\?|$)/;
        await visitor.open(world.address + form.path);
        expect(await fieldsWithoutEdge(visitor)).toEqual([]);
        await fillInByKeys(visitor, form);
        await sendByKeys(visitor);
        await waitForReceivedPage(visitor);
        expect(await world[form.table]()).toHaveLength(1);
      },
    }),
  ),
  ...menus.map(
    ({ width, name, rewrite }): Journey => ({
      name: `${name}, every page is reached at ${width} px`,
      needs: ["features", "scripts off"],
      visit: { scripts: false },
      async run({ visitor, server, address }) {
        server.rewrite = rewrite;
        await visitor.resize(width, 844);
        await visitor.open(address);
        expect(await unreachable(visitor, address)).toEqual([]);
      },
    }),
  ),
];

/** Names of fields and buttons whose edge and ground cannot be told from the page's. */
function fieldsWithoutEdge(visitor: Visitor): Promise<string[]> {
  return visitor.evaluate(`[...document.querySelectorAll("form input, form select, form textarea, form button")]
    .filter((field) => {
      if (field.type === "hidden" || field.closest(".trap") || field.matches("[type=checkbox], [type=radio]")) return false;
      const { borderTopStyle, borderTopWidth, borderTopColor, backgroundColor } = getComputedStyle(field);
      const clear = (color) => color === "transparent" || /, 0\\)$/.test(color);
      return (borderTopStyle === "none" || parseFloat(borderTopWidth) === 0 || clear(borderTopColor)) && clear(backgroundColor);
    }).map((field) => field.name || field.type)`);
}

/** Pages of the menus that a visitor does not find who opens what can be opened and follows what can be seen. */
async function unreachable(visitor: Visitor, address: string): Promise<string[]> {
  const menus = [...navigation.header, ...navigation.sheet].flatMap(({ links }) => links.map(({ to }) => to));
  const ends = new Map<string, string>();
  for (const to of menus) ends.set(to, new URL((await fetch(address + to)).url).pathname);
  const wanted = new Set(ends.values());
  const visited = new Set<string>();
  const queue = ["/"];
  // Home, and the pages that it leads to.
  for (let step = 0; step < 2 && wanted.size > 0; step += 1) {
    for (const path of queue.splice(0)) {
      if (visited.has(path) || wanted.size === 0) continue;
      visited.add(path);
      await visitor.open(address + path);
      const links = await visibleLinks(visitor);
      if (path === "/") links.push(...(await openedLinks(visitor)));
      for (const seen of links) {
        wanted.delete(ends.get(seen) ?? seen);
        queue.push(seen);
      }
    }
  }
  return [...wanted];
}

/** Links that come to light when sheet, groups and menus are opened one after the other. */
async function openedLinks(visitor: Visitor): Promise<string[]> {
  const links: string[] = [];
  const { words, header, sheet } = navigation;
  const isPhone = await isVisible(visitor, `[aria-label="${words.open}"]`);
  if (isPhone) await click(visitor, { role: "button", name: words.open });
  const role = isPhone ? ("summary" as const) : ("button" as const);
  for (const { label } of isPhone ? [...header, ...sheet] : header) {
    // What is not there cannot be opened.
    if (isPhone && !(await isVisible(visitor, "#sheet summary"))) continue;
    await click(visitor, { role, name: label });
    links.push(...(await visibleLinks(visitor)));
  }
  return links;
}

async function visibleLinks(visitor: Visitor): Promise<string[]> {
  await waitFor(visitor, visible("a[href]"));
  return visitor.evaluate(`[...document.querySelectorAll("a[href^='/']")]
    .filter((link) => link.checkVisibility({ visibilityProperty: true }) && link.getBoundingClientRect().width > 1)
    .map((link) => link.pathname).filter((path) => !/\\.|^\\/events\\//.test(path))`);
}
