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
  if (reason.includes("for `<br>`")) return "a line break has another form here; write <br />";
  if (/^Unexpected closing tag/.test(reason)) {
    const [closing, opening] = [...reason.matchAll(/`(<\/?[\w.]*>)`/g)].map(([, tag]) => tag);
    return `${closing} ends a block, but the one that is open is ${opening}; write </${opening?.slice(1)} first`;
  }
  if (/^Expected a closing tag/.test(reason)) {
    const opening = spell(reason);
    const name = opening.slice(1, -1);
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
  [/^#{2,6}(?=[^#\s])\S.*/m, (found) => `found ${found}; write a space after the last # of a heading`],
  [
    /\*\*|__/,
    (found) =>
      `found ${found}, which stresses nothing here; write it directly before the first and directly after the last letter, or take it out`,
  ],
  [/^(•|[-*](?=\p{L})).*/mu, (found) => `found ${found}; begin each line of a list with - and a space`],
  [
    /\[[^\]\n]+\]\s+\((\/|#|https?:|mailto:)\S*\)|\([^()\n]+\)\[(\/|#|https?:|mailto:)[^\]\s]*\]/,
    (found) => `found ${found}; write a link as [words](address), without a space between them`,
  ],
];

/** Among the words, where nobody could follow it. */
const addressMark: (typeof otherMarks)[number] = [
  /\bhttps?:\/\/[^\s)]*[^\s).,;:!?]/,
  (found) => `found ${found}, which nobody can click; write a link as [words](${found})`,
];

/** What stands here for elements that other sites are written with. */
const otherElements: Record<string, string> = {
  ...Object.fromEntries(["b", "mark"].map((name) => [name, "write **words** for strong ones"])),
  ...Object.fromEntries(["i", "u"].map((name) => [name, "write *words* for stressed ones"])),
  ...Object.fromEntries(
    ["ul", "ol", "li"].map((name) => [name, "begin each line of a list with - or 1. and a space"]),
  ),
  ...Object.fromEntries(["h2", "h3"].map((name) => [name, "write ## or ### and a space before a heading"])),
  ...Object.fromEntries(
    ["iframe", "video", "audio"].map((name) => [
      name,
      "nothing of other sites is shown here; write a link, [words](https://…)",
    ]),
  ),
  ...Object.fromEntries(
    ["p", "div", "span", "center", "font"].map((name) => [
      name,
      "take its tags out; the site gives words their look",
    ]),
  ),
  a: "write a link as [words](address)",
  hr: "write --- on a line of its own, with an empty line before and after it",
  img: 'the text of a page shows drawings: write <Figure name="…" caption="…" />',
};

/** What to write in the place of an element of HTML; undefined for a block whose name is written wrong. */
export function elementRemedy(name: string): string | undefined {
  return Object.hasOwn(otherElements, name) ? otherElements[name] : undefined;
}

/**
 * Marks of other kinds of Markdown in the words of a page, and what to write in their place.
 *
 * @param isLink whether the words are those of a link, which may be an address
 * @returns each kind once, with how many lines of the words stand before it
 */
export function unreadMarks(words: string, isLink: boolean): { text: string; linesBefore: number }[] {
  const marks = isLink ? otherMarks : [...otherMarks, addressMark];
  return marks.flatMap(([mark, message]) => {
    const found = mark.exec(words);
    if (!found) return [];
    return [
      { text: message(shortened(found[0])), linesBefore: words.slice(0, found.index).split("\n").length - 1 },
    ];
  });
}
