import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** One of several processes that serve the site, at a port that it keeps over upgrades. */
export class Instance {
  readonly port: number;
  readonly #env: Record<string, string>;
  #process: ChildProcess | undefined;
  #exit: Promise<unknown[]> | undefined;

  constructor(port: number, env: Record<string, string>) {
    this.port = port;
    this.#env = env;
  }

  /**
   * Starts a version, and waits until it is ready.
   *
   * @param tree its sources, with a build
   */
  async start(tree: string): Promise<void> {
    const child = spawn(process.execPath, [join(tree, "tooling/start.ts")], {
      cwd: tree,
      env: { ...process.env, ...this.#env, PORT: String(this.port) },
      stdio: "ignore",
    });
    this.#process = child;
    this.#exit = once(child, "exit");
    while (!(await this.#isReady())) {
      if (child.exitCode !== null) throw new Error(`the version in ${tree} ended with ${child.exitCode}`);
      await sleep(100);
    }
  }

  /** @returns how it has ended: its exit code and the signal */
  async end(signal: "SIGTERM" | "SIGKILL"): Promise<unknown[]> {
    this.#process?.kill(signal);
    return (await this.#exit) ?? [];
  }

  #isReady(): Promise<boolean> {
    return fetch(`http://127.0.0.1:${this.port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

/** Folders of a tree that are not its sources, or are shared by its copies. */
const notCopied = new Set([".git", ".cache", ".react-router", "node_modules", "data", "release"]);

/** A copy of the tree with its build, in a new folder, with the same packages. */
export function copyTree(tree: string): string {
  const copy = mkdtempSync(join(tmpdir(), "version-"));
  const names = readdirSync(tree).filter((name) => !notCopied.has(name) && !name.startsWith("build."));
  spawnSync("cp", ["-a", ...names.map((name) => join(tree, name)), copy]);
  symlinkSync(join(tree, "node_modules"), join(copy, "node_modules"));
  return copy;
}
