import { nearest } from "#system/nearest.ts";
import type { ContentProblem } from "../content-error.ts";
import { readSource } from "../content-source.ts";
import { readUnfilled } from "../load-content.ts";

const file = "content/navigation.yaml";

/**
 * Folders of pages whose crumb would lead nowhere, and lines under `sections` that no page has.
 *
 * @param pages addresses of content/pages/
 * @param routes those that the program answers, for example /contact
 * @param isAddress whether something answers at an address, or it leads to what does
 */
export function checkSections(
  pages: readonly string[],
  routes: readonly string[],
  isAddress: (address: string) => boolean,
  root: string,
): ContentProblem[] {
  const source = readSource(file, root);
  const start = Math.max(0, source.search(/^sections:/m));
  const problem = (text: string, place = start) => ({
    file,
    line: source.slice(0, place).split("\n").length,
    text,
  });
  const dead = [...new Set(pages.flatMap(foldersOf))].filter((folder) => !isAddress(folder));
  const used = [...pages, ...routes].map((address) => address.split("/")[1]);
  const unused = Object.keys(readUnfilled("navigation.yaml", root).sections).filter(
    (name) => !used.includes(name),
  );
  return [
    ...dead.map((folder) => problem(deadText(folder, pages))),
    ...unused.map((name) => {
      const near = nearest(
        name,
        dead.map((folder) => folder.slice(1)),
      );
      const text = `found the section ${name}, and content/pages/ has no folder of this name; ${near ? `write ${near}` : "take it out"}`;
      return problem(text, Math.max(start, source.indexOf(`${name}:`, start)));
    }),
  ];
}

/** Of /a/b/c the addresses /a and /a/b, which are links in its breadcrumbs. */
function foldersOf(page: string): string[] {
  const parts = page.split("/");
  return parts.slice(2).map((_part, place) => parts.slice(0, place + 2).join("/"));
}

function deadText(folder: string, pages: readonly string[]): string {
  const inside = pages.filter((page) => page.startsWith(`${folder}/`));
  const to = inside.find((page) => page === `${folder}/overview`) ?? inside[0];
  const name = folder.slice(1);
  const label = name.charAt(0).toUpperCase() + name.slice(1);
  const remedy = name.includes("/")
    ? `write under moved, for example, ${folder}: ${to}`
    : `write under sections, for example, ${name}: { label: ${label}, to: ${to} }`;
  return `found nothing of the folder content/pages${folder}/, to which the breadcrumbs of its pages lead; ${remedy}`;
}
