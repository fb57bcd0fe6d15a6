import { type Document, isMap, isScalar, isSeq, visit, type YAMLParseError } from "yaml";
import { shortened } from "./shortened.ts";

const quotes = "put the whole text into quotation marks";

/** What to do about mistakes in the marks of a YAML file, by the parser's codes. */
const remedies: Partial<Record<YAMLParseError["code"], string>> = {
  BLOCK_IN_FLOW: `there is a second colon in a text; ${quotes}, for example { label: "Care: a beginning", to: /care }, or write the comma that is missing before a name`,
  TAB_AS_INDENT: "the line begins with a tab; begin it with spaces, two for each step",
  BAD_INDENT:
    "the line begins at another place than those it belongs to, or a bracket above is not closed; begin it below them, and write the closing bracket",
  MULTILINE_IMPLICIT_KEY:
    "a colon with a space after it is missing, or the line begins at the wrong place; write the name, a colon, a space and the text, for example title: Care",
  BAD_SCALAR_START: `a text begins with a sign that has a meaning of its own; ${quotes}`,
  BAD_DQ_ESCAPE: "there is a backslash between quotation marks; write \\\\ for a backslash",
  BAD_ALIAS: `a text begins with * or &, which have a meaning of their own; ${quotes}`,
};

/**
 * What is wrong with the marks of a YAML file: what the parser says is for programmers.
 *
 * @param source the line of the mistake
 * @param document what could be read of the file
 */
export function yamlMessage(mistake: YAMLParseError, source: string, document: Document): string {
  const line = source.trim();
  // The parser tells of a tab only where it begins a group.
  const code = /^ *\t/.test(source) ? "TAB_AS_INDENT" : mistake.code;
  const shown = line === "" ? "" : `found ${shortened(line)}; `;
  const remedy = code === "DUPLICATE_KEY" ? twiceRemedy(mistake.pos[0], line, document) : remedies[code];
  return `${shown}${remedy ?? otherRemedy(mistake.message, line)}`;
}

/** @param place of the second of two names that are the same, as an offset */
function twiceRemedy(place: number, line: string, document: Document): string | undefined {
  let remedy: string | undefined;
  visit(document, {
    Pair(_key, { key }, path) {
      if (!isScalar(key) || key.range?.[0] !== place) return undefined;
      const [list, entry] = path.slice(-2);
      const isFirst = isMap(entry) && isScalar(entry.items[0]?.key) && entry.items[0].key.value === key.value;
      remedy =
        isFirst && !entry.flow && isSeq(list)
          ? `'${key.value}:' begins this entry already; if a new entry begins here, its - is missing: write ${shortened(`- ${line}`)}, with the - below the other ones; if not, keep one of the two lines`
          : `'${key.value}:' stands here twice; keep one of the two lines`;
      return visit.BREAK;
    },
  });
  return remedy;
}

/** @param source the line where the text begins */
export function openQuoteMessage(source: string): string {
  return `found ${shortened(source.trim())}; a quotation mark is not closed; write it at the end of the text too`;
}

const otherPlace =
  "this line, or the one after it, begins at another place than those it belongs to; begin the lines of one entry, and the - of one list, below each other";

function otherRemedy(message: string, line: string): string {
  if (line === "---") return "--- ends the file here; take it out";
  // Whatever its text is like.
  if (/block sequence may not be used|without - indicator/.test(message)) return otherPlace;
  // Of an entry on one line the braces may be missing.
  const [, mark = "", entry] = /^(- )?([\w-]+: [^:{"']+, [\w-]+: \S.*)$/.exec(line) ?? [];
  if (entry)
    return `there is a second colon; write ${shortened(`${mark}{ ${entry} }`)} if these are several names, or ${quotes}`;
  if (/^[^{"']*:\s+[^{"'\s][^{]*:(\s|$)/.test(line))
    return `there is a second colon; ${quotes}, for example title: "Care: a beginning"`;
  if (/compact mappings/.test(message)) return otherPlace;
  if (/:\s*['"]/.test(line))
    return 'something follows a closing quotation mark; put the whole text between the marks, and write an apostrophe in it between double ones: "it\'s"';
  if (/[:-]\s*[[{]/.test(line))
    return `a text begins with a bracket; ${quotes}, for example "{name} answers"`;
  if (/[:-]\s*[>|]/.test(line)) return "write the text on the next line, begun with two spaces more";
  if (/Implicit map keys/.test(message))
    return "a colon with a space after it is missing; write the name, a colon, a space and the text, for example title: Care";
  return "the line does not fit the ones above; a list has - before each entry, other lines have a name, a colon and a space";
}
