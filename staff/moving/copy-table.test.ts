// docs/operations/moving.md, 'Another database': what a copy that is not the same is told to be

import { createHash } from "node:crypto";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import { copyTable } from "./copy-table.ts";
import { type CopyTable, countRows, Digest } from "./rows.ts";

const columns = ["id", "created_at", "form_type", "reason", "email", "fields"];
const post = {
  created_at: "2026-11-21T08:00:00.000Z",
  form_type: "",
  reason: "fast",
  email: "",
  fields: "[]",
};

/** A table with these posts; `trigger` is what somebody else's hand has put there. */
async function tableOf(ids: string[], trigger?: string, reason = post.reason) {
  const { db, kind, close } = await connectDatabase("sqlite::memory:");
  if (ids.length > 0)
    await db
      .insertInto("quarantine")
      .values(ids.map((id) => ({ ...post, id, reason })))
      .execute();
  if (trigger)
    await sql`${sql.raw(`create trigger other after insert on quarantine begin ${trigger}; end`)}`.execute(
      db,
    );
  return { db, kind, name: "quarantine", columns, close } satisfies CopyTable & { close: unknown };
}
const idsOf = (count: number, first = 100) => Array.from({ length: count }, (_, index) => `${first + index}`);

it("names the rows that differ and their columns, five of many", async () => {
  const refusal = async (count: number, trigger: string) => {
    const [from, to] = [await tableOf(idsOf(count)), await tableOf([], trigger)];
    const error = await copyTable(from, to).catch((error: Error) => error.message);
    await Promise.all([from.close(), to.close()]);
    return error;
  };
  const start = (rows: string, there: string) =>
    `quarantine is not the same on both sides: ${rows}, digest [\\da-f]{32} here, ${there}, digest [\\da-f]{32} there`;
  const end = "\\. Does something else write into the copy\\?$";
  const other = "update quarantine set reason = 'other', email = 'x' where id = new.id";
  expect(await refusal(2, other)).toMatch(
    new RegExp(`^${start("2 rows", "2 rows")}: 100 \\(reason, email\\); 101 \\(reason, email\\)${end}`),
  );
  expect(await refusal(1, "delete from quarantine where id = new.id")).toMatch(
    new RegExp(`^${start("1 row", "0 rows")}: 100 \\(not there\\)${end}`),
  );
  const five = idsOf(5)
    .map((id) => `${id} \\(reason, email\\)`)
    .join("; ");
  expect(await refusal(5, other)).toMatch(new RegExp(`: ${five} …${end}`));
  expect(await refusal(7, other)).toMatch(new RegExp(`: ${five} …${end}`));
});

it("brings what is missing, replaces what differs and removes what is too much, over many pages", async () => {
  for (const [here, there] of [
    [idsOf(0), idsOf(3)],
    [idsOf(100), idsOf(0)],
    [idsOf(250), idsOf(200, 250)],
    [idsOf(1), idsOf(301)],
  ] as const) {
    const [from, to] = [await tableOf(here), await tableOf(there, undefined, "before")];
    expect(`${await copyTable(from, to)}`).toMatch(new RegExp(`^${here.length} rows?, digest [\\da-f]{32}$`));
    const rows = await to.db.selectFrom("quarantine").select(["id", "reason"]).orderBy("id").execute();
    expect(rows).toEqual(here.map((id) => ({ id, reason: "fast" })));
    expect(await countRows(to)).toBe(here.length);
    await Promise.all([from.close(), to.close()]);
  }
});

it("names the row that the other database does not take, and brings those before it", async () => {
  const refuse = "select raise(abort, 'a rule of theirs') where new.id = '102'";
  const [from, to] = [await tableOf(idsOf(4)), await tableOf(["101"], refuse, "before")];
  await expect(copyTable(from, to)).rejects.toThrow(
    "The copy cannot hold quarantine 102: a rule of theirs. Correct the row, and give the command again.",
  );
  expect(await to.db.selectFrom("quarantine").select(["id", "reason"]).orderBy("id").execute()).toEqual([
    { id: "100", reason: "fast" },
    { id: "101", reason: "fast" },
  ]);
  await Promise.all([from.close(), to.close()]);
});

it("adds up the SHA-256 of rows, in whatever order they come", () => {
  const digestOf = (...texts: string[]) => {
    const digest = new Digest();
    for (const text of texts) digest.add(text);
    return `${digest}`;
  };
  const sha = (text: string) => createHash("sha256").update(text).digest("hex");
  expect(digestOf()).toBe(`0 rows, digest ${"0".repeat(32)}`);
  expect(digestOf("a")).toBe(`1 row, digest ${sha("a").slice(0, 32)}`);
  // The sum of 256 bits begins anew above the highest.
  const sum = ["a", "b", "c"].reduce((all, text) => all + BigInt(`0x${sha(text)}`), 0n) % 2n ** 256n;
  const three = `3 rows, digest ${sum.toString(16).padStart(64, "0").slice(0, 32)}`;
  expect([digestOf("a", "b", "c"), digestOf("c", "a", "b")]).toEqual([three, three]);
});
