import { join } from "node:path";
import { isPair, isScalar, visit } from "yaml";
import { type ContentProblem, problemsOf } from "../content-error.ts";
import { schemaFor } from "../content-schemas.ts";
import { readSource } from "../content-source.ts";
import { loadContentFile, readUnfilled } from "../load-content.ts";
import { yamlDocument } from "../yaml-document.ts";
import { checkFeedFiles, checkPictureNames } from "./check-files.ts";
import { checkMarks } from "./check-marks.ts";
import type { PageLink } from "./check-page.ts";
import { checkPlaceholders } from "./check-placeholders.ts";

/**
 * What is wrong with a YAML file, and where it leads. On a line that breaks its schema nothing else is looked for, in a file whose marks
 * do not fit together nowhere.
 */
export function checkYaml(file: string, root: string): { problems: ContentProblem[]; links: PageLink[] } {
  const problems = [...problemsOf(() => loadContentFile(join(root, file), root))];
  const told = new Set(problems.filter((problem) => problem.file === file).map(({ line }) => line));
  let source: string | undefined;
  problemsOf(() => {
    source = readSource(file, root);
  });
  // What nothing reads need not be mended: a copy that somebody keeps, for example.
  if (!schemaFor(file)) return { problems, links: [] };
  if (source === undefined || yamlDocument(source).document.errors.length > 0) return { problems, links: [] };
  const named = addressesIn(source);
  const folder = pictureFolders.find(({ of }) => file.startsWith(of))?.folder;
  const more = [
    ...checkMarks(source, file),
    ...checkFeedFiles(named.feeds, file, root),
    ...(folder ? checkPictureNames(named.pictures, folder, file, source, root) : []),
    ...placeholdersIn(source, file, root),
    ...(file === "content/home.yaml" ? checkSpotlightWords(root) : []),
  ];
  problems.push(...more.filter((problem) => problem.file !== file || !told.has(problem.line)));
  return { problems, links: named.links };
}

/** The home page leaves the spotlight out without names, and needs words for it with them. */
function checkSpotlightWords(root: string): readonly ContentProblem[] {
  let isWordless = false;
  // Their own mistakes are named already.
  problemsOf(() => {
    isWordless =
      !readUnfilled("home.yaml", root).spotlight && readUnfilled("people/spotlight.yaml", root).length > 0;
  });
  if (!isWordless) return [];
  const text =
    "'spotlight': found nothing; write 'spotlight:' and what belongs to it, or [] in the place of the names in content/people/spotlight.yaml";
  return [{ file: "content/home.yaml", line: 1, text }];
}

/** Those of files from which texts are filled in are told with these. */
function placeholdersIn(source: string, file: string, root: string): readonly ContentProblem[] {
  let found: readonly ContentProblem[] = [];
  const others = problemsOf(() => {
    found = checkPlaceholders(source, file, root);
  });
  return [...found, ...others];
}

/** Where the pictures lie that files of these names name. */
export const pictureFolders = [
  { of: "content/people/", folder: "content/people/photos" },
  { of: "content/events/images.yaml", folder: "content/events/images" },
];

/** What stands behind `to:`, behind old addresses under `moved:` and behind `address:`, with its lines, and behind `photo:` and `file:`. */
export function addressesIn(source: string): { links: PageLink[]; feeds: PageLink[]; pictures: string[] } {
  const { document, lines } = yamlDocument(source);
  const found = { links: [] as PageLink[], feeds: [] as PageLink[], pictures: [] as string[] };
  visit(document, {
    Pair(_key, { key, value }, path) {
      if (!isScalar(key) || !isScalar(value) || typeof value.value !== "string") return;
      const link = { line: lines.linePos(value.range?.[0] ?? 0).line, to: value.value };
      const isMoved = path.some((one) => isPair(one) && isScalar(one.key) && one.key.value === "moved");
      if (key.value === "to" || isMoved) found.links.push(link);
      if (key.value === "address") found.feeds.push(link);
      if (key.value === "photo" || key.value === "file") found.pictures.push(link.to);
    },
  });
  return found;
}
