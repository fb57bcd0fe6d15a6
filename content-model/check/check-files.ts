import { closeSync, existsSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
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
 * Pictures that a content file names and that are not there, or not of the kind that their names say.
 *
 * @param folder of the pictures, relative to `root`
 * @param names as the file says them
 * @param source of the file, for the lines
 */
export function checkPictures(
  names: readonly string[],
  folder: string,
  file: string,
  source: string,
  root: string,
): ContentProblem[] {
  // git keeps no folder that has nothing in it.
  const there = existsSync(join(root, folder)) ? readdirSync(join(root, folder)) : [];
  return names.flatMap((name) => {
    const problem = (text: string) => [{ file, line: lineOf(name, source), text }];
    if (!there.includes(name)) {
      const near = nearest(name, there);
      const remedy = near ? `write ${near}, which is there` : "put it there, or take the line out";
      return problem(`found the picture ${name}, which is not in ${folder}/; ${remedy}`);
    }
    const isRight = beginnings[name.split(".").at(-1) ?? ""]?.(startOf(join(root, folder, name)));
    if (isRight) return [];
    return problem(
      `${folder}/${name} is no picture of the kind that its name says; open it in a picture program and save it anew, as JPEG`,
    );
  });
}

function startOf(file: string): Buffer {
  const start = Buffer.alloc(1_000);
  const handle = openSync(file, "r");
  try {
    return start.subarray(0, readSync(handle, start));
  } finally {
    closeSync(handle);
  }
}
