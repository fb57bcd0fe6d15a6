// docs/operations.md, 'Submissions': what becomes of visitors while a large file is written anew

import { expect, it } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import { createTestDatabase } from "../../tests/support/databases.ts";
import { rewriteFile } from "./rewrite-file.ts";

it("copies a new file from the log before a post could, for whom the site would stand still", async () => {
  const database = await createTestDatabase("sqlite");
  await (await connectDatabase(database.url)).close();
  const { db, close } = await connectDatabase(database.url, { isForStaff: true });
  const steps: string[] = [];
  const noted = db.withPlugin({
    transformQuery({ node }) {
      if (node.kind === "RawNode") steps.push(node.sqlFragments.join("").trim().slice(0, 30));
      return node;
    },
    async transformResult({ result }) {
      // What happens before this does not give another process time to come in between.
      if (steps.at(-1) === "vacuum") setImmediate(() => steps.push("a moment"));
      return result;
    },
  });
  expect(await rewriteFile(noted, true)).toBeUndefined();
  const place = steps.indexOf("vacuum");
  expect(steps.slice(place, place + 2)).toEqual(["vacuum", "pragma wal_checkpoint(passive)"]);
  await close();
  await database.drop();
});
