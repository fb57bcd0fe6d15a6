import { submissionTables } from "#database/schema.ts";
import { overdueAfter } from "#submissions/mail/overdue.server.ts";
import { redeliver as sendAgain } from "#submissions/mail/redeliver.server.ts";
import { command } from "../command.ts";
import { needed, onDatabase, tellMailFiles } from "../on-database.ts";
import { findRow } from "./find.ts";
import { listNotifications } from "./mail-list.ts";
import { pageOf } from "./page.ts";

export const notifications = command({
  options: ["limit", "page", "json"],
  text: `E-mails that wait, are held or were given up, oldest first, how many there are, and what the mail server said most often.
Exits with 1 when one to the staff was given up or held, or has waited for more than ${overdueAfter.words}.`,
  run: onDatabase(
    ({ given }) => pageOf(given),
    async (page, { connection: { db } }, { config, terminal, now }) => {
      tellMailFiles(config, terminal);
      if (await listNotifications(db, terminal, page, now())) return 1;
    },
  ),
});

export const redeliver = command({
  word: "[ID]",
  options: [],
  text: "Sends again what was given up or held, or the notification of one submission; a confirmation that its sender has got is not repeated.",
  run: onDatabase(
    ({ word }) => (word === undefined ? undefined : needed(word, "ID")),
    async (id, { connection: { db }, clock }, { terminal }) => {
      const row = id === undefined ? undefined : await findRow(db, id, submissionTables);
      const count = await sendAgain(db, clock, row?.id);
      await terminal.write(
        count === 0 && row === undefined
          ? "Nothing was given up or held. What waits is sent by itself; name a submission to hurry its e-mails.\n"
          : `${count} to be sent again. The site does so within a minute while it runs.\n`,
      );
    },
  ),
});
