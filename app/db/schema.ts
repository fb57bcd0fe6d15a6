/** Tables as CONTRACT.md fixes them; the same names and columns on every database. */
export interface Database {
  contact_submissions: ContactSubmissionRow;
  submission_keys: SubmissionKeyRow;
}

export interface ContactSubmissionRow {
  /** UUID */
  id: string;
  /** UTC, ISO 8601 */
  created_at: string;
  full_name: string;
  email: string;
  linkedin_url: string | null;
  reason_for_contact: string;
  /** JSON text with the 14 keys of SPEC.md, section 3, in that order. */
  message: string;
  /** SQLite has no booleans: 0 or 1. */
  newsletter_signup: number;
}

/** Which form post became which row: the same post, sent twice, is stored once. */
export interface SubmissionKeyRow {
  submission_id: string;
  table_name: string;
  row_id: string;
}
