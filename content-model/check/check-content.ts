import { globSync } from "node:fs";
import { join, sep } from "node:path";
import { nearest } from "#system/nearest.ts";
import { canonicalBy, movedAddresses } from "../addresses.ts";
import { type ContentProblem, problemLine, problemsOf } from "../content-error.ts";
import { contentFiles } from "../content-schemas.ts";
import { missingFile, readSource, splitPage } from "../content-source.ts";
import { readFrontMatter, readUnfilled } from "../load-content.ts";
import { isBareAddress, isDialed } from "../schemas/text.schema.ts";
import { checkPictures } from "./check-files.ts";
import { checkMarks } from "./check-marks.ts";
import { type CheckedPage, checkPage, type PageLink } from "./check-page.ts";
import { checkPlaceholders, nothingCounted } from "./check-placeholders.ts";
import { checkSections } from "./check-sections.ts";
import { checkTheme } from "./check-theme.ts";
import { addressesIn, checkYaml, pictureFolders } from "./check-yaml.ts";

/** What of the site lies outside of content/. */
export interface SiteAddresses {
  /** Addresses that the program answers, for example /contact; `:` begins a part that may be anything. */
  routes: readonly string[];
}

interface Site extends SiteAddresses {
  /** The one spelling of an address, after it has moved; undefined when it is none. */
  canonical(path: string): string | undefined;
}

/** A link with the place where it stands. */
type FoundLink = PageLink & { file: string };

/** Places in every page, beside its headings. */
const commonAnchors = ["main", "site-map"];

/**
 * Every rule of the owner's files: names and lines of each, the blocks and marks of pages, pictures, links and the places in
 * pages that links lead to.
 *
 * @param root the project's root
 * @param checkText reads the text of a page; a build keeps what `checkPage` has found in it, and its code
 * @returns what is wrong, in the order of the files; each problem once
 */
export async function checkContent(
  root: string,
  addresses: SiteAddresses,
  checkText: (text: string, file: string, linesBefore: number) => Promise<CheckedPage> = checkPage,
): Promise<ContentProblem[]> {
  const list = (pattern: string) =>
    globSync(pattern, { cwd: join(root, "content") })
      .map((name) => `content/${name.split(sep).join("/")}`)
      .sort();
  const problems: ContentProblem[] = [];
  let moved: ReadonlyMap<string, string> | undefined;
  problems.push(
    ...problemsOf(() => {
      moved = movedAddresses(readUnfilled("navigation.yaml", root));
    }),
  );
  const site: Site = { ...addresses, canonical: canonicalBy(moved ?? new Map()) };
  const links: FoundLink[] = [];

  // What casts the sample portraits lies among them and is not the owner's.
  const yamlFiles = list("**/*.{yaml,yml}").filter((file) => !file.startsWith("content/people/photos/"));
  // One that ends in .yml is told of by its own name.
  const there = yamlFiles.map((file) => file.replace(/\.yml$/, ".yaml"));
  const missing = contentFiles.map((name) => `content/${name}`).filter((file) => !there.includes(file));
  problems.push(...missing.map(missingFile));
  for (const file of yamlFiles) {
    const found = checkYaml(file, root);
    problems.push(...found.problems);
    links.push(...found.links.map((link) => ({ ...link, file })));
  }
  problems.push(...(await checkTheme(root)));
  for (const { folder } of pictureFolders) problems.push(...(await checkPictures(folder, root)));

  const anchors = new Map<string, readonly string[] | undefined>();
  for (const file of list("pages/**/*.*")) {
    const path = file.slice("content/pages".length).replace(/\.mdx$/, "");
    problems.push(...checkName(file, path, site));
    if (!file.endsWith(".mdx")) continue;
    let source: string | undefined;
    const found = problemsOf(() => {
      source = readSource(file, root);
      readFrontMatter(source, file, root);
    });
    problems.push(...found);
    if (source === undefined) {
      anchors.set(path, undefined);
      continue;
    }
    const { frontMatter, line, text } = splitPage(source);
    // Below the line with the mark.
    const front = `\n${frontMatter}`;
    if (found.length === 0) {
      problems.push(...checkPlaceholders(front, file, root), ...checkMarks(front, file));
      links.push(...addressesIn(front).links.map((link) => ({ ...link, file })));
    }
    const page = await checkText(text, file, line - 1);
    // Without its beginning a page has other lines, too, where none are text.
    if (frontMatter !== undefined) problems.push(...page.problems);
    problems.push(...missingSites(page, file, root), ...emptyLists(page, file, root));
    anchors.set(path, page.anchors);
    links.push(...page.links.map((link) => ({ ...link, file })));
  }
  // Without the menus nobody knows what has moved.
  if (moved) {
    const told = new Set(problems.map(({ file, line }) => `${file}:${line}`));
    const untold = links.filter(({ file, line }) => !told.has(`${file}:${line}`));
    problems.push(...untold.flatMap((link) => checkLink(link, anchors, site)));
    problems.push(...checkSections([...anchors.keys()], site.routes, isKnown(anchors, site), root));
  }
  const each = new Map(problems.map((problem) => [problemLine(problem), problem]));
  if (!moved)
    for (const [line, problem] of each)
      if (problem.file === "content/navigation.yaml") each.set(line, { ...problem, hidesMore: true });
  return [...each.values()].sort(byPlace);
}

/** What the page leads to, and content/site.yaml does not name. */
function missingSites({ sites }: CheckedPage, file: string, root: string): ContentProblem[] {
  if (sites.length === 0) return [];
  let known: object | undefined;
  // Its own mistakes are named already.
  problemsOf(() => {
    known = readUnfilled("site.yaml", root).links;
  });
  return sites
    .filter(({ name }) => known && !(name in known))
    .map(({ line, name }) => {
      const remedy = "content/site.yaml has no such line under links; write it there, or take this out";
      return { file, line, text: `found name="${name}": ${remedy}` };
    });
}

/** What a page shows or counts of which there is none. */
function emptyLists({ counted }: CheckedPage, file: string, root: string): ContentProblem[] {
  return counted.flatMap(({ line, of, found }) => {
    const none = nothingCounted(of, root);
    return none ? [{ file, line, text: `found ${found}; ${none}` }] : [];
  });
}

function byPlace(one: ContentProblem, other: ContentProblem): number {
  if (one.file !== other.file) return one.file < other.file ? -1 : 1;
  return one.line - other.line;
}

/** Whether a page's file has a name that can be an address, and one that no other page has. */
function checkName(file: string, path: string, { routes, canonical }: Site): ContentProblem[] {
  const problem = (text: string) => [{ file, line: 1, text }];
  if (!file.endsWith(".mdx")) return problem("found a file that is no page; a page's name ends in .mdx");
  if (!/^(\/[a-z0-9]+(-[a-z0-9]+)*)+$/.test(path))
    return problem(
      `found the address ${path}; name the file with small letters, digits and hyphens, as it becomes the page's address`,
    );
  if (canonical(path) !== path)
    return problem(
      `content/navigation.yaml says that ${path} has moved; take it out there, or give the file another name`,
    );
  if (routes.some((route) => matches(route, path)))
    return problem(`the address ${path} is taken by another page; give the file another name`);
  return [];
}

function checkLink(
  { file, line, to }: FoundLink,
  anchors: ReadonlyMap<string, readonly string[] | undefined>,
  site: Site,
): ContentProblem[] {
  const { routes, canonical } = site;
  const problem = (text: string) => [
    {
      file,
      line,
      text: `found ${to.trim() === "" ? "a link without an address" : `the link ${to}`}; ${text}`,
    },
  ];
  if (to.trim() === "") return problem("write where it leads between the round brackets");
  const [, scheme, target = ""] = /^(mailto|tel):([^?]*)/i.exec(to) ?? [];
  if (scheme && !(scheme.toLowerCase() === "tel" ? isDialed(target) : target.split(",").every(isBareAddress)))
    return problem("this is nobody's address or number; write mailto:us@example.org or tel:+14155550142");
  if (/^(https?|mailto|tel):/i.test(to)) {
    if (!URL.canParse(to)) return problem("this is no address; write for example https://www.example.org");
    const isOwnMachine = /^https?:\/\/(localhost|127\.0\.0\.1)\b/i.test(to);
    return isOwnMachine ? problem(`only your machine knows it; write ${URL.parse(to)?.pathname}`) : [];
  }
  if (/^[^\s/]+@[^\s/]+\.[^\s/]+$/.test(to)) return problem(`write mailto:${to}`);
  const own = file.startsWith("content/pages/")
    ? file.slice("content/pages".length).replace(/\.mdx$/, "")
    : "";
  const [, path = "", anchor] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(to) ?? [];
  if (path !== "" && !/^\/(?!\/)/.test(path))
    return problem("write an address of this site that starts with one /, or a full one with https://");
  const address = path === "" ? own : (canonical(path) ?? path);
  if (!isKnown(anchors, site)(address)) {
    if (/\.(pdf|docx?|xlsx?|pptx?|zip|jpe?g|png|mp[34])$/i.test(address))
      return problem(
        "this site has pages and no files; write the full address of the file where it lies, with https://",
      );
    const near = nearest(address, [...anchors.keys(), ...routes.filter((route) => !route.includes(":"))]);
    return problem(
      `this site has no such page; ${near ? `write ${near}` : "write the address of a page that is there, or take it out"}`,
    );
  }
  const isRead = !anchors.has(address) || anchors.get(address) !== undefined;
  if (!anchor || commonAnchors.includes(anchor) || !isRead) return [];
  const there = anchors.get(address) ?? [];
  if (there.includes(anchor)) return [];
  return problem(
    there.length > 0
      ? `${address} has no place #${anchor}; write one of ${there.map((id) => `#${id}`).join(", ")}`
      : `${address} has no place #${anchor}; write ${address} alone`,
  );
}

/** Whether something answers at an address, after it has moved. */
const isKnown =
  (anchors: ReadonlyMap<string, unknown>, { routes, canonical }: Site) =>
  (address: string): boolean => {
    const place = canonical(address) ?? address;
    return anchors.has(place) || routes.some((route) => matches(route, place));
  };

function matches(route: string, address: string): boolean {
  if (!route.includes(":")) return route === address;
  const parts = route.split("/");
  const given = address.split("/");
  return (
    parts.length === given.length &&
    parts.every((part, place) => part.startsWith(":") || part === given[place])
  );
}
