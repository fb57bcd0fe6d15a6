import { ContentError, problemLine } from "#content-model/content-error.ts";

/** In the order in which they are shown. */
export const topics = ["mistakes", "people", "texts", "links", "settings", "mail", "calendar"] as const;

/** One thing that is still to be done before the site goes live. */
export interface Finding {
  topic: (typeof topics)[number];
  /** What was found, and what to do. */
  text: string;
}

/** Empty texts are none. */
export function findingsOf(topic: Finding["topic"], texts: readonly string[]): Finding[] {
  return texts.filter(Boolean).map((text) => ({ topic, text }));
}

/** What a look finds; where a file of `content/` stops it, that file's mistakes. */
export async function orMistakes(look: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await look();
  } catch (error) {
    if (error instanceof ContentError) return findingsOf("mistakes", error.problems.map(problemLine));
    throw error;
  }
}

/** The first three, and how many more there are. */
export function few(names: readonly string[]): string {
  const more = names.length - 3;
  return names.slice(0, 3).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Domains reserved for examples (RFC 2606). */
export function isSample(address: string): boolean {
  return /\.example\b/.test(address);
}
