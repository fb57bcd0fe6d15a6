import { transform } from "lightningcss";

/**
 * A finished page without the style rules of classes that none of its elements has: a page carries its styles with it, and
 * all of them have to arrive before the first letter is drawn. A class whose name occurs anywhere in the page counts as used.
 *
 * @param html that no script gives another class later
 */
export function withoutUnusedRules(html: string): string {
  // Names of animations are not to be taken for those of classes.
  const animations = html.match(/@keyframes [\w-]+/g)?.join(" ") ?? "";
  const words = new Set((html.replaceAll(styleElements, "") + animations).match(/[\w-]+/g));
  return html.replaceAll(styleElements, (_, open: string, css: string, close: string) => {
    const classes = new Set(Array.from(css.matchAll(/\.([a-z][\w-]*)/gi), ([, name = ""]) => name));
    return `${open}${withoutClasses(css, [...classes.difference(words)])}${close}`;
  });
}

/** Style sheets that were made shorter: most pages of a site have the same, and lack the same classes. */
const made = new Map<string, string>();

function withoutClasses(css: string, unusedSymbols: string[]): string {
  const key = JSON.stringify([css, unusedSymbols]);
  const kept = made.get(key);
  if (kept !== undefined) return kept;
  const { code } = transform({ filename: "inline.css", code: Buffer.from(css), minify: true, unusedSymbols });
  made.set(key, String(code));
  return String(code);
}

const styleElements = /(<style\b[^>]*>)([\s\S]*?)(<\/style>)/g;
