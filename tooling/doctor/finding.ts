/** The parts of an installation, in the order in which they are told. */
export const parts = [
  "machine",
  "settings",
  "data",
  "database",
  "mail",
  "domain",
  "calendar",
  "site",
  "backups",
] as const;
export type Part = (typeof parts)[number];

/** What was looked at: a name that stays, for scripts. */
export type Check = `${Part}.${string}`;

/** What one look has shown; docs/operations/doctor.md, 'As data'. */
export interface Finding {
  check: Check;
  state: "ok" | "wrong" | "unknown";
  /** A sentence. */
  what: string;
  /** What to do about it, a sentence; never where all is well. */
  todo?: string;
}

export function ok(check: Check, what: string): Finding {
  return { check, state: "ok", what };
}

export function wrong(check: Check, what: string, todo: string): Finding {
  return { check, state: "wrong", what, todo };
}

/** What nobody can know from here, and why. */
export function unknown(check: Check, what: string, because: string, todo?: string): Finding {
  const sentence = `${what} could not be checked, because ${because}.`;
  return { check, state: "unknown", what: sentence, ...(todo ? { todo } : {}) };
}

/** @returns without those that were not made */
export function made(findings: readonly (Finding | undefined)[]): Finding[] {
  return findings.filter((finding) => finding !== undefined);
}

export function partOf({ check }: Finding): Part {
  return check.slice(0, check.indexOf(".")) as Part;
}
