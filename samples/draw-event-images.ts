import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type RingOptions, rings } from "#app/design/rings.ts";
import { night, palette } from "./theme-colors.ts";

/**
 * Draws the sample pictures of events: growth rings in flat fields of color, an idea to each. They bleed on every side and
 * keep what matters within 700 units around the middle, so that a wide and a tall crop are whole pictures as well.
 * Each is drawn twice: for the day, and in `content/events/images/dark/` in the colors of the night.
 */
const root = join(import.meta.dirname, "..");
const folder = join(root, "content/events/images");

const { spruce, pine, ivory, marigold, lilac, heather, plum, leaf, fern, clay, brick, peach, sky, lake } =
  palette;

type Place = Pick<RingOptions, "cx" | "cy" | "outerRadius" | "count"> & Partial<RingOptions>;

const pictures: Record<string, () => string> = {
  /** Two trees that grow into each other; neither covers the other one. */
  "balancing-authority"() {
    const left = { seed: "authority", cx: 468, cy: 540, outerRadius: 236, count: 7 };
    const right = { seed: "care", cx: 732, cy: 460, outerRadius: 236, count: 7 };
    return (
      field(leaf) +
      lines({ ...left, innerRadius: 320, outerRadius: 1050, count: 7 }, fern, 3) +
      disc(left, spruce) +
      disc(right, marigold) +
      `<clipPath id="a"><path d="${outermost(left)}"/></clipPath><g clip-path="url(#a)">${disc(right, ivory)}</g>` +
      lines(left, fern, 4) +
      lines(right, brick, 4) +
      seed(left, marigold) +
      seed(right, spruce)
    );
  },

  /** What is given comes back larger each time: a seed, and five cross-sections that unroll from it. */
  "roi-of-care"() {
    const returns = [
      { cx: 592, cy: 694, outerRadius: 32, ground: spruce, line: fern },
      { cx: 633, cy: 767, outerRadius: 51, ground: ivory, line: brick },
      { cx: 763, cy: 740, outerRadius: 81, ground: clay, line: brick },
      { cx: 788, cy: 531, outerRadius: 130, ground: spruce, line: fern },
      { cx: 483, cy: 387, outerRadius: 208, ground: marigold, line: brick },
    ].map((place, years) => ({ ...place, seed: `return ${years}`, count: years + 2, innerRadius: 14 }));
    return (
      field(peach) +
      lines({ seed: "ground", cx: 483, cy: 387, innerRadius: 340, outerRadius: 1150, count: 8 }, clay, 4) +
      seed({ cx: 623, cy: 659 }, marigold, 15) +
      returns
        .map((place) => disc(place, place.ground) + lines(place, place.line, 4) + seed(place, place.line))
        .join("")
    );
  },

  /** The present is a slice of all the years at once. */
  "being-and-time"() {
    const place = { seed: "being", cx: 500, cy: 560, outerRadius: 1000, count: 17, innerRadius: 40 };
    const slice = "M500 560L980-200H1400V420z";
    return (
      field(lilac) +
      lines(place, heather, 4) +
      piece(slice, plum) +
      `<clipPath id="a"><path d="${slice}"/></clipPath><g clip-path="url(#a)">${lines(place, heather, 4)}${`<path d="${ringsOf(place)[7]}" fill="none" stroke="${marigold}" stroke-width="14"/>`}</g>` +
      seed(place, plum, 26)
    );
  },

  /** One center, every color, and a wobble that grows. */
  "flourishing-psychedelics"() {
    const colors = [
      marigold,
      plum,
      clay,
      lilac,
      heather,
      plum,
      sky,
      lake,
      leaf,
      fern,
      plum,
      marigold,
      brick,
      lilac,
      heather,
    ];
    const bands = rings({
      seed: "flourish",
      cx: 620,
      cy: 500,
      innerRadius: 30,
      outerRadius: 880,
      count: colors.length,
      wobble: 0.13,
      points: 14,
    });
    return (
      field(plum) +
      bands
        .map((band, index) => piece(band, colors[index]))
        .reverse()
        .join("")
    );
  },

  /** Seven days, each with its own center, and one of them today. */
  "flourishing-compassion-week"() {
    const days = Array.from({ length: 7 }, (_, day) => ({
      seed: `day ${day}`,
      cx: Math.round(-30 + day * 210),
      cy: Math.round(520 + 190 * Math.sin(day * 1.05 - 0.1)),
      outerRadius: 190,
      count: 5,
    }));
    const colors = [pine, fern, lake, marigold, heather, brick, pine];
    return (
      field(spruce) +
      lines({ seed: "week", cx: 600, cy: 520, innerRadius: 190, outerRadius: 900, count: 8 }, pine, 4) +
      days.map((day, index) => disc(day, colors[index]) + lines(day, spruce, 4) + seed(day, spruce)).join("")
    );
  },

  /** A trunk that a threshold divides: what ends on one side begins on the other, moved on by two years. */
  "rituals-of-transformation"() {
    const trunk = { seed: "threshold", cx: 600, outerRadius: 390, count: 8 };
    const half = (id: string, cut: string, cy: number, ground: string, rings: string) => {
      const place = { ...trunk, cy };
      const whole = disc(place, ground) + lines(place, rings, 4) + seed(place, marigold, 30);
      return `<clipPath id="${id}"><path d="${cut}"/></clipPath><g clip-path="url(#${id})">${whole}</g>`;
    };
    return (
      field(lilac) +
      lines({ ...trunk, cy: 500, innerRadius: 470, outerRadius: 950, count: 6 }, heather, 3) +
      half("a", "M0 0h600v1000H0z", 455, plum, heather) +
      half("b", "M600 0h600v1000H600z", 545, clay, brick)
    );
  },

  /** An open book, seen from its end: leaves that were years of a tree. */
  "book-club"() {
    const colors = [spruce, ivory, lake, ivory, sky, ivory, lake, ivory, marigold, ivory, lake];
    const leaves = (side: number) =>
      colors.map((color, leaf) => {
        const outerRadius = 400 - leaf * 34;
        const cx = 600 + side * outerRadius;
        return disc({ seed: "leaf", cx, cy: 760, outerRadius, count: 1, wobble: 0.012 * side }, color);
      });
    return (
      field(sky) +
      lines({ seed: "room", cx: 600, cy: 760, innerRadius: 420, outerRadius: 1150, count: 9 }, lake, 3) +
      `<clipPath id="a"><path d="M0 0h600v760H0z"/></clipPath><g clip-path="url(#a)">${leaves(-1).join("")}</g>` +
      `<clipPath id="b"><path d="M600 0h600v760H600z"/></clipPath><g clip-path="url(#b)">${leaves(1).join("")}</g>` +
      piece("M0 758h1200v242H0z", spruce)
    );
  },
};

mkdirSync(join(folder, "dark"), { recursive: true });
for (const [name, draw] of Object.entries(pictures)) {
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 1000" width="1800" height="1500">${draw()}</svg>\n`;
  writeFileSync(join(folder, `${name}.svg`), picture);
  writeFileSync(
    join(folder, "dark", `${name}.svg`),
    picture.replaceAll(/#[\da-f]{6}/g, (color) => night[color] ?? color),
  );
}

function field(color: string): string {
  return piece("M0 0h1200v1000H0z", color);
}

function piece(d: string, color = ivory): string {
  return `<path d="${d}" fill="${color}"/>`;
}

function ringsOf(place: Place): string[] {
  return rings({ seed: "", innerRadius: 24, wobble: 0.045, ...place });
}

function outermost(place: Place): string {
  return ringsOf(place).at(-1) ?? "";
}

function disc(place: Place, color: string | undefined): string {
  return piece(outermost(place), color);
}

function lines(place: Place, color: string, width: number): string {
  return `<path d="${ringsOf(place).join("")}" fill="none" stroke="${color}" stroke-width="${width}"/>`;
}

function seed({ cx, cy }: Pick<Place, "cx" | "cy">, color: string, radius = 15): string {
  return `<circle cx="${cx}" cy="${cy}" r="${radius}" fill="${color}"/>`;
}
