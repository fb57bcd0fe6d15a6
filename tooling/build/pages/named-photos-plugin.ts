import type { Plugin } from "vite";
import { readUnfilled } from "#content-model/load-content.ts";

/**
 * Vite plugin: a photo that no entry names is not built. Whatever is built can be fetched, and who was removed may have left
 * a file behind.
 */
export function namedPhotosPlugin(root: string): Plugin {
  return {
    name: "named-photos",
    enforce: "pre",
    apply: "build",
    load(id) {
      const [, file] = /\/content\/people\/photos\/([^/?]+)\?/.exec(id) ?? [];
      return file === undefined || namedPhotos(root).includes(file) ? null : "export default undefined;";
    },
  };
}

function namedPhotos(root: string): (string | undefined)[] {
  const people = [
    ...readUnfilled("people/faculty.yaml", root),
    ...readUnfilled("people/team.yaml", root),
    ...readUnfilled("people/presenters.yaml", root).flatMap(({ presenters }) => presenters),
  ];
  return people.map(({ photo }) => photo);
}
