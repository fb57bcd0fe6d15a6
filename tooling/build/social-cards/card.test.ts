import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Region } from "sharp";
import { afterAll, expect, it } from "vitest";
import theme from "#content/theme.yaml";
import { type Card, cardSize, drawCard } from "./card.ts";
import { ground } from "./card-still-life.ts";

const folder = mkdtempSync(join(tmpdir(), "no-fonts-"));
afterAll(() => rmSync(folder, { recursive: true }));

const card: Card = {
  path: "/about/company",
  heading: "Žižka & <the> “care”",
  label: "About",
  siteName: "The organization",
  color: "leaf",
};

it("draws the same card on a machine without fonts", async () => {
  const fontconfig = join(folder, "fonts.conf");
  writeFileSync(fontconfig, `<?xml version="1.0"?><fontconfig><dir>${folder}</dir></fontconfig>`);
  const script = `
    import { drawCard } from "./tooling/build/social-cards/card.ts";
    process.stdout.write(await drawCard(${JSON.stringify(card)}, ${JSON.stringify(theme)}));`;
  const there = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, FONTCONFIG_FILE: fontconfig, HOME: folder },
  });
  expect((await drawCard(card, theme)).equals(there)).toBe(true);
});

it("shows the words", async () => {
  const drawn = await drawCard(card, theme);
  const { width, height } = await sharp(drawn).metadata();
  expect({ width, height }).toEqual(cardSize);
  // Where the heading stands there is nothing else.
  const heading = { left: 64, top: 200, width: 400, height: 230 };
  const lightest = async (png: Buffer) => {
    const part = await sharp(png).extract(heading).toBuffer();
    return Math.max(...(await sharp(part).stats()).channels.map(({ max }) => max));
  };
  expect(await lightest(drawn)).toBeGreaterThan(200);
  expect(await lightest(await drawCard({ ...card, heading: "" }, theme))).toBeLessThan(100);
});

/** Whether a part of two cards looks the same; each has a palette of its own. */
async function isSame(cards: readonly Buffer[], part: Region): Promise<boolean> {
  const [one, other] = await Promise.all(cards.map((png) => sharp(png).extract(part).raw().toBuffer()));
  return one?.every((value, at) => Math.abs(value - (other?.[at] ?? 0)) < 48) ?? false;
}

it.each([
  [
    "a long heading",
    "Blocks of one kind after the other and what becomes of them when nobody has read the guide to its end",
  ],
  ["a long word", "Donaudampfschifffahrtsgesellschaften"],
])("keeps %s clear of name, label and rings", async (_kind, heading) => {
  const parts = {
    name: { left: 0, top: 0, width: 1200, height: 125 },
    label: { left: 0, top: 530, width: 1200, height: 100 },
    end: { left: 920, top: 0, width: 280, height: 630 },
  };
  const cards = await Promise.all([heading, ""].map((one) => drawCard({ ...card, heading: one }, theme)));
  for (const [name, part] of Object.entries(parts)) expect(await isSame(cards, part), name).toBe(true);
});

it("sets a long name in one line", async () => {
  const siteName = "The North Sea Harbors’ Cooperative of Rope & Sail Makers, Ltd";
  const cards = await Promise.all([siteName, ""].map((name) => drawCard({ ...card, siteName: name }, theme)));
  const right = { left: 1130, top: 0, width: 70, height: 120 };
  const below = { left: 0, top: 125, width: 1200, height: 40 };
  expect([await isSame(cards, right), await isSame(cards, below)]).toEqual([true, true]);
});

it("shows what the page is staged with, on wood in the section's color, and keeps it off the words", async () => {
  const [plain, staged] = await Promise.all(
    [card, { ...card, picture: "keys" as const }].map((one) => drawCard(one, theme)),
  );
  const share = async (png: Buffer | undefined, part: Region, color: string) => {
    const { data } = await sharp(png).extract(part).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
      Number.parseInt(color.slice(at, at + 2), 16),
    );
    const isIt = (at: number) =>
      [red, green, blue].every((value, channel) => Math.abs(value - (data[at + channel] ?? 0)) < 12);
    const pixels = data.length / 3;
    return Array.from({ length: pixels }, (_, pixel) => isIt(3 * pixel)).filter(Boolean).length / pixels;
  };
  const { cx, cy, radius } = ground;
  const wood = { left: cx - radius, top: cy - radius, width: 2 * radius, height: 2 * radius };
  const lit = theme.colors["leaf-lit"].light;
  expect(await share(plain, wood, lit)).toBeLessThan(0.05);
  expect(await share(staged, wood, lit)).toBeGreaterThan(0.15);
  const words = { left: 0, top: 0, width: cx - radius - 20, height: cardSize.height };
  expect(await share(staged, words, lit)).toBe(0);
});
