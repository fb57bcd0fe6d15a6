import { shortened } from "./shortened.ts";

/** What a parser says of a page's text; `rule` is its own name for the mistake. */
interface Mistake {
  reason: string;
  rule: string | undefined;
}

const spell = (reason: string) => /`(<\/?[\w.]*>?)`/.exec(reason)?.[1] ?? "";

/**
 * What is wrong with the marks of a page's text, and what to write; what the parser says is for programmers.
 *
 * @param line what stands on the line of the mistake
 */
export function pageMessage({ reason, rule }: Mistake, line: string): string {
  const found = line.trim() ? `found ${shortened(line.trim())}; ` : "";
  return found + remedy(reason, rule ?? "", line);
}

function remedy(reason: string, rule: string, line: string): string {
  if (/^Unexpected closing tag/.test(reason)) {
    const [closing, opening] = [...reason.matchAll(/`(<\/?[\w.]*>)`/g)].map(([, tag]) => tag);
    return `${closing} ends a block, but the one that is open is ${opening}; write </${opening?.slice(1)} first`;
  }
  if (/^Expected a closing tag/.test(reason)) {
    const opening = spell(reason);
    const name = opening.slice(1, -1);
    if (name === "br") return "a line break has another form here; write <br />";
    const hint = /before the end of/.test(reason)
      ? `leave a line empty after ${opening} and before </${name}>`
      : `write </${name}> where it ends, or <${name} /> if nothing stands in it`;
    return `the block ${opening} is not closed; ${hint}`;
  }
  if (/^Unexpected closing slash/.test(reason))
    return "a block ends here that has not begun; take the closing tag out, or write the opening one above";
  if (rule === "acorn" && /^(import|export)\b/.test(line.trim()))
    return "a line that begins with 'import' or 'export' is taken for a program; let the sentence begin with another word";
  if (/expression|acorn/i.test(`${reason} ${rule}`))
    return 'braces are for programs; write \\{ for a brace, or <Name />, <Product />, <Count of="faculty" />';
  if (/in name/.test(reason) && /@/.test(line)) return "write an e-mail address without < and >";
  if (/attribute (name|value)/.test(reason))
    return 'what stands in a tag has the form name="text", with straight quotation marks; write &quot; for such a mark within the text';
  if (/<!--/.test(line)) return "a remark has another form here; write {/* … */} around it, or take it out";
  if (/<https?:/.test(line)) return "write a link as [words](https://…)";
  if (/before name|before local name|in name|in local name/.test(reason))
    return "the sign < begins a block; write &lt; for the sign itself, or words such as 'fewer than'";
  return "the marks here do not fit together; compare them with docs/content-guide.md";
}

/** What other kinds of Markdown make of these marks, they do not become here: they would be shown as they are. */
const otherMarks: [RegExp, (found: string) => string][] = [
  [
    /^.*\|.*\n[ \t]*\|?[ \t]*:?-+:?[ \t]*(\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/m,
    () =>
      'found a table; the text of a page has none: write <Comparison left="…" right="…"> with rows, <Steps>, <Facts> or a list (docs/content-guide.md)',
  ],
  [
    /~~\S[^\n]*?~~/,
    (found) => `found ${found}; words cannot be struck out here: take the marks out, or the words`,
  ],
  [/^\[[ xX]\](?=\s)/, (found) => `found ${found}; a list has no boxes to tick: take the brackets out`],
  [
    /\[\^[^\]\s]+\]/,
    (found) => `found ${found}; write the remark after the paragraph, in <SideNote> and </SideNote>`,
  ],
];

/**
 * Marks of other kinds of Markdown in the words of a page, and what to write in their place.
 *
 * @returns each kind once, with how many lines of the words stand before it
 */
export function unreadMarks(words: string): { text: string; linesBefore: number }[] {
  return otherMarks.flatMap(([mark, message]) => {
    const found = mark.exec(words);
    if (!found) return [];
    return [
      { text: message(shortened(found[0])), linesBefore: words.slice(0, found.index).split("\n").length - 1 },
    ];
  });
}
