// docs/operations/doctor.md, 'What it looks at'

import { randomUUID } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import site from "#content/site.yaml";
import { type Connection, connectDatabase } from "#database/connect.server.ts";
import { ofLogin } from "#database/postgres/find-postgres.server.ts";
import { connectionsOfInstance } from "#database/postgres/postgres-dialect.server.ts";
import { readConfig } from "#server/config.ts";
import {
  createTestDatabase,
  databaseKinds,
  openDatabase,
  type TestDatabase,
} from "../../tests/support/databases.ts";
import { asNobody } from "../../tests/support/rights.ts";
import { startSilence } from "../../tests/support/smtp.ts";
import type { Context } from "./context.ts";
import { databaseFindings } from "./database.ts";
import type { Finding } from "./finding.ts";
import { ofConnecting } from "./postgres.ts";
import { ofFileSystem } from "./sqlite.ts";

/** A busy machine takes its time. */
const limits = vi.hoisted(() => ({ answerTimeout: 120_000 }));
vi.mock(import("./context.ts"), async (original) => ({
  ...(await original()),
  get answerTimeout() {
    return limits.answerTimeout;
  },
}));

let database: TestDatabase;

const examine = (url = database.url, now = () => new Date()) =>
  databaseFindings({ config: readConfig({ DATABASE_URL: url }, site), now } as Context);

/** The tests' own server keeps nothing over a power cut; one test says that this is told. */
const isPlanted = ({ check, state }: Finding) => state === "wrong" && check !== "database.durability";
const wrongs = async (...given: Parameters<typeof examine>) => (await examine(...given)).filter(isPlanted);
const named = (check: string, what: RegExp) => [
  { check, state: "wrong", what: expect.stringMatching(what), todo: expect.stringMatching(/\S/) },
];

async function change(statement: string): Promise<void> {
  const connection = await connectDatabase(database.url, { isForStaff: true });
  try {
    for (const one of statement.split(";")) await sql.raw(one).execute(connection.db);
  } finally {
    await connection.close();
  }
}

const deadMail = `insert into notifications
  (id, created_at, submission_table, submission_id, kind, email, payload, status, attempts, next_attempt_at)
  values ('${randomUUID()}', '2026-01-01T00:00:00.000Z', 'contact_submissions', '${randomUUID()}', 'staff', 'a@b.test',
    '{}', 'dead', 9, '2026-01-01T00:00:00.000Z')`;

describe.each(databaseKinds)("the database, %s,", (kind) => {
  beforeEach(async () => {
    database = await createTestDatabase(kind);
    await (await openDatabase(database.url)).close();
  });
  afterEach(() => database.drop());

  it("is well while the site has it open, and when not, and stays as it is", async () => {
    const files = () => (kind === "sqlite" ? readdirSync(dirname(database.url.slice("sqlite:".length))) : []);
    const before = files();
    expect(await wrongs()).toEqual([]);
    expect(files()).toEqual(before);
    const running: Connection = await openDatabase(database.url);
    onTestFinished(() => running.close());
    await sql`insert into site_secrets (name, value) values ('a', 'b')`.execute(running.db);
    const open = files();
    expect(await wrongs()).toEqual([]);
    expect(files()).toEqual(open);
    expect(await running.check()).toBe(true);
  });

  it.each([
    [
      "a later version has changed it",
      "insert into kysely_migration (name, timestamp) values ('0099-new', '2026')",
      "database.migrations",
      /later version of the site .*0099-new/,
    ],
    [
      "it is that of an earlier version",
      "delete from kysely_migration where name like '0004%'",
      "database.migrations",
      /tables are those of an earlier version/,
    ],
    [
      "it is a copy that is not finished",
      "insert into kysely_migration (name, timestamp) values ('unfinished-copy-of-a', '')",
      "database.migrations",
      /copy into the database is not finished/,
    ],
    ["the staff wait for mail", deadMail, "database.mails", /^1 e-mail to the staff is overdue/],
    [
      "words stand in a column that the site does not read",
      `alter table contact_submissions add column "fullName" text;
       insert into contact_submissions (id, created_at, full_name, email, reason_for_contact, message, newsletter_signup, "fullName")
         values ('a', '2026-01-01T00:00:00.000Z', '', 'a@b.test', '', '{}', false, 'Ada')`,
      "database.columns",
      /^1 rows of contact_submissions have something in "fullName" and nothing in full_name/,
    ],
  ])("is told when %s", async (_fault, statement, check, what) => {
    await change(statement);
    expect(await wrongs()).toEqual(named(check, what));
  });
});

describe("an SQLite file", () => {
  let file: string;
  beforeEach(async () => {
    database = await createTestDatabase("sqlite");
    file = database.url.slice("sqlite:".length);
    await (await openDatabase(database.url)).close();
  });
  afterEach(() => database.drop());

  it("is told when it is missing, and is not made", async () => {
    rmSync(file);
    expect(await wrongs()).toEqual(named("database.open", /There is no database at/));
    expect(existsSync(file)).toBe(false);
  });

  it("is told when it is another file, or another program's database", async () => {
    const folder = mkdtempSync(join(tmpdir(), "doctor-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const other = join(folder, "site.db");
    writeFileSync(other, "words");
    expect(await wrongs(`sqlite:${other}`)).toEqual(named("database.open", /is no SQLite database/));
    await change(`vacuum into '${join(folder, "empty.db")}'`);
    const connection = await connectDatabase(`sqlite:${join(folder, "empty.db")}`, { isForStaff: true });
    await sql`drop table kysely_migration`.execute(connection.db);
    await connection.close();
    expect(await wrongs(`sqlite:${join(folder, "empty.db")}`)).toEqual(
      named("database.migrations", /no table of the site/),
    );
  });

  it("is told when it is damaged, and is not touched", async () => {
    const handle = openSync(file, "r+");
    writeSync(handle, Buffer.alloc(8_192, 0x55), 0, 8_192, 8_192);
    const before = readdirSync(dirname(file));
    expect(await wrongs()).toEqual(named("database.open", /is damaged: \S+/));
    expect(readdirSync(dirname(file))).toEqual(before);
  });

  it("is told when an index does not fit its table", async () => {
    const altered = new DatabaseSync(file, { defensive: false });
    altered.exec(deadMail);
    altered.exec(`pragma writable_schema = on; update sqlite_schema
      set sql = replace(sql, '(email)', '(id)') where name = 'notifications_email'`);
    altered.close();
    const told = (await wrongs()).filter(({ check }) => check !== "database.mails");
    expect(told).toEqual(named("database.sound", /row 1 missing from index notifications_email/));
  });

  it("is told when this account has no right to it", async ({ skip }) => {
    if (process.geteuid?.() !== 0) skip("only root can become another account");
    chmodSync(dirname(file), 0o755);
    chmodSync(file, 0o644);
    expect(await asNobody(() => wrongs())).toEqual(named("database.open", /account has no right to/));
    chmodSync(dirname(file), 0o700);
    expect(await asNobody(() => wrongs())).toEqual(named("database.open", /account has no right to/));
  });

  it("is told when something else has written over it, and when the site was killed while it closed it", async () => {
    writeFileSync(`${file}-wal.of-lost-database-2026-11-01`, "");
    expect(await wrongs()).toEqual(named("database.foreign", /perhaps forms, is in site\.db-wal\.of-lost/));
    rmSync(`${file}-wal.of-lost-database-2026-11-01`);
    renameSync(file, `${file}.closing`);
    expect(await wrongs()).toEqual(named("database.open", /ended while it closed the database/));
  });

  it("is told when it lies where locks do not work", () => {
    expect(ofFileSystem(0x6969, file)).toMatchObject({
      state: "wrong",
      what: expect.stringContaining("NFS"),
    });
    expect(ofFileSystem(0xef53, file)).toBeUndefined();
  });
});

describe("a PostgreSQL server", () => {
  const administer = async (...statements: string[]) => {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const changed = (change: (url: URL) => void) => {
    const url = new URL(database.url);
    change(url);
    return url.href;
  };

  beforeEach(async () => {
    database = await createTestDatabase("postgres");
    await (await openDatabase(database.url)).close();
  });
  afterEach(() => database.drop());

  /** An account with these rights alone, and the address with it. */
  async function account(...rights: string[]): Promise<string> {
    const name = `guest_${randomUUID().slice(0, 8)}`;
    await administer(
      `create role ${name} login password 'sesame'`,
      ...rights.map((right) => right.replace("ACCOUNT", name)),
    );
    onTestFinished(async () => {
      const client = new Client({ connectionString: inject("postgresUrl") });
      await client.connect();
      await client.query(`drop role ${name}`).catch(() => {});
      await client.end();
    });
    return changed((url) => Object.assign(url, { username: name, password: "sesame" }));
  }

  it.each<[string, (url: URL) => void, RegExp]>([
    ["nobody answers", (url) => Object.assign(url, { port: "1" }), /nobody answers at 127\.0\.0\.1:1/],
    [
      "there is no such machine",
      (url) => Object.assign(url, { hostname: "db.organization.invalid" }),
      /there is no machine/,
    ],
    [
      "the password is wrong",
      (url) => Object.assign(url, { password: "open sesame" }),
      /refuses the account site/,
    ],
    [
      "there is no such database",
      (url) => Object.assign(url, { pathname: "/none" }),
      /there is no database none/,
    ],
    ["TLS is demanded that it lacks", (url) => url.searchParams.set("sslmode", "require"), /offers no TLS/],
    [
      "the authority's file is missing",
      (url) => url.searchParams.set("sslrootcert", "/nowhere/ca.pem"),
      /\/nowhere\/ca\.pem/,
    ],
    ["the way of TLS is mistyped", (url) => url.searchParams.set("sslmode", "always"), /sslmode is one of/],
  ])("is told when %s, without the password", async (_fault, plant, what) => {
    const findings = await wrongs(changed(plant));
    expect(findings).toEqual(named("database.open", what));
    expect(JSON.stringify(findings)).not.toMatch(/sesame|site:site/);
  });

  it("is told where it is when nobody answers at its socket", async () => {
    expect(await wrongs("postgres:///site?host=/nowhere")).toEqual(
      named("database.open", /nobody answers at \/nowhere\./),
    );
  });

  it("is not judged when no name server answers", () => {
    const error = Object.assign(new Error("getaddrinfo EAI_AGAIN db"), { code: "EAI_AGAIN" });
    expect(ofConnecting(error, "postgres://db/site")).toMatchObject({
      check: "database.open",
      state: "unknown",
    });
  });

  it("is told when the account needs a password and has none, or has all its connections", () => {
    const [url, all] = ["postgres://ada@db/site", 'too many connections for role "ada"'];
    // What pg says of a server with SCRAM.
    const bare = new Error("SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string");
    expect([ofConnecting(ofLogin(bare), url)]).toEqual(named("database.open", /needs a password/));
    const taken = Object.assign(new Error(all), { code: "53300" });
    expect([ofConnecting(ofLogin(taken), url)]).toEqual(named("database.open", new RegExp(all)));
  });

  it("is told when the account may not read or write the tables", async () => {
    const url = await account(
      "grant usage on schema public to ACCOUNT",
      "grant select on contact_submissions to ACCOUNT",
    );
    const findings = await wrongs(url);
    expect(findings[0]).toEqual(
      named("database.rights", /may not .* rows of contact_submissions, kysely_migration/)[0],
    );
  });

  it("is told when the account sees no schema", async () => {
    await administer("revoke usage on schema public from public");
    const findings = await wrongs(await account());
    expect(findings[0]).toEqual(named("database.rights", /has no right to any schema/)[0]);
    expect(findings[1]).toEqual(named("database.migrations", /no right to the site's schema/)[0]);
  });

  it("is told when rows are hidden from the account, and when a table refuses forms", async () => {
    const all = "grant all on all tables in schema public to ACCOUNT";
    const url = await account(all, "grant create on schema public to ACCOUNT");
    await administer(
      "alter table contact_submissions enable row level security",
      "alter table contact_submissions add column consent boolean not null",
    );
    expect(await wrongs(url)).toContainEqual(
      named("database.rights", /row level security hides rows of contact_submissions/)[0],
    );
    expect(await wrongs()).toEqual(named("database.rules", /demands a value in consent/));
  });

  it("is told when a later version could not change the tables", async () => {
    const all = "grant select, insert, update, delete on all tables in schema public to ACCOUNT";
    expect(await wrongs(await account(all))).toEqual(
      named("database.migrations-rights", /may make no table in the schema public/),
    );
    const creating = await account(all, "grant create on schema public to ACCOUNT");
    expect(await wrongs(creating)).toEqual(
      named("database.migrations-rights", /do not belong to the account/),
    );
  });

  it("is told when the account lacks one right to one table, or has few connections", async () => {
    const all = "grant select, insert, update, delete on all tables in schema public to ACCOUNT";
    const { visitors, check: readiness, indexing } = connectionsOfInstance;
    const wanted = visitors + readiness + indexing;
    const url = await account(
      all,
      "revoke delete on rate_limits from ACCOUNT",
      `alter role ACCOUNT connection limit ${wanted - 1}`,
    );
    expect(await wrongs(url)).toEqual(named("database.rights", /rows of rate_limits\.$/));
    expect(await examine(url)).toContainEqual(
      expect.objectContaining({ check: "database.connections", state: "unknown" }),
    );
    const enough = await account(all, `alter role ACCOUNT connection limit ${wanted}`);
    expect((await examine(enough)).map(({ check }) => check)).not.toContain("database.connections");
  });

  it("is told when it keeps other letters than all", async () => {
    const name = `latin_${randomUUID().slice(0, 8)}`;
    await administer(
      `create database ${name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`,
    );
    onTestFinished(async () => {
      const client = new Client({ connectionString: inject("postgresUrl") });
      await client.connect();
      await client.query(`drop database ${name}`).finally(() => client.end());
    });
    const url = changed((one) => Object.assign(one, { pathname: `/${name}` }));
    expect((await wrongs(url))[0]).toEqual(named("database.encoding", /keeps text as LATIN1/)[0]);
  });

  it("is told when it takes no writes", async () => {
    const name = new URL(database.url).pathname.slice(1);
    await administer(`alter database ${name} set default_transaction_read_only = on`);
    expect(await wrongs()).toEqual(named("database.writes", /takes no writes/));
  });

  it("is told when a power cut would take forms", async () => {
    const name = new URL(database.url).pathname.slice(1);
    await administer(`alter database ${name} set synchronous_commit = off`);
    const findings = await examine();
    expect(findings).toContainEqual({
      ...named("database.durability", /fsync = off, synchronous_commit = off/)[0],
      todo: expect.stringMatching(/fsync = on in postgresql\.conf.* alter database/),
    });
  });

  it("is told when its clock is another", async () => {
    const ahead = () => new Date(Date.now() + 3_600_000);
    expect(await wrongs(database.url, ahead)).toEqual(
      named("database.clock", /3\d\d\d s ahead of .* the database/),
    );
  });

  it("is told when it says nothing", async () => {
    const silence = await startSilence();
    onTestFinished(() => silence.close());
    limits.answerTimeout = 200;
    onTestFinished(() => {
      limits.answerTimeout = 120_000;
    });
    const url = silence.url.replace("smtp://", "postgres://a:b@");
    expect(await wrongs(`${url}/c`)).toEqual(named("database.open", /is not reached in time/));
  });
});
