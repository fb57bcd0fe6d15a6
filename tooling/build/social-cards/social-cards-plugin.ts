import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";
import { loadContent } from "#content-model/load-content.ts";
import type { Theme } from "#content-model/schemas/theme.schema.ts";
import { moduleSource } from "../content-plugin.ts";
import { keptFile } from "../kept-file.ts";
import { drawCard } from "./card.ts";
import { listCards } from "./list-cards.ts";

const id = "virtual:social-cards";

/** Changes with the code that draws the cards, so that cached ones are drawn again. */
const code = ["card.ts", "../theme/logo.ts", "../../../app/design/rings.ts"]
  .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
  .join("");

/**
 * Vite plugin: `virtual:social-cards` is the address of each page's card by the page's address. The cards are drawn
 * once and kept in `.cache/cards`.
 */
export function socialCardsPlugin(root: string): Plugin {
  /** Every card with the file that it is drawn into, whose name changes with the look. */
  const listFiles = (theme: Theme) => {
    const parts = [theme.logo ?? [], theme.faces.speak.files].flat();
    const look = JSON.stringify([
      theme.colors,
      ...parts.map((file) => hashOf(readFileSync(join(root, "content", file)))),
    ]);
    return listCards(root).map((card) => {
      const name = card.path.slice(1).replaceAll("/", "-") || "home";
      return { card, fileName: `assets/cards/${name}-${hashOf(code + look + JSON.stringify(card))}.png` };
    });
  };
  return {
    name: "social-cards",
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(source) {
      if (source !== `\0${id}`) return null;
      const files = listFiles(loadContent("theme.yaml", root));
      return moduleSource(Object.fromEntries(files.map(({ card, fileName }) => [card.path, `/${fileName}`])));
    },
    async generateBundle() {
      if (this.environment.name !== "client") return;
      const theme = loadContent("theme.yaml", root);
      for (const { card, fileName } of listFiles(theme)) {
        const source = await keptFile(fileName, () => drawCard(card, theme));
        this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}

function hashOf(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex").slice(0, 10);
}
