import type { Plugin } from "vite";
import { moduleSource } from "../content-plugin.ts";
import { moduleBesideBundle } from "../module-beside-bundle.ts";
import { listCardFiles } from "./card-files.ts";
import { socialCardsFile, socialCardsModule } from "./card-module.ts";

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
