import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { serverProcess } from "#system/server-process.ts";
import { root } from "#tooling/root.ts";
import { budgets } from "./budgets.ts";
import type { Figure, Run } from "./figures.ts";
import { ask, memoryOf, startSite } from "./servers.ts";

/** A copy of the project with many content pages: how long it builds, again after one edit, and starts. */
export async function growth({ quick, folder }: Run): Promise<Figure[]> {
  const count = quick ? 100 : 1_000;
  const place = join(folder, "project");
  copyProject(place);
  const files = addPages(place, count);
  const first = await build(place);
  appendFileSync(files[0] ?? "", "\nOne more sentence, which nobody had written before.\n");
  const again = await build(place);
  const site = await startSite({ DATA_DIR: join(folder, "data") }, place);
  const last = await ask(`${site.address}/framework/page-${count}`);
  if (last.status !== 200) throw new Error(`the last page was answered ${last.status}`);
  const memory = memoryOf(site.pid);
  await site.stop();
  const pages = `${count.toLocaleString("en")} content pages`;
  return [
    {
      what: `${pages}: build`,
      measured: first.seconds,
      unit: "s",
      budget: budgets.build,
      beside: "pictures of the sample from the cache",
    },
    {
      what: `${pages}: memory of the build`,
      measured: first.memory,
      unit: "MB",
      budget: budgets.buildMemory,
    },
    {
      what: `${pages}: build after one edit`,
      measured: again.seconds,
      unit: "s",
      budget: budgets.buildAgain,
    },
    { what: `${pages}: start`, measured: site.startedIn, unit: "s", budget: budgets.start },
    { what: `${pages}: memory of the site`, measured: memory, unit: "MB" },
  ];
}

/** What is under version control, and what builds keep of pictures; packages are linked. */
function copyProject(place: string): void {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
  for (const file of files.filter((name) => name !== "" && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(place, file)), { recursive: true });
    cpSync(join(root, file), join(place, file));
  }
  const pictures = join(root, ".cache/pictures");
  if (existsSync(pictures)) cpSync(pictures, join(place, ".cache/pictures"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(place, "node_modules"));
}

/** Copies of an article beside it, each with words of its own. */
function addPages(place: string, count: number): string[] {
  const article = readFileSync(join(place, "content/pages/framework/overview.mdx"), "utf8");
  return Array.from({ length: count }, (_, index) => {
    const file = join(place, `content/pages/framework/page-${index + 1}.mdx`);
    const own = article
      .replace(/^title: .*$/m, `title: Sample page ${index + 1}`)
      .replace(/^heading: .*$/m, `heading: Sample page ${index + 1}`)
      .replace(/^description: >-\n/m, `$&  Sample page ${index + 1}.\n`);
    writeFileSync(file, `${own}\nThis is sample page ${index + 1}.\n`);
    return file;
  });
}

/** @returns how long it took, and the most megabytes that its processes held together */
async function build(place: string): Promise<{ seconds: number; memory: number }> {
  const began = performance.now();
  // As `npm run build` does it.
  const child = spawn(process.execPath, [...serverProcess.arguments, "tooling/build/build.ts"], {
    cwd: place,
    env: { ...process.env, ...serverProcess.variables },
    // A group of its own, by which its processes are known.
    detached: true,
    stdio: ["ignore", "ignore", "inherit"],
  });
  let memory = 0;
  const look = setInterval(() => {
    memory = Math.max(memory, memoryOfGroup(child.pid as number));
  }, 200);
  const [code] = await once(child, "exit");
  clearInterval(look);
  if (code !== 0) throw new Error(`the build of ${place} failed`);
  return { seconds: (performance.now() - began) / 1_000, memory };
}

function memoryOfGroup(group: number): number {
  return globSync("/proc/[0-9]*").reduce((sum, folder) => {
    try {
      const fields = readFileSync(join(folder, "stat"), "utf8").split(") ")[1]?.split(" ") ?? [];
      return Number(fields[2]) === group ? sum + memoryOf(Number(folder.slice("/proc/".length))) : sum;
    } catch {
      // It has ended meanwhile.
      return sum;
    }
  }, 0);
}
