import { join } from "node:path";
import { exitOnConfigError } from "./environment.ts";
import { root } from "./root.ts";

/**
 * Serves what is built. What is for people goes to standard error, as standard output is the log.
 *
 * @param outdated why the last changes are not in it
 */
export async function serve(outdated?: string): Promise<void> {
  const { startServer }: typeof import("#server/index.ts") = await import(
    join(root, "build/server/index.js")
  );
  const { address, newDatabase } = await startServer(process.env, join(root, "build/client"), outdated).catch(
    exitOnConfigError,
  );
  if (outdated !== undefined)
    console.error(
      "\nATTENTION: the site is served AS IT WAS BEFORE the last changes, because of the mistakes above.\nMend them (`npm run content:check` looks in a second), then start again.",
    );
  // At the usual place it is a first start, and the log has it.
  if (newDatabase && newDatabase.level !== "info") {
    const words = `${newDatabase.words[0]?.toUpperCase()}${newDatabase.words.slice(1)}`;
    console.error(`\nATTENTION: ${words}`);
  }
  console.error(`\nThe site is at ${address}`);
}
