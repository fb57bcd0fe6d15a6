import { readFileSync } from "node:fs";
import satori, { type Font } from "satori";
import sharp from "sharp";
import subsetFont from "subset-font";
import { markRings } from "#app/design/mark.ts";
import { rings } from "#app/design/rings.ts";
import type { SectionColor } from "#content-model/section-colors.ts";
import { designColor } from "../../design-color.ts";

/** The contents of a card. */
export interface Card {
  /** Address of the page; its cross-section grows from it, as in the page's head. */
  path: string;
  heading: string;
  /** The section, or what kind of page it is. */
  label: string;
  siteName: string;
  color: SectionColor;
}

/** In pixels; the size that social networks recommend. */
export const cardSize = { width: 1200, height: 630 };

/** A card has no theme: it takes the light one's. */
const colors = {
  spruce: designColor("spruce"),
  onSpruce: designColor("on-spruce"),
  quiet: designColor("on-spruce-2"),
  marigold: designColor("marigold"),
};
const variableFont = (subset: string) =>
  `node_modules/@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-${subset}-wght-normal.woff2`;

/** A PNG of 1200 x 630 pixels. */
export async function drawCard(card: Card): Promise<Buffer> {
  // Letters come as paths, so no font of the machine is asked for.
  const text = await satori(layout(card), { ...cardSize, fonts: await fontsFor(card) });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">
    <rect width="100%" height="100%" fill="${colors.spruce}"/>${crossSection(card)}${text}</svg>`;
  return sharp(Buffer.from(svg)).png({ palette: true, compressionLevel: 9 }).toBuffer();
}

/** The page's rings, growing from beyond the lower right corner; one is lit, and the seed has the section's color. */
function crossSection({ path, color }: Card): string {
  const [cx, cy] = [1090, 500];
  const paths = rings({ seed: path, cx, cy, innerRadius: 46, outerRadius: 640, count: 15, points: 11 });
  const lit = 4;
  const seed = rings({ seed: path, cx, cy, innerRadius: 44, outerRadius: 46, count: 1, points: 11 })[0];
  return (
    // No rings behind the words. Masked and not painted over, which would leave noise on the ground and larger files.
    `<linearGradient id="fade"><stop offset=".42"/><stop offset=".8" stop-color="#fff"/></linearGradient>` +
    `<mask id="quiet" maskUnits="userSpaceOnUse"><rect width="100%" height="100%" fill="url(#fade)"/></mask>` +
    `<g mask="url(#quiet)" fill="none">` +
    `<path d="${paths.filter((_, index) => index !== lit).join("")}" stroke="${colors.onSpruce}" stroke-opacity=".3" stroke-width="2"/>` +
    `<path d="${paths[lit]}" stroke="${colors.marigold}" stroke-width="5"/>` +
    `<path d="${seed}" fill="${designColor(color)}"/></g>` +
    `<path d="${markRings.join("")}" transform="translate(64 56) scale(.3)" fill="none" stroke="${colors.marigold}" stroke-width="9"/>`
  );
}

/** An element for satori, which lays out CSS flex boxes. */
function layout({ heading, label, siteName }: Card) {
  const text = (children: string, style: object) => ({ type: "div", props: { children, style } });
  return {
    type: "div",
    key: null,
    props: {
      style: {
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        width: "100%",
        height: "100%",
        boxSizing: "border-box",
        padding: "64px 64px 60px",
        fontFamily: "Bricolage",
        color: colors.onSpruce,
      },
      children: [
        text(siteName, { fontSize: 36, paddingLeft: 76, letterSpacing: "-0.02em" }),
        text(heading, {
          fontSize: sizeOf(heading),
          lineHeight: 1.02,
          letterSpacing: "-0.032em",
          maxWidth: 800,
          textWrap: "balance",
        }),
        text(label, { fontSize: 32, maxWidth: 640, color: colors.quiet }),
      ],
    },
  };
}

/** In pixels: three or four lines at most. */
function sizeOf(heading: string): number {
  if (heading.length <= 26) return 108;
  return heading.length <= 44 ? 92 : 78;
}

/** The site's speaking face as a plain font, which is what satori reads: only the card's letters, in one weight. */
async function fontsFor({ heading, label, siteName }: Card): Promise<Font[]> {
  return Promise.all(
    ["latin", "latin-ext"].map(async (subset): Promise<Font> => {
      const data = await subsetFont(readFileSync(variableFont(subset)), heading + label + siteName, {
        targetFormat: "sfnt",
        variationAxes: { wght: 650 },
      });
      return { name: "Bricolage", data, weight: 600, style: "normal" };
    }),
  );
}
