import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { nearest } from "#system/nearest.ts";
import { type ContentProblem, lineOf } from "../content-error.ts";

/** How files of a kind begin, by the ending of their names. */
const beginnings: Record<string, (start: Buffer) => boolean> = {
  jpg: (start) => start.subarray(0, 2).toString("hex") === "ffd8",
  png: (start) => start.subarray(1, 4).toString("latin1") === "PNG",
  webp: (start) => start.subarray(8, 12).toString("latin1") === "WEBP",
  avif: (start) => start.subarray(4, 12).toString("latin1") === "ftypavif",
  svg: (start) => start.toString("utf8").includes("<svg"),
};
beginnings.jpeg = beginnings.jpg as (start: Buffer) => boolean;

/**
 * Pictures that a content file names and that are not there.
 *
 * @param folder of the pictures, relative to `root`
 * @param names as the file says them
 * @param source of the file, for the lines
 */
export function checkPictureNames(
  names: readonly string[],
  folder: string,
  file: string,
  source: string,
  root: string,
): ContentProblem[] {
  const there = filesIn(folder, root);
  return names
    .filter((name) => !there.includes(name))
    .map((name) => {
      const near = nearest(name, there);
      const remedy = near ? `write ${near}, which is there` : "put it there, or take the line out";
      const text = `found the picture ${name}, which is not in ${folder}/; ${remedy}`;
      return { file, line: lineOf(name, source), text };
    });
}

/** Calendars of `content/` that are not there, or are none (RFC 5545, section 3.4). */
export function checkFeedFiles(
  feeds: readonly { line: number; to: string }[],
  file: string,
  root: string,
): ContentProblem[] {
  return feeds
    .filter(({ to }) => to.startsWith("content/"))
    .flatMap(({ line, to }) => {
      const place = join(root, to);
      if (!existsSync(place))
        return [
          {
            file,
            line,
            text: `found the calendar ${to}, which is not there; put it there, or take the feed out`,
          },
        ];
      if (/^\uFEFF?\s*BEGIN:VCALENDAR\s/i.test(readFileSync(place, "utf8"))) return [];
      const text =
        "this is no calendar; export it once more from your calendar program, as an iCalendar file (.ics)";
      return [{ file: to, line: 1, text }];
    });
}

/** Pictures that are not of the kind that their names say, or not whole, named or not: one that lies there is to be named. */
export async function checkPictures(folder: string, root: string): Promise<ContentProblem[]> {
  const problems = filesIn(folder, root).map(async (name) => {
    const file = join(root, folder, name);
    const text = await lookOnce(file, "picture", () => pictureMistake(file));
    return text ? [{ file: `${folder}/${name}`, line: 1, text }] : [];
  });
  return (await Promise.all(problems)).flat();
}

/**
 * The pictures of a folder that are too small for the place where they are shown, where they would be blurred.
 *
 * @param leastOf how many pixels the shorter side of a picture needs
 * @returns in the order of their names, with the pixels of the shorter side
 */
export async function smallPictures(
  folder: string,
  root: string,
  leastOf: (name: string) => number,
): Promise<{ name: string; pixels: number; least: number }[]> {
  const small = filesIn(folder, root).map(async (name) => {
    if (!/\.(jpe?g|png|webp|avif)$/.test(name)) return [];
    const least = leastOf(name);
    // What cannot be read is named by checkPictures.
    const { width, height } = await sharp(join(root, folder, name))
      .metadata()
      .catch(() => ({ width: least, height: least }));
    const pixels = Math.min(width, height);
    return pixels < least ? [{ name, pixels, least }] : [];
  });
  return (await Promise.all(small)).flat();
}

function filesIn(folder: string, root: string): string[] {
  // git keeps no folder that has nothing in it.
  return existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
}

/** What was found last: development checks at every load of a page, and reading large photos and fonts takes seconds. */
const looked = new Map<string, { version: string; found: unknown }>();

/** What `look` finds in a file, or found when the file was as it is now. @param what tells looks at one file apart */
export function lookOnce<Found>(file: string, what: string, look: () => Found): Found {
  const { mtimeMs, ctimeMs, size } = statSync(file);
  const version = `${mtimeMs} ${ctimeMs} ${size}`;
  const key = `${what} ${file}`;
  const known = looked.get(key);
  if (known?.version === version) return known.found as Found;
  const found = look();
  looked.set(key, { version, found });
  return found;
}

/** @returns nothing when all is well */
async function pictureMistake(file: string): Promise<string> {
  const ending = file.split(".").at(-1) ?? "";
  const isRight = beginnings[ending];
  if (!isRight) return "";
  const bytes = readFileSync(file);
  if (!isRight(bytes.subarray(0, 1_000)))
    return "this is no picture of the kind that its name says; open it in a picture program and save it anew, as JPEG";
  try {
    // Smaller, as it takes a part of the time; the whole file is read all the same. Of a drawing it is read for its measures.
    if (ending === "svg") await sharp(bytes).metadata();
    else await sharp(bytes).resize(8).raw().toBuffer();
    return "";
  } catch {
    return "the picture cannot be read to its end; copy it here again, or open it in a picture program and save it anew";
  }
}
