import type { ColumnType, Generated } from "kysely";

/** Written as a boolean; SQLite, which has none, gives back 0 or 1. */
type Flag = ColumnType<boolean | number, boolean, boolean>;

/**
 * A column of a submission: a flag, or a visitor's words. Of words it says whether a search of the staff looks into them, and whether a
 * visitor may leave them out. A column that came later names the migration that adds it, which is made of this; rows from before have
 * none of its words.
 */
type Column =
  | { isFlag: true }
  | { isSearched: boolean; isOptional: boolean }
  | { isSearched: boolean; isOptional: true; migration: `${number}-${string}-compatible` };

const flag = { isFlag: true } as const;
const plain = { isSearched: false, isOptional: false } as const;
const searched = { isSearched: true, isOptional: false } as const;
const searchedOptional = { isSearched: true, isOptional: true } as const;

/**
 * The columns of the forms' tables beside `id`, `created_at` and `email`; docs/specification.md, 'Tables'. Types, migrations of later
 * columns, search, exports, removal and the index over all words (`_names`) follow.
 */
const columns = {
  contact_submissions: {
    full_name: searched,
    linkedin_url: searchedOptional,
    reason_for_contact: plain,
    /** JSON text, its keys in a fixed order; docs/specification.md, 'Row of an interest form'. */
    message: searched,
    newsletter_signup: flag,
  },
  /** Which field is in which column: docs/specification.md, 'Row of an application'. */
  mastermind_applications: {
    first_name: searched,
    last_name: searched,
    phone: searchedOptional,
    organization: searched,
    role: searched,
    challenges: plain,
    expectations: plain,
    experience: plain,
    commitment: plain,
    availability: plain,
    motivation: plain,
    agree_to_terms: flag,
  },
} as const satisfies Record<string, Record<string, Column>>;

/** Tables of the forms. Whatever goes through all submissions (lists, exports, removal, copies) goes through these. */
export type SubmissionTable = keyof typeof columns;
export const submissionTables = Object.keys(columns) as SubmissionTable[];

/** Tables with posts of visitors. */
export const postTables = [...submissionTables, "quarantine"] as const;

/** docs/specification.md, 'Tables'; the same names and columns on SQLite and PostgreSQL. */
export interface Database extends SubmissionRows {
  notifications: NotificationRow;
  quarantine: QuarantineRow;
  submission_keys: SubmissionKeyRow;
  rate_limits: RateLimitRow;
  site_secrets: SiteSecretRow;
}

const tables: Record<keyof Database, true> = {
  contact_submissions: true,
  mastermind_applications: true,
  notifications: true,
  quarantine: true,
  submission_keys: true,
  rate_limits: true,
  site_secrets: true,
};
/** Every table of the site; a new one is missed by the compiler until it stands here. */
export const siteTables = Object.keys(tables);

/** In a table that was taken over: what was there instead of a time that could be read. The row came before its `created_at`. */
export const foundTime = "created_at_found";

/** All columns of submissions, each with its table. */
const allColumns = submissionTables.flatMap((table) =>
  Object.entries<Column>(columns[table]).map(([name, column]) => ({ table, name, column })),
);
/** Columns of submissions that are flags. */
export const flagColumns = allColumns.filter(({ column }) => "isFlag" in column).map(({ name }) => name);
/** Columns that came later, each with the migration that adds it. */
export const addedColumns = allColumns.flatMap(({ table, name, column }) =>
  "migration" in column ? [{ table, name, migration: column.migration }] : [],
);

/** Columns of a submission that hold a visitor's words, but for the address. */
export const wordColumns = (table: SubmissionTable) => wordsThat(table, () => true);
export const searchedColumns = (table: SubmissionTable) => wordsThat(table, (words) => words.isSearched);
export const optionalColumns = (table: SubmissionTable) => wordsThat(table, (words) => words.isOptional);

function wordsThat(
  of: SubmissionTable,
  are: (words: Exclude<Column, { isFlag: true }>) => boolean,
): string[] {
  return allColumns.flatMap(({ table, name, column }) =>
    table === of && !("isFlag" in column) && are(column) ? name : [],
  );
}

/** UTC, ISO 8601, in every table. */
type Time = string;

type SubmissionRows = { [Table in SubmissionTable]: SubmissionRow<(typeof columns)[Table]> };

type SubmissionRow<Columns> = {
  /** UUID */
  id: string;
  created_at: Time;
  email: string;
} & {
  -readonly [Name in keyof Columns]: Columns[Name] extends { isFlag: true }
    ? Flag
    : Columns[Name] extends { isOptional: true }
      ? string | null
      : string;
};

/** The outbox: a mail that is still to be sent, was sent, or cannot be. */
export interface NotificationRow {
  /** UUID; the mail's Message-ID is made from it. */
  id: string;
  created_at: Time;
  submission_table: SubmissionTable;
  /** The submission's row. */
  submission_id: string;
  /** Which of the mails that a submission leads to (`mailKinds`); a later version may have written others. */
  kind: string;
  /** The sender's address in lower case, so that `erase` finds the row. */
  email: string;
  /** JSON text of a NotificationPayload: every answer of the form. */
  payload: string;
  /** `held`: it waited when a backup was made that was restored, and may have been sent before. */
  status: "pending" | "sent" | "dead" | "held";
  attempts: number;
  /** Attempts without an answer after the whole mail was sent: each may have delivered it. */
  unclear_attempts: Generated<number>;
  /** JSON list with the one of the staff whom it is for; null while nobody is named, and for a confirmation. */
  recipients: string | null;
  /** The next attempt is not made before. */
  next_attempt_at: Time;
  /** Until then one instance is sending it; after that, any instance may. */
  claimed_until: Time | null;
  sent_at: Time | null;
  /** What the mail server answered last; never the words of a visitor. */
  last_error: string | null;
}

/** A post that looks like a robot's, with every answer: staff can release it. */
export interface QuarantineRow {
  /** UUID; becomes the submission's id when it is released. */
  id: string;
  created_at: Time;
  form_type: string;
  reason: string;
  /** In lower case, as the post named it. */
  email: string;
  /** JSON text: the form's own fields, `[name, value]` each, in their order. */
  fields: string;
}

/**
 * The row that a form was stored as: under its id the last one, under `ID/DIGEST` the one with these contents. So the same form with
 * the same contents is stored once. The digest is a keyed hash: it cannot be turned back into words.
 */
export interface SubmissionKeyRow {
  submission_id: string;
  table_name: SubmissionTable | "quarantine";
  row_id: string;
}

/** Points taken by one client in the running window. The key is a keyed hash: no address is kept. */
export interface RateLimitRow {
  key: string;
  points: number;
  /** Milliseconds since 1970; a number that PostgreSQL sends as text. */
  expires_at: ColumnType<number | string, number, number>;
}

/** Keys that all instances share. */
export interface SiteSecretRow {
  name: string;
  value: string;
}
