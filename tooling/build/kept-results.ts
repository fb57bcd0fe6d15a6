import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../root.ts";

const file = join(root, ".cache/results.json");

/** Values that the last build has made, by a hash of all that they are made of. */
export class KeptResults {
  readonly #before = keptBefore();
  readonly #used: Record<string, unknown> = {};

  /** @param of all that the value depends on */
  async get<Value>(of: string[], make: () => Promise<Value> | Value): Promise<Value> {
    const key = hashOf(...of);
    const value = key in this.#before ? (this.#before[key] as Value) : await make();
    this.#used[key] = value;
    return value;
  }

  /** Keeps what has been asked for, and forgets the rest. */
  save(): void {
    mkdirSync(dirname(file), { recursive: true });
    const own = `${file}.${process.pid}`;
    writeFileSync(own, JSON.stringify(this.#used));
    renameSync(own, file);
  }
}

/** Nothing where there is none, or no whole one. */
function keptBefore(): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return {};
  }
}

/** @param parts in this order; which bytes belong to which of them counts */
export function hashOf(...parts: (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${Buffer.byteLength(part)} `).update(part);
  return hash.digest("hex").slice(0, 32);
}
