import { moduleSource } from "../content-plugin.ts";
import type { CardFile } from "./card-files.ts";

/** Beside the server's bundle: the addresses of the cards, so that another heading needs no new bundle. */
export const socialCardsFile = "social-cards.js";

export function socialCardsModule(files: readonly CardFile[]): string {
  return moduleSource(Object.fromEntries(files.map(({ card, fileName }) => [card.path, `/${fileName}`])));
}
