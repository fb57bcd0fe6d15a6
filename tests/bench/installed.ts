import { execFileSync } from "node:child_process";
import { globSync, lstatSync } from "node:fs";
import { join } from "node:path";
import { root } from "#tooling/root.ts";
import { budgets } from "./budgets.ts";
import type { Figure } from "./figures.ts";

/** How much of the disk the packages take: those that a built site runs with, and all. */
export async function installed(): Promise<Figure[]> {
  const args = ["ls", "--all", "--omit=dev", "--parseable"];
  const folders = execFileSync("npm", args, { cwd: root, encoding: "utf8" }).trim().split("\n").slice(1);
  // One that lies within another is counted with it.
  const outermost = folders.filter((one) => !folders.some((other) => one.startsWith(`${other}/`)));
  return [
    {
      what: "packages to run a built site (`npm install --omit=dev`)",
      ...{ measured: sum(outermost), unit: "MB", budget: budgets.installedToRun },
      beside: `${folders.length} packages`,
    },
    {
      what: "packages to build and test as well (`npm install`)",
      ...{ measured: sum([join(root, "node_modules")]), unit: "MB", budget: budgets.installed },
    },
    {
      what: "packages of rarely run commands, as far as they are installed here",
      ...{ measured: sum(globSync(join(root, "tests/*/node_modules"))), unit: "MB" },
      beside:
        "tests in other browsers, visits of the bench, trials by mutation, PostgreSQL where the system has none",
    },
  ];
}

/** Megabytes that the folders take on the disk; a file with two names, as Node's program has, takes them once. */
function sum(folders: string[]): number {
  const files = folders.flatMap((folder) =>
    globSync("**", { cwd: folder }).map((name) => lstatSync(join(folder, name))),
  );
  const blocks = new Map(files.map(({ dev, ino, blocks }) => [`${dev} ${ino}`, blocks]));
  return blocks.values().reduce((all, each) => all + each, 0) / 2_048;
}
