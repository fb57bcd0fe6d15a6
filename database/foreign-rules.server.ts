import { type Kysely, sql } from "kysely";
import type { DatabaseKind } from "./migrations/column-types.ts";
import {
  type Database,
  flagColumns,
  optionalColumns,
  type SubmissionTable,
  submissionTables,
  wordColumns,
} from "./schema.ts";

/** A column of a table of submissions, with what the database demands of it. */
interface Column {
  table: SubmissionTable;
  name: string;
  isNotNull: boolean | number;
  hasDefault: boolean | number;
  /** How many characters it takes at most; null without a limit. */
  limit: number | null;
}

/** A column alone or several together, of which no two rows may have the same. */
interface Unique {
  table: string;
  columns: string;
}

/** A rule that refuses forms, in words. */
interface ForeignRule {
  what: string;
  /** What lifts it. */
  todo: string;
}

/** As long as an address may be: a limit of so many refuses nothing. */
export const longestEmail = 254;

/**
 * Rules of a database that was there before the site, by which it refuses forms that the site takes. Otherwise the first to be told is a
 * visitor whose form could not be stored.
 */
export async function foreignRules(db: Kysely<Database>, kind: DatabaseKind): Promise<ForeignRule[]> {
  const [columns, uniques] = await (kind === "sqlite" ? readSqlite(db) : readPostgres(db));
  return [...columns.flatMap(ruleOf), ...uniques.map(ofUnique)];
}

/**
 * What a PostgreSQL database refuses by how it keeps text.
 *
 * @param encoding as the server names it
 */
export function encodingRule(encoding: string): ForeignRule | undefined {
  // SQL_ASCII takes any bytes as they are.
  if (encoding === "UTF8" || encoding === "SQL_ASCII") return undefined;
  return {
    what: `the database keeps text as ${encoding}: a form with a letter or sign that ${encoding} does not have cannot be stored`,
    todo: `Make a new one (createdb --encoding=UTF8 --template=template0 --owner=ACCOUNT NAME), take everything along (npm run submissions -- copy --to URL), and set DATABASE_URL to it`,
  };
}

function ruleOf({ table, name, isNotNull, hasDefault, limit }: Column): ForeignRule[] {
  const own = [...wordColumns(table), ...flagColumns, "id", "created_at", "email"];
  const isOwn = own.includes(name);
  const lift = `alter table ${table} alter column ${asTyped(name)}`;
  if (isNotNull && !hasDefault && !isOwn)
    return [
      {
        what: `${table} demands a value in ${name}, a column that the site does not know: no form can be stored in it`,
        todo: `Give the column a default, or lift the rule (PostgreSQL: ${lift} drop not null)`,
      },
    ];
  if (isNotNull && optionalColumns(table).includes(name))
    return [
      {
        what: `${table}.${name} may not be empty: forms that leave it out cannot be stored`,
        todo: `Lift the rule (PostgreSQL: ${lift} drop not null)`,
      },
    ];
  if (limit === null || !isOwn || (name === "email" && limit >= longestEmail)) return [];
  return [
    {
      what: `${table}.${name} takes ${limit} characters at most: forms with more cannot be stored`,
      todo: `Lift the limit: ${lift} type text`,
    },
  ];
}

/** A column's name in SQL: PostgreSQL makes small letters of what is not quoted. */
function asTyped(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

function ofUnique({ table, columns }: Unique): ForeignRule {
  return {
    what: `no two rows of ${table} may have the same ${columns}: a form that repeats it cannot be stored`,
    todo: "Remove the constraint or the index that says so",
  };
}

async function readPostgres(db: Kysely<Database>): Promise<[Column[], Unique[]]> {
  const tables = sql`unnest(${[...submissionTables]}::text[]) as names(name)
    join pg_class on pg_class.oid = to_regclass(names.name)`;
  const columns = await sql<Column>`select names.name as table, attname as name,
      attnotnull as "isNotNull", atthasdef or attidentity <> '' as "hasDefault",
      case when atttypid in ('varchar'::regtype, 'bpchar'::regtype) and atttypmod > 4 then atttypmod - 4 end as limit
    from ${tables} join pg_attribute on attrelid = pg_class.oid
    where attnum > 0 and not attisdropped`.execute(db);
  const uniques =
    await sql<Unique>`select names.name as table, string_agg(attname, ', ' order by attnum) as columns
    from ${tables} join pg_index on indrelid = pg_class.oid
      join pg_attribute on attrelid = pg_class.oid and attnum = any(indkey)
    where indisunique and indpred is null
    group by names.name, indexrelid having not 'id' = any(array_agg(attname))`.execute(db);
  return [columns.rows, uniques.rows];
}

async function readSqlite(db: Kysely<Database>): Promise<[Column[], Unique[]]> {
  const tables = sql.join(submissionTables.map((name) => sql.lit(name)));
  // Its limits of length are words: it takes any text.
  const columns = await sql<Column>`
    select one.name as "table", info.name as name, null as "limit",
      info."notnull" as "isNotNull", info.dflt_value is not null or info.pk > 0 as "hasDefault"
    from sqlite_schema as one join pragma_table_info(one.name) as info
    where one.name in (${tables})`.execute(db);
  const uniques = await sql<Unique>`select one.name as "table",
      (select group_concat(name, ', ') from pragma_index_info(list.name)) as columns
    from sqlite_schema as one join pragma_index_list(one.name) as list
    where one.name in (${tables}) and list."unique" = 1 and list.partial = 0
      and not exists (select 1 from pragma_index_info(list.name) where name = 'id')`.execute(db);
  return [columns.rows, uniques.rows];
}
