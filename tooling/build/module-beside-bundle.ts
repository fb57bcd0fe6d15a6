import type { Plugin } from "vite";

/**
 * What a Vite plugin needs for a virtual module that the server of a build reads from a file beside its bundle, which can be
 * made anew without it. In development, and in the browser's part of a build, it is a module like others.
 *
 * @param id of the module, `virtual:…`
 * @param file name of the file
 * @param code of the module elsewhere; `isBuild` in the browser's part of a build
 */
export function moduleBesideBundle(
  id: string,
  file: string,
  code: (isBuild: boolean) => string,
): Required<Pick<Plugin, "configResolved" | "resolveId" | "load">> {
  let isBuild: boolean;
  return {
    configResolved({ command }) {
      isBuild = command === "build";
    },
    resolveId(source) {
      if (source !== id) return null;
      return isBuild && this.environment.name !== "client" ? { id: `./${file}`, external: true } : `\0${id}`;
    },
    load(source) {
      return source === `\0${id}` ? code(isBuild) : null;
    },
  };
}
