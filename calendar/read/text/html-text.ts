import { decodeHTML } from "entities";
import { withoutControls } from "../../ics/ics-text.ts";

const knownTag =
  /<\/?(?:a|article|b|blockquote|body|br|caption|center|code|dd|div|dl|dt|em|figure|font|h[1-6]|head|hr|html|html-blob|i|img|li|meta|ol|p|pre|s|section|small|span|strong|style|sub|sup|table|tbody|td|tfoot|th|thead|title|tr|u|ul)\b[^<>]{0,2000}>/i;

/**
 * Text as people read it: calendar programs write HTML where plain text belongs. Paragraphs, lists and the addresses of links
 * stay; text without a known tag keeps its signs, but for entities.
 */
export function plainText(text: string): string {
  if (!knownTag.test(text)) return withPlainLinks(decodeEntities(text));
  const whole = unread
    .reduce((html, [begin, end]) => withoutParts(html, begin, end), text)
    .replace(/<!doctype\b[^<>]{0,2000}>/gi, "");
  // Programs write lines of their own below somebody's HTML.
  const parts = whole
    .split(/\n[ \t]*(?:\n[ \t]*)+/)
    .map((part) => (knownTag.test(part) ? withoutTags(part) : part));
  return withPlainLinks(decodeEntities(parts.join("\n\n")))
    .replace(/ {2,}/g, " ")
    .replace(/\n[ \t]*(?:\n[ \t]*)+/g, "\n\n")
    .replace(/\n\n(?=(?:-|\d{1,3}\.) )/g, "\n")
    .trim();
}

/** What nobody reads, by its begin and its end. */
const unread: readonly (readonly [RegExp, RegExp])[] = [
  [/<!--/g, /-->/g],
  ...["head", "script", "style", "title"].map(
    (name) => [new RegExp(`<${name}\\b[^<>]{0,2000}>`, "gi"), new RegExp(`</${name}\\s*>`, "gi")] as const,
  ),
];

/** Without the parts that end. */
function withoutParts(html: string, begin: RegExp, end: RegExp): string {
  let kept = "";
  let place = 0;
  for (;;) {
    begin.lastIndex = place;
    const from = begin.exec(html)?.index;
    end.lastIndex = begin.lastIndex;
    // Looked for from here on, once, where a pattern over both would begin anew at each.
    if (from === undefined || !end.test(html)) return kept + html.slice(place);
    kept += html.slice(place, from);
    place = end.lastIndex;
  }
}

function withoutTags(html: string): string {
  // A document breaks its lines anywhere; a text with a few tags where it means to.
  const isDocument = /<(?:html|body|p)\b/i.test(html);
  return withItems(withRows(isDocument ? html.replace(/\s*\n\s*/g, " ") : html))
    .replace(
      /<a\b([^<>]{0,2000})>([^<]{0,2000}(?:<(?!\/?a\b)[^<]{0,2000}){0,10})<\/a\s*>/gi,
      (_, attributes: string, name: string) => linkText(attributes, name),
    )
    .replace(/[ \t]*<br\b[^<>]{0,200}>[ \t]*/gi, "\n")
    .replace(/[ \t]*<\/?(?:div|tr|li|dt|dd)\b[^<>]{0,2000}>[ \t]*/gi, "\n")
    .replace(
      /[ \t]*<\/?(?:p|ul|ol|dl|h[1-6]|table|caption|section|article|figure|blockquote|pre|hr)\b[^<>]{0,2000}>[ \t]*/gi,
      "\n\n",
    )
    .replace(/<\/?[a-z][\w-]{0,30}\b[^<>]{0,2000}>/gi, "");
}

/** Each row of a table with more than one cell as a line, with dashes between its cells. */
function withRows(html: string): string {
  return html.replace(
    /\s*<tr\b[^<>]{0,2000}>([^<]*(?:<(?!\/?tr\b)[^<]*)*)(?:<\/tr\s*>)?/gi,
    (_, row: string) => {
      const cells = row
        .split(/<t[dh]\b[^<>]{0,2000}>/i)
        .map((cell) => cell.replace(/<\/t[dh]\s*>/gi, "").trim());
      const told = cells.filter((cell) => cell.replace(/<[^<>]{0,2000}>|&nbsp;/gi, "").trim() !== "");
      return told.length > 1 ? `\n${told.join(" – ")}` : `<div>${told.join("")}</div>`;
    },
  );
}

/** Each item of a list with a dash or its number before it, and without the paragraph or block that it may be in. */
function withItems(html: string): string {
  /** The number of the next item of each open list; none of one with dashes. */
  const lists: (number | undefined)[] = [];
  return html
    .replace(/(<li\b[^<>]{0,2000}>)\s*<(?:p|div)\b[^<>]{0,2000}>\s*/gi, "$1")
    .replace(/\s*<\/(?:p|div)\s*>\s*(?=<\/li\b)/gi, "")
    .replace(
      /<(\/?)(ol|ul|li)\b([^<>]{0,2000})>[ \t]*/gi,
      (tag, end: string, name: string, attributes: string) => {
        if (name.toLowerCase() !== "li") {
          if (end) lists.pop();
          else lists.push(name.toLowerCase() === "ol" ? startOf(attributes) : undefined);
          return tag;
        }
        if (end) return "";
        const number = lists.at(-1);
        if (number !== undefined) lists[lists.length - 1] = number + 1;
        return number === undefined ? "\n- " : `\n${number}. `;
      },
    );
}

function startOf(attributes: string): number {
  return Number(/\bstart\s*=\s*["']?(\d{1,3})/i.exec(attributes)?.[1] ?? 1);
}

/** Links as Markdown writes them, `[words](https://…)`: Meetup's texts have them. */
function withPlainLinks(text: string): string {
  return text.replace(
    /\[([^[\]\n]{1,200})\]\((https?:[^\s()<>"]{1,2000})\)/gi,
    (_, words: string, target: string) => (words === target ? target : `${words} (${target})`),
  );
}

/** Twice, as some programs escape what is escaped already. */
function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return withoutControls(decodeHTML(decodeHTML(text))).replaceAll("\u00a0", " ");
}

/** A link's words, and its address when the words are another text. */
function linkText(attributes: string, name: string): string {
  const [, quoted, bare = quoted] = /\bhref\s*=\s*(?:["']([^"']*)["']|([^\s"'>]+))/i.exec(attributes) ?? [];
  const written = decodeEntities((quoted ?? bare ?? "").trim());
  // Google leads through a page of its own.
  const url = URL.parse(written);
  const target =
    (url?.host === "www.google.com" && url.pathname === "/url" && url.searchParams.get("q")) || written;
  const words = name.replace(/<[^<>]{0,2000}>/g, "").trim();
  if (!/^(?:https?:|mailto:)/i.test(target) || /^https?:\/\/\S+$/i.test(words)) return words;
  const shown = target.replace(/^mailto:/i, "");
  const isSame = (text: string) => text.replace(/^https?:\/\//i, "").replace(/\/$/, "");
  if (words === "" || isSame(decodeEntities(words)) === isSame(shown)) return shown;
  return `${words} (${shown})`;
}
