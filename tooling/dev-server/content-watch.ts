import { globSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { filledFrom } from "#content-model/counts.ts";

/** What became of the files of content/ since the last look. */
interface ContentChanges {
  /** Absolute paths of files that say something else, or whose texts take something from one that does. */
  changed: string[];
  /** Whether files came or went. */
  isOtherList: boolean;
}

/**
 * Looks at the times of the owner's files, so that a page which is loaded right after a file was saved shows what it says:
 * what watches files comes a moment later.
 */
export class ContentWatch {
  readonly #folder: string;
  #seen: Map<string, number>;

  constructor(root: string) {
    this.#folder = join(root, "content");
    this.#seen = this.#look();
  }

  changes(): ContentChanges {
    const before = this.#seen;
    const now = this.#look();
    this.#seen = now;
    const changed = [...now.keys()].filter((file) => before.has(file) && before.get(file) !== now.get(file));
    const isFilledFrom = changed.some((file) => filledFrom.includes(relative(this.#folder, file)));
    return {
      changed: isFilledFrom ? [...now.keys()].filter((file) => /\.(yaml|mdx)$/.test(file)) : changed,
      isOtherList: now.size !== before.size || [...now.keys()].some((file) => !before.has(file)),
    };
  }

  #look(): Map<string, number> {
    const files = globSync("**/*.*", { cwd: this.#folder }).map((name) => join(this.#folder, name));
    return new Map(files.map((file) => [file, statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0]));
  }
}
