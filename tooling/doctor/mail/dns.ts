import { NODATA, NOTFOUND } from "node:dns";
import type { Resolver } from "node:dns/promises";

/** What there is; nothing where name servers say that there is none. @throws when they say nothing */
export async function orNothing<Entry>(answer: Promise<Entry[]>): Promise<Entry[]> {
  try {
    return await answer;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === NODATA || code === NOTFOUND) return [];
    throw error;
  }
}

/** Texts of a name (TXT) that begin with a word; parts of a long one are joined (RFC 7208, section 3.3). */
export async function textsOf(name: string, word: RegExp, resolver: Resolver): Promise<string[]> {
  const texts = await orNothing(resolver.resolveTxt(name));
  return texts.map((parts) => parts.join("")).filter((text) => word.test(text));
}

/** The tags of `v=DMARC1; p=none` by their names. */
export function tagsOf(text: string): Record<string, string> {
  const tags = text.split(";").map((tag) => tag.split("="));
  return Object.fromEntries(
    tags.map(([name = "", ...value]) => [name.trim().toLowerCase(), value.join("=").replaceAll(/\s/g, "")]),
  );
}
