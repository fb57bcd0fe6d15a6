import { command } from "./command.ts";
import { needed, onDatabase } from "./on-database.ts";
import { findRow } from "./reading/find.ts";

export const release = command({
  word: "ID",
  options: [],
  text: "Takes a quarantined post as a submission.",
  run: onDatabase(
    ({ word }) => needed(word, "ID"),
    async (wanted, { connection: { db }, submissions }, { terminal }) => {
      const { id } = await findRow(db, wanted, ["quarantine"]);
      // Imported here, because it loads the forms' rules, which no other command needs.
      const { releasePost } = await import("./release.ts");
      await releasePost(db, submissions, id);
      await terminal.write("Released: it is a submission now, and the staff will be told.\n");
    },
  ),
});
