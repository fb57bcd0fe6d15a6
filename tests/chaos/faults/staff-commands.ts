import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { submissionTables } from "#database/schema.ts";
import { mailsOf } from "../count.ts";
import type { Scenario, Stage } from "../stage.ts";

const tables = [...submissionTables, ...["notifications", "quarantine", "submission_keys", "rate_limits"]];

/** Tens of thousands of old submissions are exported, and removed while people send. */
export const purge: Scenario = {
  name: "purge",
  databases: ["sqlite", "postgres"],
  worst: 5_000,
  async run(stage) {
    const { visitors } = stage;
    await stage.startSite();
    await makeOldRows(stage, 30_000);
    const exported = await stage.command("export", "--table", "contact_submissions");
    const lines = exported.output.split("\n").filter((line) => line.includes("old-")).length;
    stage.expect(
      exported.code === 0 && lines === 30_000,
      `export ended with ${exported.code} and ${lines} lines`,
    );
    const load = visitors.come({ isStubborn: false });
    const start = performance.now();
    const { code, output } = await stage.command("purge", "--before", "2025-01-01", "--yes");
    stage.notes.push(`30,000 of them in ${Math.round(performance.now() - start)} ms`);
    await load.end();
    stage.expect(code === 0, `purge: ${output}`);
    const [left] = await stage.query<{ count: number | string }>(
      "select count(*) as count from contact_submissions where created_at < '2025-01-01'",
    );
    stage.expect(Number(left?.count) === 0, `${left?.count} old rows are left`);
    const failures = visitors.failures;
    stage.expect(failures.count === 0, failures.told);
  },
};

/** The file is written anew by other processes, 200 times and by `erase`, while people send: the site takes no offence. */
export const rewrites: Scenario = {
  name: "rewrites",
  databases: ["sqlite"],
  worst: 5_000,
  async run(stage) {
    const { visitors } = stage;
    const site = await stage.startWithForms({ LOG_LEVEL: "error" });
    const load = visitors.come({ isStubborn: false });
    const rewriter = spawn(process.execPath, ["-e", rewriting, join(stage.folder, "site.db")], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [code] = await once(rewriter, "exit");
    stage.expect(code === 0, `writing the file anew ended with ${code}`);
    for (let count = 0; count < 5; count += 1) {
      const person = `person${count}@visitor.example`;
      await visitors.send(visitors.fillIn({ email: person }));
      const { code: left, output } = await stage.command("erase", person, "--yes");
      stage.expect(left === 0 && output.includes("Removed 1 submission"), `erase: ${output}`);
      visitors.acknowledged.delete(person);
    }
    await load.end();
    const failures = visitors.failures;
    stage.expect(failures.count === 0, failures.told);
    stage.expect(!site.log.includes("database file"), `the site says: ${site.log}`);
    stage.notes.push(`${visitors.answers.length} posts beside it`);
  },
};

/** With pauses in which the site, which polls for the lock, has a turn. */
const rewriting = `
  const file = new (require("node:sqlite").DatabaseSync)(process.argv[1]);
  file.exec("pragma busy_timeout = 10000");
  for (let count = 0; count < 200; count += 1) {
    file.exec("vacuum");
    file.exec("pragma wal_checkpoint(truncate)");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 40);
  }`;

async function makeOldRows(stage: Stage, count: number): Promise<void> {
  const numbers =
    stage.kind === "postgres"
      ? `numbers(n) as (select generate_series(1, ${count}))`
      : `recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`;
  const time = "'2024-01-01T00:00:00.000Z'";
  const no = stage.kind === "postgres" ? "false" : "0";
  await stage.query(
    `with ${numbers} insert into contact_submissions (id, created_at, full_name, email, reason_for_contact, message, newsletter_signup)
     select 'old-' || n, ${time}, 'Old', 'old-' || n || '@visitor.example', 'old', '{}', ${no} from numbers`,
  );
  await stage.query(
    `with ${numbers} insert into notifications (id, created_at, submission_table, submission_id, kind, email, payload, status, attempts, next_attempt_at)
     select 'mail-' || n, ${time}, 'contact_submissions', 'old-' || n, 'staff', 'old-' || n || '@visitor.example', '{}', 'sent', 1, ${time} from numbers`,
  );
  await stage.query(
    `with ${numbers} insert into submission_keys (submission_id, table_name, row_id)
     select 'key-' || n, 'contact_submissions', 'old-' || n from numbers`,
  );
}

/**
 * A person is erased while the mail about this person is being sent, from tables with a row that has no address, and beside
 * another person whose address ends alike. A mark stands in all that the person sent.
 */
export const erase: Scenario = {
  name: "erase",
  databases: ["sqlite", "postgres"],
  worst: 10_000,
  async run(stage) {
    const { visitors, smtp } = stage;
    const [ann, joann] = ["ann@visitor.example", "joann@visitor.example"];
    const mark = "zwieback";
    await makeOriginalTable(stage);
    await stage.startSite();
    for (let count = 0; count < 10; count += 1) await visitors.send(visitors.fillIn());
    // With the trap filled in a post is suspected of being a robot's.
    for (const email of [ann, joann])
      await visitors.send(
        visitors.fillIn({ email, subject: "1", lastName: email === ann ? mark : "Moreno" }),
      );
    await visitors.send(visitors.fillIn({ email: joann }));
    await stage.drain();
    smtp.delay = 4_000;
    const before = smtp.messages.length;
    await visitors.send(visitors.fillIn({ email: ann, lastName: mark, sendCopy: "on" }));
    await stage.becomes(() => smtp.messages.length > before, 10_000);
    const { code, output } = await stage.command("erase", ann, "--yes");
    smtp.delay = 0;
    stage.expect(code === 0, `erase: ${output}`);
    visitors.acknowledged.delete(ann);
    const left = await everythingIn(stage);
    stage.expect(!left.includes(mark), "a mark of the person is left");
    stage.expect(!/(?<!\w)ann@visitor/.test(left), "the person's address is left");
    const others = await stage.query("select id from quarantine where email = ?", [joann]);
    stage.expect(
      others.length === 1,
      `${others.length} of another person's posts in quarantine are there, not 1`,
    );
    const old = await stage.query("delete from contact_submissions where email is null returning id");
    stage.expect(old.length === 1, "the row without an address is gone");
  },
};

/** As the original product had it. */
async function makeOriginalTable(stage: Stage): Promise<void> {
  const time = stage.kind === "postgres" ? "timestamptz default now()" : "text default current_timestamp";
  await stage.query(
    `create table contact_submissions (id text primary key, created_at ${time}, full_name text, email text,
     linkedin_url text, reason_for_contact text, message text, newsletter_signup boolean)`,
  );
  await stage.query("insert into contact_submissions (id, full_name) values ('old', 'Old')");
}

/** Every row; of SQLite every byte of its files. */
async function everythingIn(stage: Stage): Promise<string> {
  if (stage.kind === "sqlite")
    return globSync("site.db*", { cwd: stage.folder })
      .map((file) => readFileSync(join(stage.folder, file), "latin1"))
      .join("\n");
  const rows = await Promise.all(
    tables.map((table) => stage.query<{ line: string }>(`select one::text as line from ${table} one`)),
  );
  return rows.flatMap((found) => found.map(({ line }) => line)).join("\n");
}

/** Confirmations that were given up are sent again, once, and nothing else is. */
export const redeliver: Scenario = {
  name: "redeliver",
  databases: ["sqlite", "postgres"],
  worst: 10_000,
  async run(stage) {
    const { visitors, smtp } = stage;
    const refused = "refused@visitor.example";
    Object.assign(smtp, { behavior: "550 at RCPT", concerns: refused });
    await stage.startSite();
    await visitors.send(visitors.fillIn({ email: refused, sendCopy: "on" }));
    for (let count = 0; count < 10; count += 1) await visitors.send(visitors.fillIn({ sendCopy: "on" }));
    const dead = () => stage.query("select id from notifications where status = 'dead'");
    stage.expect(
      await stage.becomes(async () => (await dead()).length === 1, 20_000),
      "nothing was given up",
    );
    await stage.becomes(() => mailsOf(smtp).delivered.size === 21, 20_000);
    // Older than the four days in which attempts are made.
    await stage.query(
      "update notifications set created_at = '2026-01-01T00:00:00.000Z' where status = 'dead'",
    );
    smtp.behavior = "450 at RCPT";
    const { code, output } = await stage.command("redeliver");
    stage.expect(code === 0, `redeliver: ${output}`);
    await visitors.send(visitors.fillIn());
    const triedAgain = "select id from notifications where attempts = 1 and status = 'pending'";
    stage.expect(
      await stage.becomes(async () => (await stage.query(triedAgain)).length === 1, 40_000),
      "what was sent again was not tried, or given up at once",
    );
    smtp.behavior = "accept";
    await stage.drain();
    const { delivered } = mailsOf(smtp);
    stage.expect(delivered.has(`${refused} about ${refused}`), "the confirmation did not come");
  },
};
