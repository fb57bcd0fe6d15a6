import * as v from "valibot";
import { seededRandom } from "#app/design/rings.ts";
import { type Color, fields, type Ground } from "../theme-colors.ts";
import { type GarmentName, garments } from "./clothes.ts";
import { colorDistance, type Fabric, fabrics, type HairColor, hairColors, skins } from "./colors.ts";
import { coverings } from "./coverings.ts";
import { type Beard, beards, type Earrings, type Eyes, earrings, eyeStates, type FaceShape } from "./face.ts";
import { hairStyles } from "./hair.ts";

export type HairName = keyof typeof hairStyles | keyof typeof coverings;

/** Everything that a portrait shows, before it is drawn. */
export interface Look {
  name: string;
  ground: Ground;
  skin: Color;
  shape: FaceShape;
  /** Widths against the usual ones. */
  headWidth: number;
  shoulderWidth: number;
  /** To the front, turned to the side, or bent to somebody who speaks. */
  pose: Pose;
  /** Degrees that the head leans. */
  tilt: number;
  eyes: Eyes;
  /** Parting, plait or knot on the other side. */
  isMirrored: boolean;
  hair: HairName;
  hairColor: Color;
  /** The fabric of a headscarf or turban; the hair's own color otherwise. */
  coverColor: Color;
  beard?: Beard;
  earrings?: Earrings;
  clothes: GarmentName;
  main: Color;
  second: Color;
}

export const poses = ["front", "turned", "listening"] as const;
export type Pose = (typeof poses)[number];

const keysOf = <Key extends string>(table: Record<Key, unknown>) => Object.keys(table) as Key[];
const oneOf = <Key extends string>(table: Record<Key, unknown>) => v.optional(v.picklist(keysOf(table)));

/** What a person's casting may fix; everything else comes from the seed. */
export const castSchema = v.strictObject({
  /** 1 is the lightest, 9 the darkest. */
  skin: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(skins.length))),
  hair: v.optional(v.picklist([...keysOf(hairStyles), ...keysOf(coverings)])),
  hairColor: oneOf(hairColors),
  cover: oneOf(fabrics),
  beard: oneOf(beards),
  earrings: oneOf(earrings),
  clothes: oneOf(garments),
  fabric: oneOf(fabrics),
  second: oneOf(fabrics),
  ground: oneOf(fields),
  pose: v.optional(v.picklist(poses)),
  eyes: v.optional(v.picklist(eyeStates)),
});
export type Cast = v.InferOutput<typeof castSchema>;

/** Beards and coverings are left to casting: the generator knows nobody's gender or faith. */
const hairForAnybody: HairName[] = [
  "crop",
  "parted",
  "swept",
  "waves",
  "shortafro",
  "curls",
  "pixie",
  "bob",
  "sidebob",
  "shoulder",
  "bun",
  "lowbun",
  "locs",
  "buzz",
  "coils",
];

/** @param name seed of everything that the cast leaves open: the same name always gets the same look */
export function lookOf(name: string, cast: Cast = {}): Look {
  // Each trait has its own seed, so that casting one of them leaves the others as they were.
  const chance = (trait: string) => seededRandom(`${name}, ${trait}`)();
  const between = (trait: string, from: number, to: number) => from + chance(trait) * (to - from);
  const pick = <Item>(trait: string, items: readonly Item[]) =>
    items[Math.floor(chance(trait) * items.length)] as Item;

  const tone = cast.skin ? cast.skin - 1 : Math.floor(chance("skin") * skins.length);
  const skin = skins[tone] as Color;
  const hair = cast.hair ?? pick("hair", hairForAnybody);
  const isCovered = hair in coverings;
  const hairColor = hairColors[cast.hairColor ?? pick("hair color", hairColorsFor(tone))];
  const ground = cast.ground ?? pick("ground", standingOut(fields, isCovered ? [skin] : [skin, hairColor]));
  const field = fields[ground];
  const fabric = (use: string, given: Fabric | undefined, others: Color[]) =>
    fabrics[given ?? pick(use, standingOut(fabrics, others))];
  const coverColor = isCovered ? fabric("cover", cast.cover, [field, skin]) : hairColor;
  const main = fabric("main", cast.fabric, [field, skin, coverColor]);
  const pose = cast.pose ?? pick("pose", poses);

  return {
    name,
    ground,
    skin,
    shape: { jaw: between("jaw", 40, 47), chin: between("chin", 15, 24), chinY: between("length", 226, 234) },
    headWidth: between("head", 0.95, 1.05),
    shoulderWidth: between("shoulders", 0.92, 1.06),
    pose,
    tilt: between("tilt", -4, 4),
    eyes: cast.eyes ?? (pose !== "listening" && chance("eyes") < 0.7 ? "open" : "closed"),
    isMirrored: chance("side") < 0.5,
    hair,
    hairColor,
    coverColor,
    beard: cast.beard,
    earrings: cast.earrings,
    clothes: cast.clothes ?? pick("clothes", keysOf(garments)),
    main,
    second: fabric("second", cast.second, [main, skin]),
  };
}

/** The colors that are well apart from the others; were there fewer than three, the three that are it most. */
function standingOut<Key extends string>(colors: Record<Key, Color>, others: Color[]): Key[] {
  const nearest = (key: Key) => Math.min(...others.map((other) => colorDistance(colors[key], other)));
  const ranked = keysOf(colors).sort((a, b) => nearest(b) - nearest(a));
  return ranked.filter((key, rank) => rank < 3 || nearest(key) >= 0.17);
}

/** Dark skins mostly go with dark hair; gray comes to everybody. */
function hairColorsFor(tone: number): HairColor[] {
  const gray: HairColor[] = ["iron", "ash", "silver"];
  if (tone >= 5) return ["black", "black", "soot", "soot", "espresso", ...gray.slice(0, 2)];
  if (tone >= 2) return ["black", "soot", "espresso", "brown", "chestnut", ...gray];
  return ["soot", "espresso", "brown", "chestnut", "copper", "sand", "gold", ...gray];
}
