import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { rings, seededRandom } from "../app/ui/rings.ts";
import { root } from "./root.ts";

/**
 * Draws the sample portraits: cut paper, faceless, one for each person of content/people/ who names an SVG photo.
 * Every trait comes from the person's name, so the drawing stays the same however often it is made.
 */
const folder = join(root, "content/people/photos");

const grounds = ["#8d7bb8", "#7fa36a", "#c98a68", "#6f9fb3", "#b6a24e", "#4f7f78"];
const skins = ["#f1cfb0", "#e3b48c", "#c98e63", "#a86f47", "#7d4f32", "#573523"];
const hairs = ["#1d1614", "#2e1d15", "#4b2e1e", "#7a4a26", "#a9743c", "#8f8d8a", "#d6d2ca"];
const clothes = ["#0d3532", "#f3f6ec", "#5b3a54", "#24405a", "#ffbf3f", "#7b2f2a", "#39473c", "#dccdf5"];
const scarves = ["#5b3a54", "#24405a", "#0d3532", "#7b2f2a", "#ffbf3f"];

type Pick = <Item>(items: readonly Item[]) => Item;

function portrait(name: string): string {
  const random = seededRandom(name);
  const pick: Pick = (items) => items[Math.floor(random() * items.length)] as (typeof items)[number];
  const ground = pick(grounds);
  const skin = pick(skins);
  const cloth = pick(clothes.filter((color) => color !== ground));
  const style = pick(hairStyles);
  const hair = pick(style.isCloth ? scarves.filter((color) => color !== cloth && color !== ground) : hairs);
  const paths = rings({ seed: name, cx: 176, cy: 168, innerRadius: 90, outerRadius: 260, count: 6 });

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 352 352" width="352" height="352">`,
    `<rect width="352" height="352" fill="${ground}"/>`,
    `<path d="${paths.join("")}" fill="none" stroke="#fff" stroke-opacity=".38" stroke-width="2.5"/>`,
    style.behind(hair),
    shoulders(cloth, skin, pick),
    `<path d="M146 200h60v58c0 17-13 30-30 30s-30-13-30-30z" fill="${shade(skin)}"/>`,
    `<ellipse cx="176" cy="164" rx="${54 + random() * 6}" ry="${68 + random() * 6}" fill="${skin}"/>`,
    style.front(hair),
    random() < 0.22 ? glasses : "",
    "</svg>",
  ].join("");
}

/** The neck's shadow: the skin's own color, a quarter darker. */
function shade(color: string): string {
  const channel = (from: number) => Math.round(Number.parseInt(color.slice(from, from + 2), 16) * 0.82);
  return `rgb(${channel(1)},${channel(3)},${channel(5)})`;
}

const glasses =
  '<g fill="none" stroke="#17120f" stroke-width="4"><circle cx="153" cy="166" r="17"/><circle cx="199" cy="166" r="17"/><path d="M170 164q6-5 12 0"/></g>';

function shoulders(cloth: string, skin: string, pick: Pick): string {
  const body = `<path d="M52 352c0-66 44-94 92-100h64c48 6 92 34 92 100z" fill="${cloth}"/>`;
  return pick([
    `${body}<path d="M140 252q36 44 72 0l-8-8h-56z" fill="${skin}"/>`,
    `${body}<path d="M146 250l30 62 30-62z" fill="${skin}"/>`,
    `${body}<path d="M132 254q44 26 88 0v-16h-88z" fill="${cloth}"/>`,
    `${body}<path d="M146 250l30 40 30-40 18 10-48 66-48-66z" fill="#f3f6ec"/>`,
  ]);
}

interface HairStyle {
  behind(color: string): string;
  front(color: string): string;
  /** A headscarf or turban covers the hair; its color is a fabric's. */
  isCloth?: boolean;
}

const nothing = () => "";
const fill = (d: string) => (color: string) => `<path d="${d}" fill="${color}"/>`;
const cap = fill("M118 168c-8-62 22-94 60-94 40 0 66 32 56 94-6-34-22-48-56-48-36 0-52 14-60 48z");

const hairStyles: readonly HairStyle[] = [
  { behind: nothing, front: cap },
  { behind: fill("M104 300c-16-80-20-230 72-230s88 150 72 230c-20 6-124 6-144 0z"), front: cap },
  {
    behind: fill("M108 240c-20-60-24-174 68-174s88 114 68 174z"),
    front: fill("M118 160c0-70 36-88 66-84 34 4 54 34 50 84-14-28-42-46-72-50-16 20-30 34-44 50z"),
  },
  {
    behind: fill("M176 42c62 0 98 44 98 98 0 40-24 74-60 84h-76c-36-10-60-44-60-84 0-54 36-98 98-98z"),
    front: fill("M120 148c4-40 24-58 56-58s52 18 56 58c-16-22-32-30-56-30s-40 8-56 30z"),
  },
  { behind: fill("M176 30a34 34 0 1 1 0 68 34 34 0 0 1 0-68z"), front: cap },
  { behind: nothing, front: nothing },
  {
    behind: nothing,
    front: fill(
      "M120 150c2-50 26-72 58-72 30 0 54 22 54 70-8-18-12-26-20-36-28 8-60 6-76-2-8 10-12 22-16 40z",
    ),
  },
  {
    behind: nothing,
    front: fill(
      "M122 178c2 60 26 72 54 72s52-12 54-72c-8 22-16 30-26 30h-56c-10 0-18-8-26-30zM124 150c4-48 24-66 52-66s48 18 52 66c-12-24-30-32-52-32s-40 8-52 32z",
    ),
  },
  {
    isCloth: true,
    behind: fill("M176 60c64 0 82 56 82 112 0 60-8 106-30 136H124c-22-30-30-76-30-136 0-56 18-112 82-112z"),
    front: fill("M176 66c46 0 72 34 74 92-18-36-40-50-74-50s-56 14-74 50c2-58 28-92 74-92z"),
  },
  {
    isCloth: true,
    behind: nothing,
    front: fill("M106 136c-6-50 28-86 70-86s76 36 70 86c-40-24-100-24-140 0zM150 62q40 20 84 62"),
  },
  { behind: fill("M232 130c44 16 40 120 22 170-8 6-26 4-30-6 6-40 6-100-10-140z"), front: cap },
];

const people = ["faculty", "team"].flatMap((file) => read<{ name: string; photo?: string }[]>(file));
const presenters = read<{ presenters: { name: string; photo?: string }[] }[]>("presenters").flatMap(
  (group) => group.presenters,
);

mkdirSync(folder, { recursive: true });
for (const { name, photo } of [...people, ...presenters]) {
  if (photo?.endsWith(".svg")) writeFileSync(join(folder, photo), portrait(name));
}

function read<Value>(file: string): Value {
  return parse(readFileSync(join(root, `content/people/${file}.yaml`), "utf8")) as Value;
}
