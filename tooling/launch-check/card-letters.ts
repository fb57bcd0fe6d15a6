import { readFileSync } from "node:fs";
import { join } from "node:path";
import { loadContent } from "#content-model/load-content.ts";
import { openFont } from "#content-model/theme/font.ts";
import { listCards } from "../build/social-cards/list-cards.ts";

/**
 * Headings with letters that the face of headings does not have: a page borrows them from the visitor's machine, a card for sharing,
 * which is a picture, lacks them.
 *
 * @param root the project's root
 * @returns a sentence for each
 */
export function lettersLacking(root: string): string[] {
  const { speak } = loadContent("theme.yaml", root).faces;
  const letters = new Set(
    speak.files.flatMap((name) => {
      const file = join("content", name);
      return openFont(readFileSync(join(root, file)), file).characterSet;
    }),
  );
  return listCards(root).flatMap(({ path, heading }) => {
    const isThere = (letter: string) => /\s/.test(letter) || letters.has(letter.codePointAt(0) ?? 0);
    const lacking = [...new Set(heading)].filter((letter) => !isThere(letter));
    return lacking.length > 0
      ? `${speak.name} has no ${lacking.join(" ")}, so the card for sharing ${path} lacks them: write another heading, or another face in content/theme.yaml`
      : [];
  });
}
