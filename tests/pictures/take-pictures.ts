import type { Browser, Page } from "playwright-core";
import { browserTimeout } from "../support/browser.ts";
import { besideEachOther, scale } from "./small-picture.ts";

type Theme = "light" | "dark";
type View = readonly [width: number, theme: Theme];

/** Each page is seen on a desktop by day and on a phone by night, and one that shows all blocks the other way round. */
const usual: View[] = [
  [1280, "light"],
  [400, "dark"],
];
const other: View[] = [
  [1280, "dark"],
  [400, "light"],
];

interface Shot {
  path: string;
  views: View[];
  prepare?: (page: Page, width: number) => Promise<unknown>;
  /** What is seen at once, not the whole page. */
  isScreen?: boolean;
}

/** What pictures are taken of, by the name of their file. The pages are those of tests/fixtures/harborlight. */
const shots: Record<string, Shot> = {
  "gallery-of-elements": { path: "/typography", views: usual },
  "gallery-of-blocks": { path: "/about/gallery", views: other },
  menus: { path: "/team", views: usual, prepare: openMenu, isScreen: true },
  home: { path: "/", views: usual },
  circle: { path: "/community/overview", views: usual },
  school: { path: "/learning/overview", views: usual },
  faculty: { path: "/learning/faculty", views: usual },
  team: { path: "/team", views: usual },
  events: { path: "/events", views: usual },
  event: { path: "/events", views: usual, prepare: openFirstEvent },
  contact: { path: "/contact", views: usual },
  mistakes: { path: "/contact", views: usual, prepare: sendNothing, isScreen: true },
  story: { path: "/about/story", views: usual },
  "not-found": { path: "/no-such-page", views: usual },
};

function openMenu(page: Page, width: number) {
  return page.locator(width < 1152 ? ".burger" : ".menu-button >> nth=0").click();
}
async function openFirstEvent(page: Page) {
  await page.goto((await page.locator("main h3 a").first().getAttribute("href")) ?? "");
}
async function sendNothing(page: Page) {
  await page.locator("form[data-hydrated]").waitFor();
  await page.locator("form button[type=submit]").click();
  await page.locator(".error-summary").waitFor();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
}

/** The names of all pictures. */
export const pictures = Object.keys(shots);

/** Takes the picture of a name, as one who has no wish for motion sees it. */
export async function takePicture(browser: Browser, address: string, name: string): Promise<Buffer> {
  const shot = shots[name];
  if (!shot) throw new Error(`no picture is called ${name}`);
  const visitor = await browser.newContext({
    baseURL: address,
    reducedMotion: "reduce",
    timezoneId: "America/New_York",
  });
  visitor.setDefaultTimeout(browserTimeout);
  const page = await visitor.newPage();
  const views: Buffer[] = [];
  for (const view of shot.views) views.push(await take(page, shot, view));
  await visitor.close();
  return besideEachOther(views);
}

async function take(
  page: Page,
  { path, prepare, isScreen }: Shot,
  [width, colorScheme]: View,
): Promise<Buffer> {
  await page.setViewportSize({ width, height: 800 });
  await page.emulateMedia({ colorScheme });
  await page.goto(path);
  await prepare?.(page, width);
  await page.evaluate(settle);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    clip: { x: 0, y: 0, width, height: isScreen ? 800 : height, scale: 2 / scale },
    captureBeyondViewport: !isScreen,
    optimizeForSpeed: true,
  });
  await session.detach();
  return Buffer.from(data, "base64");
}

/**
 * Runs in the page: shows what would come later, and breaks lines in the way that no release of a browser refines. A face
 * that is late stays away until the next page; one that a script adds is drawn whenever it comes.
 */
async function settle() {
  const lines = new CSSStyleSheet();
  lines.replaceSync("* { text-wrap: wrap !important }");
  document.adoptedStyleSheets.push(lines);
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  for (const rule of rules) {
    if (!(rule instanceof CSSFontFaceRule) || !rule.style.getPropertyValue("src").includes("url(")) continue;
    const of = (name: string) => rule.style.getPropertyValue(name);
    const face = new FontFace(of("font-family").replaceAll('"', ""), of("src"), {
      weight: of("font-weight") || "normal",
      unicodeRange: of("unicode-range") || "U+0-10FFFF",
      display: "block",
    });
    document.fonts.add(await face.load());
  }
  await Promise.all(
    [...document.images].map(async (image) => {
      image.loading = "eager";
      await image.decode();
    }),
  );
}
