import type { Plugin } from "vite";
import { moduleSource } from "../content-plugin.ts";
import { listCardFiles } from "./card-files.ts";

const id = "virtual:social-cards";

/** Beside the server's bundle: the addresses of the cards, so that another heading needs no new bundle. */
export const socialCardsFile = "social-cards.js";

/**
 * Vite plugin: `virtual:social-cards` is the address of each page's card by the page's address. The server of a build reads
 * `socialCardsFile`.
 */
export function socialCardsPlugin(root: string): Plugin {
  let isBuild: boolean;
  return {
    name: "social-cards",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    resolveId(source) {
      if (source !== id) return null;
      return isBuild && this.environment.name !== "client"
        ? { id: `./${socialCardsFile}`, external: true }
        : `\0${id}`;
    },
    load(source) {
      if (source !== `\0${id}`) return null;
      return isBuild ? moduleSource({}) : socialCardsModule(listCardFiles(root));
    },
  };
}

export function socialCardsModule(files: ReturnType<typeof listCardFiles>): string {
  return moduleSource(Object.fromEntries(files.map(({ card, fileName }) => [card.path, `/${fileName}`])));
}
