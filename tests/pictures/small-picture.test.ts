import { describe, expect, it } from "vitest";
import { besideEachOther, differences } from "./small-picture.ts";

interface Look {
  field?: string;
  gap?: number;
  rings?: number;
  /** Thickness of letters and lines. */
  stroke?: number;
}

/** A page at half its size: lines of text, a field of color with words, a drawing; as SVG, which stands for a screenshot. */
function page({ field = "#cfe3d6", gap = 20, rings = 5, stroke = 1.5 }: Look): Buffer {
  const line = (y: number) => `<path d="M20 ${y}H380" stroke-dasharray="3 2 6 2"/>`;
  const ring = (index: number) => `<circle cx="200" cy="${260 + gap}" r="${12 + 16 * index}"/>`;
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="480">
    <rect width="400" height="480" fill="#fcfaf5"/>
    <g stroke="#1c2233" stroke-width="${stroke}" fill="none">
      ${[20, 34, 48, 62].map(line).join("")}
      <rect x="20" y="${70 + gap}" width="240" height="80" fill="${field}" stroke="none"/>
      ${[100, 114].map((y) => line(y + gap)).join("")}
      ${Array.from({ length: rings }, (_, index) => ring(index)).join("")}
    </g></svg>`);
}

const unlike = async (look: Look) =>
  differences(await besideEachOther([page({})]), await besideEachOther([page(look)]));

describe("two pictures of a page", () => {
  it.each([
    ["is drawn again", {}],
    ["has softer letters and lines", { stroke: 1.4 }],
    ["has harder letters and lines", { stroke: 1.6 }],
  ])("are alike when it %s", async (_, look) => {
    expect(await unlike(look)).toEqual([]);
  });

  it.each([
    ["a field in the color of another section", { field: "#cfe0f0" }],
    ["a gap that is 8 pixels wider", { gap: 24 }],
    ["a ring less", { rings: 4 }],
  ])("are told apart by %s", async (_, look) => {
    expect(await unlike(look)).not.toEqual([]);
  });

  it("are told apart by how large they are", async () => {
    const [one, two] = [await besideEachOther([page({})]), await besideEachOther([page({}), page({})])];
    expect(await differences(one, two)).toContain("its width is 1648, not 800");
  });
});
