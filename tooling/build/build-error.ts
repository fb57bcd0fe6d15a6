import { appendFileSync, mkdirSync } from "node:fs";
import { dirname, relative } from "node:path";
import { root } from "../root.ts";
import { buildLog } from "./build-places.ts";

/** A build that did not succeed, in words for whoever started it. What was built before is as it was. */
export class BuildError extends Error {
  override name = "BuildError";
}

/** Why a build failed, in words for whoever started it. What nobody foresaw is in `buildLog`, with where it happened. */
export function failureOf(error: unknown): string {
  if (error instanceof BuildError) return error.message;
  const { message, stack } = error instanceof Error ? error : { message: String(error), stack: undefined };
  const failure = `The build failed: ${message}`;
  try {
    mkdirSync(dirname(buildLog), { recursive: true });
    appendFileSync(buildLog, `\n${stack ?? message}\n`);
  } catch {
    // The disk may be what failed.
    return failure;
  }
  return `${failure}\n  Show ${relative(root, buildLog)} to whoever looks after the code, if this does not tell you what to do.`;
}
