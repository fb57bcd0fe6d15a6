import { isUtf8 } from "node:buffer";
import type { Answers } from "#submissions/submission.ts";

/** The message of a row that was taken over may be any text, or JSON of another kind; it is kept under its own name. */
export function messageOf(message: unknown): Record<string, unknown> {
  try {
    const parsed = JSON.parse(String(message));
    return parsed !== null && typeof parsed === "object" && !Array.isArray(parsed)
      ? parsed
      : { message: parsed };
  } catch {
    return { message: String(message ?? "") };
  }
}

/** The answers that a row holds, whatever they are. */
export function rowAnswers(columns: Record<string, unknown>): Answers {
  const { id: _id, created_at: _created, message, ...rest } = columns;
  const all = { ...rest, ...(message as Record<string, unknown> | undefined) };
  return Object.fromEntries(
    Object.entries(all).map(([name, value]) => [
      name,
      typeof value === "boolean" ? value : Array.isArray(value) ? value.map(wordsOf) : wordsOf(value),
    ]),
  );
}

/** A value in words: of objects and lists inside, their JSON; of bytes, the text that they are, or what PostgreSQL writes. */
export function wordsOf(value: unknown): string {
  if (value instanceof Uint8Array)
    return isUtf8(value) ? Buffer.from(value).toString() : `\\x${Buffer.from(value).toString("hex")}`;
  return value !== null && typeof value === "object" ? JSON.stringify(value) : String(value ?? "");
}
