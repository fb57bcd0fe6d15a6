import { hash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { Detector, type IClone, type IMapFrame, MemoryStore, weak } from "@jscpd/core";
import { Tokenizer } from "@jscpd/tokenizer";

/** The last step of `npm run check`: names code that stands in two places, comments aside, and ends with 1 if there is any. */
const folders = "{app,calendar,content-model,database,samples,server,staff,submissions,system,tests,tooling}";
const options = {
  ...{ minTokens: 110, minLines: 6, maxLines: Number.POSITIVE_INFINITY, mode: weak },
  // The same digest as jscpd's own, which is not Node's and takes three times as long.
  hashFunction: (text: string) => hash("md5", text),
};

// The store refuses by an error what it has not seen before.
Error.stackTraceLimit = 0;
const detector = new Detector(new Tokenizer(), new MemoryStore<IMapFrame>(), [], options);
const clones: IClone[] = [];
for (const file of globSync(`${folders}/**/*.{ts,tsx}`, { exclude: ["**/node_modules"] }).sort()) {
  const format = file.endsWith("x") ? "tsx" : "typescript";
  clones.push(...(await detector.detect(file, readFileSync(file, "utf8"), format)));
}
for (const { duplicationA, duplicationB } of clones)
  console.error(`Written twice: ${placeOf(duplicationA)} and ${placeOf(duplicationB)}`);
if (clones.length > 0) process.exitCode = 1;

function placeOf({ sourceId, start, end }: IClone["duplicationA"]): string {
  return `${sourceId}:${start.line}-${end.line}`;
}
