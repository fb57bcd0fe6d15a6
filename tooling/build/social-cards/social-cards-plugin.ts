import type { Plugin } from "vite";
import { moduleSource } from "../content-plugin.ts";
import { moduleBesideBundle } from "../module-beside-bundle.ts";
import { listCardFiles } from "./card-files.ts";

/** Beside the server's bundle: the addresses of the cards, so that another heading needs no new bundle. */
export const socialCardsFile = "social-cards.js";

/**
 * Vite plugin: `virtual:social-cards` is the address of each page's card by the page's address. The server of a build reads
 * `socialCardsFile`.
 */
export function socialCardsPlugin(root: string): Plugin {
  return {
    name: "social-cards",
    ...moduleBesideBundle("virtual:social-cards", socialCardsFile, (isBuild) =>
      isBuild ? moduleSource({}) : socialCardsModule(listCardFiles(root)),
    ),
  };
}

export function socialCardsModule(files: ReturnType<typeof listCardFiles>): string {
  return moduleSource(Object.fromEntries(files.map(({ card, fileName }) => [card.path, `/${fileName}`])));
}
