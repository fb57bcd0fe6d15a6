import type { Connection } from "#database/connect.server.ts";
import { isAgreed } from "../agreement.ts";
import { command, type Given } from "../command.ts";
import { needed, onDatabase } from "../on-database.ts";
import { startOf } from "../reading/date.ts";
import { CommandError, type Terminal } from "../terminal.ts";
import { erasePerson, findPerson } from "./erase.ts";
import { findOlder, purge as purgeOlder } from "./purge.ts";
import { checkOverwritten, previewOf, tellLeft, tellRemoved } from "./removal-words.ts";
import { rewritingExtent } from "./rewrite-file.ts";

const rewriteText = `--rewrite writes SQLite's file anew even if it is large: no form can be sent meanwhile.`;

export const erase = command({
  word: "EMAIL",
  options: ["dry-run", "rewrite", "yes"],
  text: `Removes everything about a person from every table, from databases that restore has put aside, and the e-mail files in
DATA_DIR/mail; says where the address stands in what others wrote, and what it cannot reach. Exits with 1 while
words are kept in a file, by somebody's reading for example: run it again then. ${rewriteText}`,
  run: onDatabase(async ({ config, given, word, terminal }, { connection, receipts }) => {
    const email = needed(word, "EMAIL");
    if (!email.includes("@")) throw new CommandError(`'${email}' is no e-mail address.`, 2);
    await terminal.write(previewOf(await findPerson(connection, email)));
    const rewriting = await tellRewriting(connection, given, terminal);
    if (!(await isAgreed(`Remove everything about ${email}?`, given, terminal))) return;
    const how = { rewrites: rewriting.isDone, onWait: waitingWords(terminal) };
    const erased = await erasePerson(connection, config, receipts, email, how);
    await tellRemoved(erased, terminal);
    await tellLeft(erased, connection.kind, terminal);
    checkOverwritten(erased);
    // Of a person nothing may be left.
    checkOverwritten({ leftover: rewriting.later });
  }),
});

export const purge = command({
  options: ["before", "dry-run", "rewrite", "yes"],
  ways: ["--before DATE [--dry-run] [--rewrite] [--yes]"],
  text: `Removes everything that came before the day, in small portions, so that visitors can go on.
${rewriteText}`,
  run: onDatabase(async ({ config, given, terminal, now }, { connection }) => {
    const before = startOfPast(given, now());
    await terminal.write(previewOf(await findOlder(connection.db, before)));
    const rewriting = await tellRewriting(connection, given, terminal);
    if (!(await isAgreed(`Remove everything that came before ${given.before}?`, given, terminal))) return;
    const how = { rewrites: rewriting.isDone, onWait: waitingWords(terminal) };
    const purged = await purgeOlder(connection, config, before, how);
    await tellRemoved(purged, terminal);
    checkOverwritten(purged);
    if (rewriting.later) await terminal.write(`${rewriting.later}\n`);
  }),
});

/**
 * Says beforehand what shuts visitors out.
 *
 * @returns whether the file is written anew, and what is to be done later if it is not
 */
async function tellRewriting(
  connection: Connection,
  { rewrite = false }: Given<"rewrite">,
  terminal: Terminal,
): Promise<{ isDone: boolean; later?: string }> {
  const extent = await rewritingExtent(connection);
  if (!extent) return { isDone: true };
  if (rewrite) {
    await terminal.write(
      `Then the database's file is written anew (${extent}): no form can be sent meanwhile.\n`,
    );
    return { isDone: true };
  }
  const later = `What was removed may still lie in unused parts of the database's file, which is large. At a quiet hour, run this again with --rewrite (${extent}, in which no form can be sent).`;
  return { isDone: false, later };
}

function startOfPast({ before }: Given<"before">, now: Date): string {
  if (before === undefined) throw new CommandError("Say --before which day: purge --before DATE.", 2);
  const start = startOf(before);
  if (start > now.toISOString())
    throw new CommandError(`${before} is still to come; name a day that has begun.`, 2);
  return start;
}

function waitingWords(terminal: Terminal): () => void {
  return () => void terminal.write("An e-mail is being sent; waiting for its end.\n");
}
