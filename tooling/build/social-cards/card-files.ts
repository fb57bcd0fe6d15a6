import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadContent } from "#content-model/load-content.ts";
import { keepFile } from "../kept-file.ts";
import { hashOf } from "../kept-results.ts";
import { type Card, drawCard, fontsFor } from "./card.ts";
import { listCards } from "./list-cards.ts";

/** A card with its place. */
export interface CardFile {
  card: Card;
  /** In the build; it changes with the look. */
  fileName: string;
}

/** Changes with the code that draws the cards, so that cached ones are drawn again. */
const code = ["card.ts", "../theme/logo.ts", "../../../app/design/rings.ts"]
  .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
  .join("");

/** So many are drawn at once. */
const atOnce = 4;

/** Every card with the file that it is drawn into. */
export function listCardFiles(root: string): CardFile[] {
  const theme = loadContent("theme.yaml", root);
  const parts = [theme.logo ?? [], theme.faces.speak.files].flat();
  const look = JSON.stringify([
    theme.colors,
    ...parts.map((file) => hashOf(readFileSync(join(root, "content", file)))),
  ]);
  return listCards(root).map((card) => {
    const name = card.path.slice(1).replaceAll("/", "-") || "home";
    const hash = hashOf(code, look, JSON.stringify(card)).slice(0, 10);
    return { card, fileName: `assets/cards/${name}-${hash}.png` };
  });
}

export interface DrawnCard extends CardFile {
  /** Its file in `.cache`. */
  kept: string;
}

/** Draws all cards, but those that are kept already. @throws ContentError */
export async function drawCards(root: string): Promise<DrawnCard[]> {
  const theme = loadContent("theme.yaml", root);
  const files = listCardFiles(root);
  let fonts: ReturnType<typeof fontsFor> | undefined;
  const drawn: DrawnCard[] = [];
  const waiting = files.entries();
  const draw = async () => {
    for (const [place, { card, fileName }] of waiting) {
      const kept = await keepFile(fileName, async () => {
        fonts ??= fontsFor(
          files.map((each) => each.card),
          theme,
        );
        return drawCard(card, theme, await fonts);
      });
      drawn[place] = { card, fileName, kept };
    }
  };
  await Promise.all(Array.from({ length: atOnce }, draw));
  return drawn;
}
