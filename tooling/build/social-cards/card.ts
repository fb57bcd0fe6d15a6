import { join } from "node:path";
import satori, { type Font } from "satori";
import sharp from "sharp";
import { rings } from "#app/design/rings.ts";
import type { Theme } from "#content-model/schemas/theme.schema.ts";
import type { SectionColor } from "#content-model/section-colors.ts";
import type { StillLifeName } from "#content-model/still-lifes.ts";
import { FontFile } from "../theme/font-file.ts";
import { markSvg } from "../theme/logo.ts";
import { ground, stillLife } from "./card-still-life.ts";

/** The contents of a card. */
export interface Card {
  /** Address of the page; its cross-section grows from it, as in the page's head. */
  path: string;
  heading: string;
  /** The section, or what kind of page it is. */
  label: string;
  siteName: string;
  color: SectionColor;
  /** What the page is staged with; one without has its rings alone. */
  picture?: StillLifeName | undefined;
}

/** In pixels; the size that social networks recommend. */
export const cardSize = { width: 1200, height: 630 };

/** A PNG of 1200 x 630 pixels. @param fonts with the card's letters; who draws several reads them once */
export async function drawCard(card: Card, theme: Theme, fonts?: Font[]): Promise<Buffer> {
  // Letters come as paths, so no font of the machine is asked for.
  const text = await satori(layout(card, theme), {
    ...cardSize,
    fonts: fonts ?? (await fontsFor([card], theme)),
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${cardSize.width}" height="${cardSize.height}">
    <rect width="100%" height="100%" fill="${theme.colors.spruce.light}"/>${crossSection(card, theme)}${text}</svg>`;
  // Flat colors: more effort takes three times as long, for a thirtieth of the bytes. All shades between them, at a quality of 100,
  // would take twice as long and half as many bytes more, and nobody sees which they are.
  const look = { palette: true, quality: 90, effort: 1, dither: 0, compressionLevel: 6 };
  return sharp(Buffer.from(svg)).png(look).toBuffer();
}

/** The page's rings, growing from beyond the lower right corner; one is lit, and the seed has the section's color, or they grow around the page's still life. */
function crossSection({ path, color, picture }: Card, theme: Theme): string {
  const { colors } = theme;
  const { cx, cy } = picture ? ground : { cx: 1090, cy: 500 };
  const innerRadius = picture ? ground.radius + 26 : 46;
  const paths = rings({ seed: path, cx, cy, innerRadius, outerRadius: 640, count: 15, points: 11 });
  const lit = picture ? -1 : 4;
  const seed = rings({ seed: path, cx, cy, innerRadius: 44, outerRadius: 46, count: 1, points: 11 })[0];
  // No rings behind the words: their colors fade, which leaves no noise on the ground.
  const fading = (id: string, shade: string, opacity: number) =>
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x2="${cardSize.width}">` +
    `<stop offset=".42" stop-color="${shade}" stop-opacity="0"/><stop offset=".8" stop-color="${shade}" stop-opacity="${opacity}"/></linearGradient>`;
  return (
    fading("ring", colors["on-spruce"].light, 0.3) +
    fading("lit", colors.marigold.light, 1) +
    fading("seed", colors[color].light, 1) +
    `<path d="${paths.filter((_, index) => index !== lit).join("")}" fill="none" stroke="url(#ring)" stroke-width="2"/>` +
    (picture
      ? stillLife(picture, path, color, theme)
      : `<path d="${paths[lit]}" fill="none" stroke="url(#lit)" stroke-width="5"/><path d="${seed}" fill="url(#seed)"/>`) +
    markSvg(theme, [64, 56], 60)
  );
}

/** In pixels, of the name beside the mark. */
const nameWidth = 980;

/** An element for satori, which lays out CSS flex boxes. */
function layout({ heading, label, siteName, picture }: Card, { colors }: Theme) {
  const headingWidth = picture ? 730 : 800;
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
        fontFamily: "speak",
        color: colors["on-spruce"].light,
      },
      children: [
        text(siteName, {
          fontSize: Math.min(36, fitting(siteName.length, nameWidth)),
          paddingLeft: 76,
          letterSpacing: "-0.02em",
        }),
        text(heading, {
          fontSize: sizeOf(heading, headingWidth),
          lineHeight: 1.02,
          letterSpacing: "-0.032em",
          maxWidth: headingWidth,
          textWrap: "balance",
        }),
        text(label, { fontSize: 32, maxWidth: 640, color: colors["on-spruce-2"].light }),
      ],
    },
  };
}

/** In pixels: four lines at most of words that are no longer than a line. */
function sizeOf(heading: string, width: number): number {
  const most = [
    { letters: 26, size: 108 },
    { letters: 44, size: 92 },
    { letters: 70, size: 78 },
    { letters: 100, size: 64 },
  ].find(({ letters }) => heading.length <= letters);
  const longest = Math.max(...heading.split(/\s+/).map(({ length }) => length));
  return Math.min(most?.size ?? 50, fitting(longest, width));
}

/** The size at which so many letters are about as wide. */
const fitting = (letters: number, width: number) => Math.floor(width / (0.52 * letters));

/** The site's speaking face as a plain font, which is what satori reads: only the letters of these cards, in one weight. */
export async function fontsFor(cards: Card[], { faces }: Theme): Promise<Font[]> {
  const letters = new Set(
    cards.flatMap(({ heading, label, siteName }) => [...heading, ...label, ...siteName]),
  );
  return Promise.all(
    faces.speak.files.map(async (file): Promise<Font> => {
      const font = new FontFile(join("content", file));
      const data = await font.plain([...letters].sort().join(""), font.nearestWeight(650));
      return { name: "speak", data, weight: 600, style: "normal" };
    }),
  );
}
