import type { ColumnDataType } from "kysely";

export type DatabaseKind = "sqlite" | "postgres";

/** Column types by database. Times are ISO 8601 text on SQLite, which has no type for them. */
export function columnTypes(kind: DatabaseKind): Record<"time" | "flag" | "milliseconds", ColumnDataType> {
  return kind === "postgres"
    ? { time: "timestamptz", flag: "boolean", milliseconds: "bigint" }
    : { time: "text", flag: "integer", milliseconds: "integer" };
}
