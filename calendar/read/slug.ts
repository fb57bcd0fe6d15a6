/** Letters and digits of the UID, a hash of it, and for one of a series its date; valid as a file name. */
export function slugOf(uid: string, recurrenceId: string | undefined): string {
  const words = uid
    .split("@", 1)
    .join()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 40);
  const day = recurrenceId ? `-${recurrenceId.toLowerCase()}` : "";
  return `${words || "event"}-${hash(uid)}${day}`;
}

/** FNV-1a, 32 bits, in six letters and digits. */
export function hash(text: string): string {
  let state = 2166136261;
  for (const byte of new TextEncoder().encode(text)) state = Math.imul(state ^ byte, 16777619);
  return (state >>> 0).toString(36).padStart(7, "0").slice(-6);
}
