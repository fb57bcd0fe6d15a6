import { setImmediate as nextTurn } from "node:timers/promises";

/** For so many milliseconds work keeps the thread at a time. */
const longest = 10;

/** All of what is made one by one and takes long together; in between the thread does what else there is to do. */
export async function inTurns<Item>(items: Iterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  let begun = performance.now();
  for (const item of items) {
    all.push(item);
    if (performance.now() - begun < longest) continue;
    await nextTurn();
    begun = performance.now();
  }
  return all;
}
