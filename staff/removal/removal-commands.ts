import type { Connection } from "#database/connect.server.ts";
import { emailKey } from "#submissions/mailbox.ts";
import { removeDrafts } from "#system/private-files.server.ts";
import { command, type Given } from "../command.ts";
import { isConfirmed } from "../confirmation.ts";
import { needed, onDatabase } from "../on-database.ts";
import { startOf } from "../reading/date.ts";
import { findNamed } from "../reading/named.ts";
import { mendIndexes } from "../sqlite-indexes.ts";
import { CommandError, type Terminal } from "../terminal.ts";
import { erasePerson, findPerson } from "./erase.ts";
import { filesOf, findMails, needsMailFolder } from "./mail-files.ts";
import { otherPlaces } from "./other-copies.ts";
import { needsAddress } from "./person.ts";
import { countOlderFiles, findOlder, purge as purgeOlder } from "./purge.ts";
import {
  checkOverwritten,
  copiesWords,
  filesIn,
  leftWords,
  namedWords,
  nothingFoundWords,
  previewOf,
  tellRemoved,
  unreachedWords,
  untouchedWords,
} from "./removal-words.ts";
import { rewritingExtent } from "./rewrite-file.ts";

const rewriteText = `--rewrite writes SQLite's file anew even if it is large: no form can be sent meanwhile.`;

export const erase = command({
  word: "EMAIL",
  options: ["dry-run", "rewrite", "yes"],
  text: `Removes everything about a person from every table, from databases that restore has put aside, and the e-mail files in
DATA_DIR/mail; says where the address stands in what others wrote, what it cannot reach, and which files it did not look into. Exits with 1 while
words are kept in a file, by somebody's reading for example: run it again then. ${rewriteText}`,
  run: onDatabase(
    ({ word }) => addressOf(word),
    async (email, { connection, receipts }, { config, given, terminal }) => {
      mendIndexes(config, terminal);
      const found = await findPerson(connection, email);
      needsAddress(email, found);
      const mailDir = needsMailFolder(config);
      const files = [...new Set([...filesOf(mailDir, found.mails), ...findMails(mailDir, emailKey(email))])];
      await terminal.write(previewOf(found));
      const isNothing = found.submissions + found.notifications + found.quarantine + files.length === 0;
      await terminal.write(
        isNothing ? nothingFoundWords(email, mailDir) : `And ${filesIn(mailDir, files.length)}.\n`,
      );
      await terminal.write(namedWords(await findNamed(connection, emailKey(email), found.ids)));
      if (given["dry-run"])
        await terminal.write(unreachedWords(connection.kind) + untouchedWords(otherPlaces(config)));
      const rewriting = await tellRewriting(connection, given, terminal);
      if (!(await isConfirmed(`Remove everything about ${email}?`, given, terminal))) return;
      const stop = terminal.holdSignals?.();
      const how = { rewrites: rewriting.isDone, onWait: waitingWords(terminal, stop) };
      const erased = await erasePerson(connection, config, receipts, email, how);
      removeDrafts(mailDir);
      await tellRemoved(erased, mailDir, terminal);
      await terminal.write(leftWords(erased, connection.kind));
      checkOverwritten(erased);
      // Of a person nothing may be left.
      checkOverwritten({ leftover: rewriting.later });
    },
  ),
});

export const purge = command({
  options: ["before", "dry-run", "rewrite", "yes"],
  ways: ["--before DATE [--dry-run] [--rewrite] [--yes]"],
  text: `Removes everything that came before the day, from databases that restore has put aside as well, in small portions, so that
visitors can go on.
${rewriteText}`,
  run: onDatabase(
    ({ given, now }) => startOfPast(given, now()),
    async (before, { connection }, { config, given, terminal }) => {
      mendIndexes(config, terminal);
      const mailDir = needsMailFolder(config);
      await terminal.write(previewOf(await findOlder(connection.db, before)));
      const files = await countOlderFiles(connection.db, mailDir, before);
      await terminal.write(`And ${filesIn(mailDir, files)}.\n`);
      if (given["dry-run"]) await terminal.write(untouchedWords(otherPlaces(config)));
      const rewriting = await tellRewriting(connection, given, terminal);
      if (!(await isConfirmed(`Remove everything that came before ${given.before}?`, given, terminal)))
        return;
      const stop = terminal.holdSignals?.();
      const how = { rewrites: rewriting.isDone, onWait: waitingWords(terminal, stop), stop };
      const purged = await purgeOlder(connection, config, before, how);
      removeDrafts(mailDir);
      await tellRemoved(purged, mailDir, terminal);
      if (purged.fault) throw purged.fault;
      await terminal.write(copiesWords(purged.copies) + untouchedWords(purged.untouched));
      checkOverwritten(purged);
      if (stop?.aborted) throw new CommandError("It was stopped: there may be more. Run it again.");
      if (rewriting.later) await terminal.write(`${rewriting.later}\n`);
    },
  ),
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

function addressOf(word: string | undefined): string {
  const email = needed(word, "EMAIL");
  if (!email.includes("@")) throw new CommandError(`'${email}' is no e-mail address.`, 2);
  return email;
}

function startOfPast({ before }: Given<"before">, now: Date): string {
  if (before === undefined) throw new CommandError("Say --before which day: purge --before DATE.", 2);
  const start = startOf(before);
  if (start > now.toISOString())
    throw new CommandError(`${before} is still to come; name a day that has begun.`, 2);
  return start;
}

/** Asked for each time that something waits: while it does, nothing is half done. */
function waitingWords(terminal: Terminal, stop: AbortSignal | undefined): () => void {
  let isTold = false;
  return () => {
    if (stop?.aborted) throw new CommandError("It was stopped while an e-mail was being sent. Run it again.");
    if (!isTold) void terminal.write("An e-mail is being sent; waiting for its end.\n");
    isTold = true;
  };
}
