import { type ContentProblem, moreToCome } from "#content-model/content-error.ts";
import { counted } from "#system/language.ts";

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** What development shows in the place of a page while content/ has mistakes: each with its file, its line and what to write. */
export function problemPage(problems: readonly ContentProblem[]): string {
  const items = problems.map(
    ({ file, line, text }) =>
      `<li><b>${escaped(file)}, line ${line}</b><br>${escaped(text.replace(/^[a-z]/, (letter) => letter.toUpperCase()))}</li>`,
  );
  return page(
    `${counted(problems.length, "mistake")} in content/`,
    `<ol>${items.join("")}</ol><p>Mend it, save the file, and load this page again.${moreToCome(problems)}</p>`,
  );
}

/** The same for a mistake of the program, which nobody can mend in content/. */
export function faultPage(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return page(
    "The program could not make this page",
    `<p>Nothing was found wrong with content/. Show this to whoever looks after the code:</p><pre>${escaped(stack)}</pre>`,
  );
}

function page(head: string, body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${head}</title>
<style>:root { color-scheme: light dark } body { max-width: 50rem; margin: 3rem auto; padding: 0 1rem; font: 1.1rem/1.5 system-ui } li { margin-block: 1rem } pre { white-space: pre-wrap }</style>
<h1>${head}</h1>${body}</html>`;
}
