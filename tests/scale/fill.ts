import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { connectDatabase } from "#database/connect.server.ts";
import type { DatabaseKind } from "#database/migrations/column-types.ts";

/**
 * Fills a database by SQL: interest forms in a table of the original product, which is then taken over, applications in a new
 * one, of each as many; with their notifications and keys, and a tenth as many posts in quarantine. The clock's last three
 * years. Of the notifications 2 % are dead and 1 % wait for
 * as long as a mail may be put off.
 *
 * @returns how long the site's own start would have taken for taking over and for indexes, in seconds
 */
export async function fill(kind: DatabaseKind, url: string, rows: number): Promise<number> {
  const run = kind === "sqlite" ? onSqlite : onPostgres;
  const half = Math.ceil(rows / 2);
  await run(url, originalTable[kind], contacts(kind, half));
  const start = performance.now();
  const { indexed, close } = await connectDatabase(url);
  await indexed;
  const seconds = (performance.now() - start) / 1_000;
  await close();
  await run(url, applications(kind, half), ...dependents(kind, Math.ceil(rows / 10)));
  return seconds;
}

async function onSqlite(url: string, ...statements: string[]): Promise<void> {
  const database = new DatabaseSync(url.slice("sqlite:".length));
  database.exec("pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -1000000");
  for (const statement of statements) database.exec(statement);
  // What a site has after years of running; https://sqlite.org/pragma.html#pragma_wal_checkpoint
  database.exec("pragma wal_checkpoint(truncate)");
  database.close();
}

async function onPostgres(url: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query("set synchronous_commit = off");
  for (const statement of statements) await client.query(statement);
  // What autovacuum does on a running server.
  await client.query("vacuum analyze");
  await client.query("checkpoint");
  await client.end();
}

const originalTable: Record<DatabaseKind, string> = {
  sqlite: `create table contact_submissions (id text primary key, created_at text default current_timestamp,
    full_name text not null, email text not null, linkedin_url text, reason_for_contact text, message text,
    newsletter_signup boolean default 0)`,
  postgres: `create table contact_submissions (id uuid primary key default gen_random_uuid(), created_at timestamptz
    not null default now(), full_name text not null, email text not null, linkedin_url text, reason_for_contact text,
    message text, newsletter_signup boolean default false)`,
};

/** What the databases call differently: a source of numbers `n` from 1, a random UUID, and a time `n` steps after the first. */
const words = {
  sqlite: {
    numbers: (amount: number) =>
      `(with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${amount}) select n from numbers)`,
    uuid: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-a' ||
      substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
    time: (amount: number, form: string) =>
      `strftime('${form}', 'now', '-1 day', (-94608000 + n * 94608000.0 / ${amount}) || ' seconds')`,
    later: "strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '+6 hours')",
  },
  postgres: {
    numbers: (amount: number) => `generate_series(1, ${amount}) as numbers (n)`,
    uuid: "gen_random_uuid()",
    time: (amount: number) =>
      `now() - interval '1 day' + (-94608000 + n * 94608000.0 / ${amount}) * interval '1 second'`,
    later: "now() + interval '6 hours'",
  },
};
const iso = "%Y-%m-%dT%H:%M:%fZ";
const prose = "Nights on the ward taught me to listen before I speak. ".repeat(6);

function contacts(kind: DatabaseKind, amount: number): string {
  const { numbers, time, uuid } = words[kind];
  return `insert into contact_submissions (id, created_at, full_name, email, linkedin_url, reason_for_contact, message)
    select ${uuid}, ${time(amount, "%Y-%m-%d %H:%M:%S")}, 'Person ' || n || ' Müller', 'contact' || n || '@visitor.example',
      null, 'Community of practice', '{"phone":"","organization":"Clinic ' || n || '","role":"Nurse","experienceLevel":"","motivation":"${prose}","personalWebsite":"","communicationChannels":["E-mail"],"connectedCommunities":[],"otherCommunities":"","areasOfInterest":[],"preferredContact":"email","bestTimes":"","calendarLink":"","finalThoughts":""}'
    from ${numbers(amount)}`;
}

function applications(kind: DatabaseKind, amount: number): string {
  const { numbers, time, uuid } = words[kind];
  return `insert into mastermind_applications (id, created_at, first_name, last_name, email, phone, organization, role, challenges,
      expectations, experience, commitment, availability, motivation, agree_to_terms) select ${uuid}, ${time(amount, iso)}, 'Person ' || n, 'Nakamura',
      'applicant' || n || '@visitor.example', null, 'Hospital ' || n, 'Head', '${prose}', '${prose}', 'Eleven years',
      'Four hours', 'moderate', '${prose}', ${kind === "sqlite" ? 1 : true}
    from ${numbers(amount)}`;
}

function dependents(kind: DatabaseKind, posts: number): string[] {
  const { numbers, time, uuid, later } = words[kind];
  const status = (id: string) =>
    `case when ${id} < '05' then 'dead' when ${id} < '08' then 'pending' else 'sent' end`;
  const fields = `'[["firstName","Robot ' || n || '"],["lastName","Smith"],["email","robot' || n || '@visitor.example"],["motivation","${prose}"],["agreeToTerms","on"]]'`;
  return [
    ...[
      { table: "contact_submissions", name: "full_name", form: "contact_submission" },
      { table: "mastermind_applications", name: "first_name", form: "mastermind_application" },
    ].flatMap(({ table, name, form }) => [
      `insert into notifications (id, created_at, submission_table, submission_id, kind, email, payload, status,
          attempts, next_attempt_at, sent_at, last_error)
        select ${uuid}, created_at, '${table}', cast(id as text), 'staff', email, '{"formType":"${form}","applicantName":"' ||
          ${name} || '","applicantEmail":"' || email || '","formData":{"firstName":"' || ${name} || '","motivation":"${prose}${prose}"},"reference":"AAAA-AAAA"}',
          ${status("cast(id as text)")}, 1, ${later}, created_at,
          case when cast(id as text) < '05' then '550 no such mailbox' end
        from ${table}`,
      `insert into submission_keys select ${uuid}, '${table}', cast(id as text) from ${table}`,
      `insert into submission_keys select ${uuid} || '/0123456789012345678901234567890123456789012', '${table}', cast(id as text)
        from ${table}`,
    ]),
    `insert into quarantine select ${uuid}, ${time(posts, iso)}, 'contact_submission', 'the trap field was filled in',
      'robot' || n || '@visitor.example', ${fields} from ${numbers(posts)}`,
  ];
}
