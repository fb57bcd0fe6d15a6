import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, expect, it } from "vitest";
import theme from "#content/theme.yaml";
import { type Card, cardSize, drawCard } from "./card.ts";

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
