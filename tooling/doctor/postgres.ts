import { Client, type ClientConfig } from "pg";
import { encodingRule } from "#database/foreign-rules.server.ts";
import { findPostgres } from "#database/postgres/find-postgres.server.ts";
import { connectionsOfInstance } from "#database/postgres/postgres-dialect.server.ts";
import { copiedTables } from "#staff/copies/backup.ts";
import { serverOf } from "#staff/on-database.ts";
import { describeFault } from "#system/fault.ts";
import { isThisMachine } from "#system/this-machine.ts";
import { ofClock } from "./clock.ts";
import { answerTimeout, nameServers } from "./context.ts";
import { type Finding, made, ok, unknown, wrong } from "./finding.ts";

/** @param url `postgres://…` */
export async function postgresFindings(url: string, now: () => Date): Promise<Finding[]> {
  let server: ClientConfig;
  try {
    server = await findPostgres(url);
  } catch (error) {
    return [ofConnecting(error, url)];
  }
  const client = new Client({
    ...server,
    connectionTimeoutMillis: answerTimeout,
    query_timeout: answerTimeout,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    const asked = now();
    const { rows } = await client.query<ServerFacts>(serverFacts);
    const [facts] = rows;
    if (!facts) throw new Error("no answer");
    const { rows: tables } = await client.query<TableFacts>(tableFacts, [copiedTables]);
    const halfway = new Date((asked.getTime() + now().getTime()) / 2);
    return made([
      ...ofServer(facts),
      ofEncoding(facts),
      ofConnections(facts),
      ofEncryption(server),
      ofClock("database.clock", "the database", { here: halfway, there: new Date(facts.time) }),
      ...ofRights(facts, tables),
    ]);
  } catch (error) {
    const isEnded = (error as PostgresError).code === "57014";
    const because = isEnded
      ? "the server ended the question (statement_timeout of the account)"
      : describeFault(error);
    return [unknown("database.facts", "The server's settings and rights", because)];
  } finally {
    await client.end();
  }
}

interface ServerFacts {
  number: number;
  version: string;
  /** ISO 8601 */
  time: string;
  is_read_only: boolean;
  synchronous_commit: string;
  fsync: string;
  account: string;
  /** Of those in the search path the first that the account sees; null if it sees none. */
  schema: string | null;
  may_make_tables: boolean | null;
  encoding: string;
  /** Connections that the account, or the database, may have at once; null without a limit. */
  most_connections: number | null;
}

const serverFacts = `select current_setting('server_version_num')::int as number,
  current_setting('server_version') as version,
  to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as time,
  pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as is_read_only,
  current_setting('synchronous_commit') as synchronous_commit, current_setting('fsync') as fsync,
  current_user as account, current_schema() as schema,
  has_schema_privilege(current_schema(), 'create') as may_make_tables,
  current_setting('server_encoding') as encoding,
  (select least(nullif(rolconnlimit, -1), nullif(datconnlimit, -1)) from pg_roles, pg_database
    where rolname = current_user and datname = current_database()) as most_connections`;

interface TableFacts {
  name: string;
  is_owned: boolean;
  is_usable: boolean;
}

const tableFacts = `select relname as name, pg_has_role(relowner, 'usage') as is_owned,
  has_table_privilege(pg_class.oid, 'select') and has_table_privilege(pg_class.oid, 'insert')
    and has_table_privilege(pg_class.oid, 'update') and has_table_privilege(pg_class.oid, 'delete') as is_usable
  from unnest($1::text[]) as names(name) join pg_class on pg_class.oid = to_regclass(quote_ident(names.name))
  order by relname`;

/** The oldest that has all that the site asks (`gen_random_uuid`). */
const oldestServer = 130_000;

function ofServer({ number, version, is_read_only, synchronous_commit, fsync }: ServerFacts): Finding[] {
  const unsafe = Object.entries({ fsync, synchronous_commit }).filter(([, value]) => value === "off");
  return made([
    number >= oldestServer
      ? ok("database.open", `PostgreSQL ${version} answers.`)
      : wrong(
          "database.version",
          `The server is PostgreSQL ${version}, and the site needs ${oldestServer / 10_000} or newer.`,
          "Upgrade the server.",
        ),
    is_read_only
      ? wrong(
          "database.writes",
          "The server takes no writes: it is a standby, or read-only for this account.",
          "Set DATABASE_URL to the server that takes writes, or lift default_transaction_read_only.",
        )
      : undefined,
    unsafe.length > 0
      ? wrong(
          "database.durability",
          `The server answers before a form is on its disk (${unsafe.map(([name]) => `${name} = off`).join(", ")}): a power cut takes forms whose visitors were told that they are stored.`,
          unsafe.map(([name]) => durabilityAdvice[name as keyof typeof durabilityAdvice]).join(" "),
        )
      : undefined,
  ]);
}

function ofEncoding({ encoding }: ServerFacts): Finding | undefined {
  const rule = encodingRule(encoding);
  return rule && wrong("database.encoding", `Not every form can be stored: ${rule.what}.`, `${rule.todo}.`);
}

function ofConnections({ account, most_connections: most }: ServerFacts): Finding | undefined {
  const { visitors, check, indexing } = connectionsOfInstance;
  const wanted = visitors + check + indexing;
  if (most === null || most >= wanted) return undefined;
  return unknown(
    "database.connections",
    `Whether ${most} connections at once are enough`,
    `a pooler in between may share them; without one an instance opens up to ${wanted}, and forms fail that find none`,
    `Without a pooler lift the limit: alter role ${account} connection limit -1, or alter database NAME connection limit -1`,
  );
}

/** What is to be done about each: `fsync` is the whole server's. */
const durabilityAdvice = {
  fsync: "Set fsync = on in postgresql.conf and let the server read it (select pg_reload_conf()).",
  synchronous_commit:
    "Set synchronous_commit to on in postgresql.conf; of one database: alter database NAME set synchronous_commit = on",
};

function ofEncryption({ ssl, host = "" }: ClientConfig): Finding | undefined {
  // Without a host, or with a path, it is a socket.
  if (ssl || host === "" || host.startsWith("/") || isThisMachine(host)) return undefined;
  return wrong(
    "database.tls",
    `The connection to the database on ${host} is not encrypted: whoever is in between reads what visitors write.`,
    "Switch TLS on in the server (ssl = on), and add ?sslmode=verify-full to DATABASE_URL.",
  );
}

function ofRights({ account, schema, may_make_tables }: ServerFacts, tables: TableFacts[]): Finding[] {
  const names = (list: TableFacts[]) => list.map(({ name }) => name).join(", ");
  const unusable = tables.filter(({ is_usable }) => !is_usable);
  const foreign = tables.filter(({ is_owned }) => !is_owned);
  if (schema === null || unusable.length > 0)
    return [
      wrong(
        "database.rights",
        schema === null
          ? `The account ${account} has no right to any schema of the database.`
          : `The account ${account} may not read, add, change and remove rows of ${names(unusable)}.`,
        `Give it the rights, for example: grant usage on schema public to ${account}; grant select, insert, update, delete on all tables in schema public to ${account}`,
      ),
    ];
  if (foreign.length > 0 || !may_make_tables)
    return [
      wrong(
        "database.migrations-rights",
        may_make_tables
          ? `${names(foreign)} ${foreign.length === 1 ? "does" : "do"} not belong to the account ${account}, so a later version cannot change ${foreign.length === 1 ? "it" : "them"}.`
          : `The account ${account} may make no table in the schema ${schema}, so a later version cannot bring the database up to date.`,
        may_make_tables
          ? `Give them to it: alter table NAME owner to ${account}`
          : `Give it the right: grant create on schema ${schema} to ${account}`,
      ),
    ];
  return [ok("database.rights", `The account ${account} may do what the site has to.`)];
}

const ofSigns = "Signs in the password are written as %XX: @ as %40, / as %2F, # as %23, % as %25.";

interface PostgresError extends Error {
  code?: string;
}

export function ofConnecting(error: unknown, url: string): Finding {
  const { pathname, username, searchParams } = new URL(url);
  const account = decodeURIComponent(username) || searchParams.get("user");
  const host = serverOf(url);
  const { code = "", message } = error as PostgresError;
  const name = decodeURIComponent(pathname.slice(1));
  const said = message ? `${message.replace(/\.$/, "")}` : code;
  if (/EAI_AGAIN/.test(`${code} ${message}`))
    return unknown("database.open", "The database", `no name server says where ${host} is`, nameServers);
  const known: [RegExp, what: string, todo: string][] = [
    [
      /ECONNREFUSED|connect ENOENT/,
      `nobody answers at ${host}`,
      "Start the server, or correct host and port in DATABASE_URL.",
    ],
    [/ENOTFOUND/, `there is no machine ${host}`, `Correct the host in DATABASE_URL. ${ofSigns}`],
    [
      /Peer authentication/,
      `the server lets an account of this machine in only under its own name (${said})`,
      `Run this as the account ${account}, as the site does; or allow it in pg_hba.conf of the server.`,
    ],
    [
      /28P01|28000/,
      `the server refuses the account ${account} (${said})`,
      `Correct name and password in DATABASE_URL, or pg_hba.conf of the server. ${ofSigns}`,
    ],
    [/3D000/, `there is no database ${name}`, `Make it: create database "${name}" owner ACCOUNT`],
    [
      /needs a password/,
      said,
      `Write it into DATABASE_URL (postgres://NAME:PASSWORD@…), or into ~/.pgpass of the account that the site runs as, for it alone (chmod 600). ${ofSigns}`,
    ],
    [
      /53300/,
      `all its connections are taken (${said})`,
      "Raise max_connections, or the connection limit of the account or the database, or put a pooler in front.",
    ],
    [/57P03/, "it is starting or stopping", "Wait, and look into the server's log."],
    [
      /certificate|CERT_|self.signed|ALTNAME/i,
      `its certificate is not trusted (${said})`,
      "Name the authority's file in DATABASE_URL (&sslrootcert=FILE), or give the server a certificate for this name.",
    ],
    [
      /does not support SSL/,
      "it offers no TLS, which sslmode demands",
      "Switch TLS on in the server (ssl = on).",
    ],
    [/sslmode|sslrootcert/, said, "Correct DATABASE_URL."],
    [
      /timeout|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/i,
      `${host} is not reached in time`,
      "Look whether a firewall is in between.",
    ],
  ];
  const [, what, todo] = known.find(([words]) => words.test(`${code} ${message}`)) ?? [
    undefined,
    said,
    "Look into the server's log.",
  ];
  return wrong("database.open", `The database cannot be opened: ${what}.`, todo);
}
