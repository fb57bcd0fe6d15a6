import { generate } from "selfsigned";
import { startPostgres } from "../../support/postgres.ts";
import { query } from "../query.ts";
import type { Scenario, Stage } from "../stage.ts";

/**
 * Tables of the original product, large and with odd rows, in a database with little patience of its own: they are taken
 * over, and `purge` spares the day that it names.
 */
export const takeOver: Scenario = {
  name: "take-over",
  databases: ["sqlite", "postgres"],
  worst: 10_000,
  async run(stage) {
    const { visitors, kind } = stage;
    const rows = 40_000;
    await makeOriginalTables(stage, rows);
    if (kind === "postgres") {
      const name = new URL(stage.databaseUrl).pathname.slice(1);
      await stage.query(`alter database ${name} set statement_timeout = '100ms'`);
    }
    const start = performance.now();
    await stage.startSite();
    stage.notes.push(`${rows} rows taken over in ${Math.round(performance.now() - start)} ms`);
    const load = visitors.come();
    stage.expect(await visitors.areStored(40, 20_000), "nothing is stored beside the old rows");
    await load.end();
    const purged = await stage.command("purge", "--before", "2024-06-15", "--yes");
    stage.expect(purged.code === 0, `purge: ${purged.output}`);
    const left = await query<{ created_at: string }>(
      stage.databaseUrl,
      "select created_at from contact_submissions where reason_for_contact = 'old'",
    );
    stage.expect(left.length === rows / 2, `of ${rows} old rows ${left.length} are left, not the later half`);
    await stage.query("delete from contact_submissions where reason_for_contact = 'old'");
  },
};

/** Half of a day before the 15th of June 2024 in San Francisco, half of that very day, at noon in UTC. */
async function makeOriginalTables(stage: Stage, rows: number): Promise<void> {
  const isPostgres = stage.kind === "postgres";
  await stage.query(
    `create table contact_submissions (created_at ${isPostgres ? "timestamp" : "text"} default current_timestamp,
     full_name text, email text, linkedin_url text, reason_for_contact text, message text, newsletter_signup boolean)`,
  );
  const numbers = isPostgres
    ? `numbers(n) as (select generate_series(1, ${rows}))`
    : `recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${rows})`;
  const day = "case when n % 2 = 0 then '2024-06-13 12:00:00' else '2024-06-15 12:00:00' end";
  await stage.query(
    `with ${numbers} insert into contact_submissions (created_at, full_name, email, reason_for_contact)
     select ${isPostgres ? `(${day})::timestamp` : day}, 'Old', null, 'old' from numbers`,
  );
}

/** A later version has changed the tables: beside what is marked as compatible this one starts, and beside nothing else. */
export const laterVersion: Scenario = {
  name: "later-version",
  databases: ["sqlite", "postgres"],
  worst: 10_000,
  async run(stage) {
    const { visitors } = stage;
    const first = await stage.startSite();
    await stage.query(
      "insert into kysely_migration (name, timestamp) values ('9998-later-compatible', 'now')",
    );
    stage.expect((await first.readiness()).status === 200, "not ready beside a compatible change");
    await first.end("SIGTERM");
    const second = await stage.startSite();
    const load = visitors.come();
    stage.expect(await visitors.areStored(20, 20_000), "nothing is stored beside a compatible change");
    await load.end();
    const listed = await stage.command("list");
    stage.expect(listed.code === 0, `list: ${listed.output}`);
    await stage.drain();
    await second.end("SIGTERM");
    await stage.query("insert into kysely_migration (name, timestamp) values ('9999-later', 'now')");
    const refused = stage.launchSite();
    stage.expect((await refused.expectRefusal()).includes("9999-later"), "it starts beside any change");
    await stage.query("delete from kysely_migration where name = '9999-later'");
  },
};

/** PostgreSQL with a certificate that nobody knows: `sslmode` means what it means to libpq. */
export const tls: Scenario = {
  name: "tls",
  databases: ["postgres"],
  worst: 10_000,
  async run(stage) {
    const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }]);
    const server = await startPostgres({ isDurable: false, certificate: { key, cert } });
    stage.atEnd(() => server.stop());
    const refused = stage.launchSite({ DATABASE_URL: `${server.url}?sslmode=verify-full` });
    stage.expect((await refused.expectRefusal()).includes("certificate"), "any certificate is trusted");
    stage.databaseUrl = `${server.url}?sslmode=require`;
    await stage.startSite();
    const load = stage.visitors.come();
    stage.expect(await stage.visitors.areStored(20, 20_000), "nothing is stored over TLS");
    await load.end();
    stage.databaseUrl = server.url;
  },
};

/** A form is sent again with other words, as after Back or a lost answer: both are stored. The same words are stored once. */
export const resend: Scenario = {
  name: "resend",
  databases: ["sqlite", "postgres"],
  worst: 10_000,
  async run(stage) {
    const { visitors } = stage;
    await stage.startSite();
    for (let count = 0; count < 20; count += 1) {
      const { email, ...form } = visitors.fillIn();
      const corrected = visitors.fillIn({ submissionId: form.fields.submissionId ?? "" });
      await Promise.all([1, 2, 3].map(() => visitors.send({ email, ...form })));
      await Promise.all([1, 2, 3].map(() => visitors.send(corrected)));
    }
    stage.expect(visitors.acknowledged.size === 40, `${visitors.acknowledged.size} of 40 forms stored`);
    // A post with the trap filled in, and then without.
    const suspect = visitors.fillIn({ subject: "1" });
    await visitors.send(suspect);
    await visitors.send({ ...suspect, fields: { ...suspect.fields, subject: "" } });
  },
};
