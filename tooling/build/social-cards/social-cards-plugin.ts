import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { tokensFile } from "../../design-color.ts";
import { moduleSource } from "../content-plugin.ts";
import { type Card, drawCard } from "./card.ts";
import { listCards } from "./list-cards.ts";

const id = "virtual:social-cards";

/** Changes with the code that draws the cards and with the colors, so that cached ones are drawn again. */
const look = createHash("sha256")
  .update(readFileSync(join(import.meta.dirname, "card.ts")))
  .update(readFileSync(join(import.meta.dirname, "../../../app/design/rings.ts")))
  .update(readFileSync(tokensFile))
  .digest("hex");

/**
 * Vite plugin: `virtual:social-cards` is the address of each page's card by the page's address. The cards are drawn
 * once and kept in `.cache/cards`.
 */
export function socialCardsPlugin(root: string): Plugin {
  const fileOf = (card: Card) => {
    const name = card.path.slice(1).replaceAll("/", "-") || "home";
    const hash = createHash("sha256").update(look).update(JSON.stringify(card)).digest("hex").slice(0, 10);
    return `assets/cards/${name}-${hash}.png`;
  };
  return {
    name: "social-cards",
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(source) {
      if (source !== `\0${id}`) return null;
      return moduleSource(Object.fromEntries(listCards(root).map((card) => [card.path, `/${fileOf(card)}`])));
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const card of listCards(root)) {
        const fileName = fileOf(card);
        this.emitFile({
          type: "asset",
          fileName,
          source: await keptCard(card, join(root, ".cache", fileName)),
        });
      }
    },
  };
}

async function keptCard(card: Card, file: string): Promise<Buffer> {
  if (existsSync(file)) return readFileSync(file);
  const png = await drawCard(card);
  mkdirSync(join(file, ".."), { recursive: true });
  // Renamed when complete, so that an interrupted build leaves no partial picture.
  writeFileSync(`${file}.new`, png);
  renameSync(`${file}.new`, file);
  return png;
}
