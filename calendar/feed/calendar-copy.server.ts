import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import * as v from "valibot";
import { removeDrafts, writePrivateFile } from "#system/private-files.server.ts";
import { dayLength } from "../time/wall-time.ts";
import type { FeedValidators } from "./fetch-feed.server.ts";

/** The last good answer of one feed. */
export interface FeedCopy extends FeedValidators {
  text: string;
  /** When the feed last confirmed it; UTC, ISO 8601. */
  checkedAt: string;
  /** When it first gave this text; UTC, ISO 8601. */
  changedAt?: string | undefined;
}

const copySchema = v.record(
  v.string(),
  v.object({
    text: v.string(),
    checkedAt: v.pipe(v.string(), v.isoTimestamp()),
    changedAt: v.optional(v.pipe(v.string(), v.isoTimestamp())),
    etag: v.optional(v.string()),
    lastModified: v.optional(v.string()),
  }),
);

/** A hash identifies a feed in the file, as its address may hold secrets. */
export function feedKey(feed: string): string {
  return createHash("sha256").update(feed).digest("hex").slice(0, 16);
}

/**
 * @returns copies by feed key; none when there is no file
 * @throws when the file cannot be read or is damaged
 */
export async function readCopies(file: string): Promise<Map<string, FeedCopy>> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}";
    throw error;
  });
  return new Map(Object.entries(v.parse(copySchema, JSON.parse(text))));
}

/** For so long the copies of feeds stay that only another process on the same folder asks, in milliseconds. */
const othersStay = 7 * dayLength;

/** Writes the copies. Other processes may write the same file at the same time: none sees a part, and copies of other feeds stay. */
export async function writeCopies(
  file: string,
  copies: ReadonlyMap<string, FeedCopy>,
  now: Date,
): Promise<void> {
  const known = await readCopies(file).catch(() => new Map<string, FeedCopy>());
  const others = [...known].filter(([, { checkedAt }]) => now.getTime() - Date.parse(checkedAt) < othersStay);
  const texts: string[] = [];
  for (const copy of new Map([...others, ...copies])) {
    // Each takes up to ten milliseconds, as reading them did.
    await nextTurn();
    texts.push(copy.map((part) => JSON.stringify(part)).join(":"));
  }
  await nextTurn();
  await writePrivateFile(file, `{${texts.join(",")}}`);
  removeDrafts(dirname(file), (name) => name.startsWith(`${basename(file)}.`));
}
