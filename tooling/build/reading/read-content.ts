import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ContentProblem } from "#content-model/content-error.ts";
import { serverProcess } from "#system/server-process.ts";
import type { CompiledPage } from "../pages/compiled-pages.ts";
import type { DrawnCard } from "../social-cards/card-files.ts";

/** What a build takes from content/; where there are problems, nothing else. */
export interface ContentRead {
  problems: ContentProblem[];
  pages: CompiledPage[];
  cards: DrawnCard[];
}

/** What the process says that reads. */
export type ReaderAnswer = ContentRead | { error: unknown };

/**
 * Checks content/, compiles its pages and draws their cards. In a process of its own, which ends: what that takes in memory is
 * then free for the bundler, which takes most.
 *
 * @param sources hash of everything but the texts of pages
 */
export async function readContent(sources: string): Promise<ContentRead> {
  const ending = join(import.meta.dirname, "../end-with-parent.cjs");
  const reader = fork(new URL("content-reader.ts", import.meta.url), [sources], {
    execArgv: ["--require", ending, ...serverProcess.arguments],
    env: { ...process.env, ...serverProcess.variables },
    serialization: "advanced",
  });
  let answer: ReaderAnswer | undefined;
  reader.on("message", (message) => {
    answer = message as ReaderAnswer;
  });
  const [[code, signal]] = await Promise.all([once(reader, "exit"), once(reader, "disconnect")]);
  if (!answer) throw new Error(`reading content/ ended with ${signal ?? code}`);
  if ("error" in answer) throw answer.error;
  return answer;
}
