import type { ColumnType, Generated } from "kysely";

/** Tables of the forms. Whatever goes through all submissions (lists, exports, removal, copies) goes through these. */
export const submissionTables = [
  "contact_submissions",
  "mastermind_applications",
] as const satisfies readonly (keyof Database)[];
export type SubmissionTable = (typeof submissionTables)[number];

/** Tables with posts of visitors. */
export const postTables = [...submissionTables, "quarantine"] as const;

/** docs/specification.md, 'Tables'; the same names and columns on SQLite and PostgreSQL. */
export interface Database {
  contact_submissions: ContactSubmissionRow;
  mastermind_applications: MastermindApplicationRow;
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

/** Written as a boolean; SQLite, which has none, gives back 0 or 1. */
export type Flag = ColumnType<boolean | number, boolean, boolean>;

type FlagsOf<Row> = { [Column in keyof Row]: Row[Column] extends Flag ? Column : never }[keyof Row];
/** A new one is missed by the compiler until it stands here. */
const flags: Record<{ [Table in SubmissionTable]: FlagsOf<Database[Table]> }[SubmissionTable], true> = {
  newsletter_signup: true,
  agree_to_terms: true,
};
/** Columns of submissions that are flags. */
export const flagColumns = Object.keys(flags);

/** In a table that was taken over: what was there instead of a time that could be read. The row came before its `created_at`. */
export const foundTime = "created_at_found";

type WordsOf<Row> = Exclude<keyof Row, "id" | "created_at" | "email" | FlagsOf<Row>>;
/** Whether a search of the staff looks into a column of words, and whether a visitor may leave it out, as its type says. */
interface WordColumn<Value> {
  isSearched: boolean;
  isOptional: null extends Value ? true : false;
}
const plain = { isSearched: false, isOptional: false } as const;
const searched = { isSearched: true, isOptional: false } as const;
const searchedOptional = { isSearched: true, isOptional: true } as const;
/** A new one is missed by the compiler until it stands here; the index over them (`_names`) gets another name then. */
const words: {
  [Table in SubmissionTable]: {
    [Column in WordsOf<Database[Table]>]: WordColumn<Database[Table][Column]>;
  };
} = {
  contact_submissions: {
    ...{ full_name: searched, linkedin_url: searchedOptional, reason_for_contact: plain, message: searched },
  },
  mastermind_applications: {
    ...{ first_name: searched, last_name: searched, phone: searchedOptional, organization: searched },
    ...{ role: searched, challenges: plain, expectations: plain, experience: plain, commitment: plain },
    ...{ availability: plain, motivation: plain },
  },
};
/** Columns of a submission that hold a visitor's words, but for the address. */
export const wordColumns = (table: SubmissionTable) => Object.keys(words[table]);
export const searchedColumns = (table: SubmissionTable) => wordsThat(table, "isSearched");
export const optionalColumns = (table: SubmissionTable) => wordsThat(table, "isOptional");

function wordsThat(table: SubmissionTable, are: keyof WordColumn<string>): string[] {
  return Object.entries(words[table]).flatMap(([name, column]) => (column[are] ? name : []));
}

/** UTC, ISO 8601, in every table. */
type Time = string;

export interface ContactSubmissionRow {
  /** UUID */
  id: string;
  created_at: Time;
  full_name: string;
  email: string;
  linkedin_url: string | null;
  reason_for_contact: string;
  /** JSON text, its keys in a fixed order; docs/specification.md, 'Row of an interest form'. */
  message: string;
  newsletter_signup: Flag;
}

/** Which field is in which column: docs/specification.md, 'Row of an application'. */
export interface MastermindApplicationRow {
  /** UUID */
  id: string;
  created_at: Time;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  organization: string;
  role: string;
  challenges: string;
  expectations: string;
  experience: string;
  commitment: string;
  availability: string;
  motivation: string;
  agree_to_terms: Flag;
}

/** The outbox: a mail that is still to be sent, was sent, or cannot be. */
export interface NotificationRow {
  /** UUID; the mail's Message-ID is made from it. */
  id: string;
  created_at: Time;
  submission_table: SubmissionTable;
  /** The submission's row. */
  submission_id: string;
  /** To the staff, or to the sender who asked for a confirmation. */
  kind: "staff" | "receipt";
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
