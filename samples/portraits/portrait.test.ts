import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { fields } from "../theme-colors.ts";
import { colorDistance } from "./colors.ts";
import { coverings } from "./coverings.ts";
import { castSchema, lookOf } from "./look.ts";
import { portrait } from "./portrait.ts";

const names = Array.from({ length: 300 }, (_, index) => `Person ${index}`);

describe("lookOf", () => {
  it("gives the same name the same look, and other names other looks", () => {
    expect(lookOf("Person 1")).toEqual(lookOf("Person 1"));
    expect(new Set(names.map((name) => portrait(lookOf(name)))).size).toBe(names.length);
  });

  it("keeps face and clothes apart from the ground and from each other", () => {
    for (const name of names) {
      const { ground, skin, main } = lookOf(name);
      expect(colorDistance(skin, fields[ground]), name).toBeGreaterThan(0.1);
      expect(colorDistance(main, fields[ground]), name).toBeGreaterThan(0.1);
      expect(colorDistance(main, skin), name).toBeGreaterThan(0.1);
    }
  });

  it("gives beards, headscarves and turbans only to those who are cast with them", () => {
    for (const name of names) {
      const look = lookOf(name);
      expect(look.beard, name).toBeUndefined();
      expect(Object.keys(coverings), name).not.toContain(look.hair);
    }
  });

  it("changes nothing else when one trait is cast", () => {
    const { beard, ...others } = lookOf("Person 2", { beard: "full" });
    expect(beard).toBe("full");
    expect({ ...others, beard: undefined }).toEqual(lookOf("Person 2"));
  });
});

describe("portrait", () => {
  const { hair, clothes, beard } = castSchema.entries;
  const casts = [
    ...hair.wrapped.options.map((value) => ({ hair: value })),
    ...clothes.wrapped.options.map((value) => ({ clothes: value })),
    ...beard.wrapped.options.map((value) => ({ beard: value })),
  ];

  it.each(casts)("draws %o as a small file of 1056 pixels a side", async (cast) => {
    const svg = portrait(lookOf("Person 3", cast));
    expect(svg).not.toMatch(/NaN|undefined/);
    expect(svg.length).toBeLessThan(4500);
    const { width, height } = await sharp(Buffer.from(svg)).metadata();
    expect([width, height]).toEqual([1056, 1056]);
  });

  it("covers the square to its corners", async () => {
    const { data, info } = await sharp(Buffer.from(portrait(lookOf("Person 4"))))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info.channels).toBe(4);
    const alpha = (x: number, y: number) => data[(y * info.width + x) * 4 + 3];
    expect([alpha(0, 0), alpha(351, 0), alpha(0, 351), alpha(351, 351)]).toEqual([255, 255, 255, 255]);
  });
});
