/** What the log and the staff may know of an error. */
export interface Fault {
  type: string;
  code?: string | number | undefined;
  /** Of the database. */
  constraint?: string | undefined;
  table?: string | undefined;
  message?: string | undefined;
  /** Where it happened: the calls, without the message. */
  stack?: string | undefined;
}

/**
 * An error without what it may quote. Databases repeat rows and values, and parsers what they could not read: of these
 * only codes and names remain. Other properties, whatever a library puts there, are left out.
 */
export function faultOf(error: unknown): Fault {
  if (!(error instanceof Error)) return { type: typeof error };
  const { code, constraint, table, errcode, errstr, severity } = error as DatabaseError;
  const isFromDatabase = severity !== undefined || errcode !== undefined;
  // SQLite's error code has the kind of constraint, and its message the columns: "UNIQUE constraint failed: table.column".
  const sqlite = /^\w+(?: \w+)? constraint failed: ((\w+)(?:\.\w+)?)/.exec(
    errcode === undefined ? "" : error.message,
  );
  return {
    type: error.name,
    code: errcode ?? code,
    constraint: constraint ?? sqlite?.[1],
    table: table ?? (sqlite?.[1]?.includes(".") ? sqlite[2] : undefined),
    message: isFromDatabase ? errstr : error instanceof SyntaxError ? undefined : error.message,
    stack: error.stack?.match(/^ +at .*$/gm)?.join("\n"),
  };
}

/** A fault in one line. */
export function describeFault(error: unknown): string {
  const { type, code, constraint, table, message } = faultOf(error);
  return [type, code, constraint, table, message].filter((word) => word !== undefined).join(" ");
}

/** What pg (`severity` and others) and `node:sqlite` (`errcode`, `errstr`) add to an error. */
interface DatabaseError extends Error {
  code?: string;
  severity?: string;
  constraint?: string;
  table?: string;
  errcode?: number;
  errstr?: string;
}
