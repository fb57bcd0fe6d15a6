import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import sharp from "sharp";
import { type ContentProblem, lineOf, problemsOf } from "../content-error.ts";
import { readUnfilled } from "../load-content.ts";
import type { Theme } from "../schemas/theme.schema.ts";
import { type FaceName, faceNames, faceWeights } from "../theme/faces.ts";
import { drawAll, openFont, weightsOf } from "../theme/font.ts";
import { lookOnce } from "./check-files.ts";

/** Fonts and a logo that content/theme.yaml names and from which nothing can be built. */
export async function checkTheme(root: string): Promise<readonly ContentProblem[]> {
  let theme: Theme | undefined;
  // Its own mistakes are named already, files that are not there among them.
  problemsOf(() => {
    theme = readUnfilled("theme.yaml", root);
  });
  if (!theme) return [];
  const { faces, logo } = theme;
  const placeOf = (name: string) => {
    const file = posix.join("content", name);
    return existsSync(join(root, file)) ? [file] : [];
  };
  const fonts = faceNames.flatMap((use) =>
    faces[use].files
      .flatMap(placeOf)
      .flatMap((file) => lookOnce(join(root, file), use, () => fontProblems(file, use, root))),
  );
  const [drawing] = logo ? placeOf(logo) : [];
  if (!drawing) return fonts;
  return [...fonts, ...(await lookOnce(join(root, drawing), "logo", () => logoProblems(drawing, root)))];
}

function fontProblems(file: string, use: FaceName, root: string): readonly ContentProblem[] {
  return problemsOf(() => {
    const font = openFont(readFileSync(join(root, file)), file);
    drawAll(font, file);
    weightsOf(font, file, faceWeights[use]);
  });
}

const takeOut = "take it out, or export the logo as plain SVG";
/** What a logo may not have, and what to do about it: it stands in pages and icons as it is. */
const unfit: [RegExp, string][] = [
  [/<(?:\w+:)?text\b/, "turn its letters into paths in the drawing program, as visitors lack their font"],
  [/<(?:\w+:)?(?:script|foreignObject)\b/, takeOut],
  [/(?<=\s)on[a-z]+\s*=\s*["']/, takeOut],
  [/\b(?:href|src)\s*=\s*(["'])(?!#|data:).*?\1/s, `nothing is loaded from elsewhere; ${takeOut}`],
  [/@import\b/, `nothing is loaded from elsewhere; ${takeOut}`],
  [/\burl\(\s*["']?(?!["'#]|data:)[^)]*\)/, `nothing is loaded from elsewhere; ${takeOut}`],
];

async function logoProblems(file: string, root: string): Promise<ContentProblem[]> {
  const source = readFileSync(join(root, file), "utf8");
  const problem = (found: string, remedy: string) => [
    { file, line: lineOf(found, source), text: `found ${found}; ${remedy}` },
  ];
  // As the build takes it: what stands before it is left out.
  const drawing = source.slice(Math.max(source.search(/<svg\b/), 0));
  const measures = await measuresOf(drawing);
  if (measures?.format !== "svg")
    return problem("no whole SVG drawing", "export it once more from the drawing program, as plain SVG");
  const [head = ""] = /^<svg\b[^>]*>/.exec(drawing) ?? [];
  if (!/\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(head))
    return problem("no xmlns=", 'write xmlns="http://www.w3.org/2000/svg" behind <svg');
  if (!/\sviewBox\s*=/.test(head)) {
    const { width, height } = measures;
    return problem("no viewBox", `write viewBox="0 0 ${width} ${height}" behind <svg`);
  }
  for (const [pattern, remedy] of unfit) {
    const [found] = pattern.exec(drawing) ?? [];
    if (found) return problem(found, remedy);
  }
  if (!/<(?:\w+:)?(?:path|circle|ellipse|rect|line|polyline|polygon|use)\b/.test(drawing))
    return problem("no shapes in it", "export it with its lines and areas, not as a photo");
  return [];
}

/** Undefined of what cannot be read to its end. */
async function measuresOf(drawing: string) {
  try {
    return await sharp(Buffer.from(drawing)).metadata();
  } catch {
    return undefined;
  }
}
