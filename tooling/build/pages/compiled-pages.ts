/** Beside the server's bundle: the pages of `content/pages/`, so that an edit of one needs no new bundle. */
export const contentPagesFile = "content-pages.js";

/** A page by its file below the project's root, with its code as `pageCompilation` makes it. */
export interface CompiledPage {
  name: string;
  frontmatter: object;
  code: string;
}

/** The text of `contentPagesFile`. */
export function contentPagesModule(pages: readonly CompiledPage[]): string {
  const modules = pages.map(({ name, frontmatter, code }) => {
    const front = JSON.stringify(frontmatter);
    return `${JSON.stringify(`/${name}`)}: { frontmatter: ${front}, ...(function () {\n${code}\n})(runtime) },\n`;
  });
  return `export default (runtime) => ({\n${modules.join("")}});\n`;
}
