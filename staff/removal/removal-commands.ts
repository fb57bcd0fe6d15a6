import { isAgreed } from "../agreement.ts";
import { command, type Given } from "../command.ts";
import { needed, onDatabase } from "../on-database.ts";
import { startOf } from "../reading/date.ts";
import { CommandError, type Terminal } from "../terminal.ts";
import { erasePerson, findPerson } from "./erase.ts";
import { findOlder, purge as purgeOlder } from "./purge.ts";
import { checkOverwritten, previewOf, tellLeft, tellRemoved } from "./removal-words.ts";

export const erase = command({
  word: "EMAIL",
  options: ["dry-run", "yes"],
  text: `Removes everything about a person from every table, from databases that restore has put aside, and the e-mail files in
DATA_DIR/mail; says where the address stands in what others wrote, and what it cannot reach. Exits with 1 while
somebody's reading keeps words in a file: run it again then.`,
  run: onDatabase(async ({ config, given, word, terminal }, { connection, receipts }) => {
    const email = needed(word, "EMAIL");
    if (!email.includes("@")) throw new CommandError(`'${email}' is no e-mail address.`, 2);
    await terminal.write(previewOf(await findPerson(connection.db, email)));
    if (!(await isAgreed(`Remove everything about ${email}?`, given, terminal))) return;
    const erased = await erasePerson(connection, config, receipts, email, waitingWords(terminal));
    await tellRemoved(erased, terminal);
    await tellLeft(erased, connection.kind, terminal);
    checkOverwritten(erased);
  }),
});

export const purge = command({
  options: ["before", "dry-run", "yes"],
  ways: ["--before DATE [--dry-run] [--yes]"],
  text: "Removes everything that came before the day, in small portions, so that visitors can go on.",
  run: onDatabase(async ({ config, given, terminal, now }, { connection }) => {
    const before = startOfPast(given, now());
    await terminal.write(previewOf(await findOlder(connection.db, before)));
    if (!(await isAgreed(`Remove everything that came before ${given.before}?`, given, terminal))) return;
    const purged = await purgeOlder(connection, config, before, waitingWords(terminal));
    await tellRemoved(purged, terminal);
    checkOverwritten(purged);
  }),
});

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
