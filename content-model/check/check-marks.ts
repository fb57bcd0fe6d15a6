import { visit } from "yaml";
import type { ContentProblem } from "../content-error.ts";
import { shortened } from "../messages/shortened.ts";
import { yamlDocument } from "../yaml-document.ts";

/** Of Markdown and HTML: stars around words, links, elements and named letters. */
const marks =
  /\*\*[^*]+\*\*|\[[^\]]*\]\((?:\/|https?:|mailto:)[^)]*\)|<\/?(?:a|b|br|em|i|p|span|strong|u)(?:\s[^>]*|\/)?>|&(?:nbsp|amp|copy|[mn]dash|[lr]dquo);/i;

/** Of the whole text: the marks are meant for YAML, which knows none but straight ones. */
const curly = /^(?:[“”„][^“”„]*[“”]|[‘‚][^‘‚]*[‘’])$/;

/**
 * Marks in texts that have none: they would be shown as they are.
 *
 * @param yaml of a file, or the front matter of a page on the lines that it has there
 */
export function checkMarks(yaml: string, file: string): ContentProblem[] {
  const { document, lines } = yamlDocument(yaml);
  const problems: ContentProblem[] = [];
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value !== "string") return;
      // Between straight marks the curly ones are a quotation's.
      const isCurly = node.type === "PLAIN" && curly.test(node.value);
      const found = isCurly ? node.value : marks.exec(node.value)?.[0];
      if (!found) return;
      const start = node.range?.[0] ?? 0;
      const { line } = lines.linePos(Math.max(start, yaml.indexOf(found, start)));
      const remedy = isCurly
        ? "visitors would see these quotation marks: write straight ones, or none (and straight ones around them where they are meant)"
        : "only the text of a page has marks, here they would be shown as they are: take them out";
      problems.push({ file, line, text: `found ${shortened(found)}; ${remedy}` });
    },
  });
  return problems;
}
