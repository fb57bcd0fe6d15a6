import { nearest } from "#system/nearest.ts";
import { elementRemedy } from "../messages/page-messages.ts";
import { blockNamed, pageBlocks } from "../page-blocks.ts";

/** Elements of HTML that may stand in the text, as they need no attributes. */
export const plainElements = ["br", "em", "strong", "sub", "sup", "small"];

/** Of two tags that do not fit together, the one of no block: its name is what is wrong. */
export function misspelledTag({ reason, line }: { reason: string; line: number }) {
  if (!/closing tag/.test(reason)) return undefined;
  const tags = [...reason.matchAll(/`<(\/?)([\w.]+)>`(?: \((\d+):)?/g)];
  // The opening one, which is named with its place, is named last.
  for (const [, slash, name = "", place] of tags.toReversed()) {
    const isElement = plainElements.includes(name) || elementRemedy(name) !== undefined;
    if (blockNamed(name) || isElement) continue;
    return { line: Number(place ?? line), text: noSuchBlock(name, slash) };
  }
  return undefined;
}

/** @param slash of a closing tag */
export function noSuchBlock(name: string, slash = ""): string {
  const names = Object.keys(pageBlocks);
  const near = names.find((one) => one.toLowerCase().includes(name.toLowerCase())) ?? nearest(name, names);
  const remedy =
    elementRemedy(name) ?? (near ? `write <${slash}${near}>` : `write one of ${names.join(", ")}`);
  return `found <${slash}${name}>; there is no such block; ${remedy}`;
}
