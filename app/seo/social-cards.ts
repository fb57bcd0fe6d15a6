import cards from "virtual:social-cards";

/** Address of the picture for a shared link, 1200 x 630 pixels: the page's own or that of a page above it. */
export function socialCard(path: string): string {
  for (let above = path; above !== ""; above = above.slice(0, above.lastIndexOf("/"))) {
    const card = cards[above];
    if (card) return card;
  }
  return cards["/"] ?? "";
}
