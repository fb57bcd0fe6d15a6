import { rmSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { budgets } from "../bench/budgets.ts";
import { type Figure, median, type Run } from "../bench/figures.ts";
import { samplePages } from "../bench/pages.ts";
import { hydratedAnswers } from "../bench/peers/hydrated.ts";
import { answersOf, startNginx } from "../bench/peers/nginx.ts";
import { type Server, startSite } from "../bench/servers.ts";
import { fontsOf } from "../support/fonts.ts";

/** Slow 4G, in bytes a second and milliseconds, and a processor that is four times slower. */
const network = { download: 1_600_000 / 8, upload: 750_000 / 8, latency: 150 };
const slowness = 4;
const phone = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true };

/** First visits on a slow phone, beside the same files on nginx and a React application with the same pages. */
export async function visits({ quick, folder }: Run): Promise<Figure[]> {
  const site = await startSite({ DATA_DIR: folder });
  const fonts = await fontsOf("android");
  const browser = await launch(fonts);
  const pages = Object.values(samplePages);
  const answers = await answersOf(site, pages);
  const hydrated = ["/", "/framework/overview"];
  const react = await hydratedAnswers(answers, { pages: hydrated, address: site.address, folder });
  const [nginx, application] = [await startNginx(answers, folder), await startNginx(react, folder)];
  const figures: Figure[] = [];
  for (const [name, path] of Object.entries(samplePages)) {
    const contestants = [site, nginx, ...(hydrated.includes(path) ? [application] : [])];
    const seen: Visit[][] = contestants.map(() => []);
    for (let round = 0; round < (quick ? 1 : 5); round += 1)
      for (const [index, server] of contestants.entries())
        seen[index]?.push(await visit(browser, server, path));
    figures.push(...figuresOf(name, seen));
  }
  figures.push(await clicks(browser, site, quick ? 1 : 5));
  await browser.close();
  rmSync(dirname(fonts), { recursive: true, force: true });
  for (const server of [application, nginx, site]) await server.stop();
  return figures;
}

function launch(fonts: string): Promise<Browser> {
  return puppeteer.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"],
    env: { ...process.env, FONTCONFIG_FILE: fonts },
  });
}

interface Visit {
  /** Milliseconds from the start of the visit. */
  firstPaint: number;
  largestPaint: number;
  layoutShift: number;
  /** What tasks of more than 50 ms took beyond those, in milliseconds. */
  blockedTime: number;
  requests: number;
  /** Of all answers, headers too. */
  bytes: number;
}

async function visit(browser: Browser, { address }: Server, path: string): Promise<Visit> {
  const visitor = await browser.createBrowserContext();
  const page = await visitor.newPage();
  await page.setViewport(phone);
  const loaded = { requests: 0, bytes: 0 };
  const devTools = await page.createCDPSession();
  await devTools.send("Network.enable");
  devTools.on("Network.loadingFinished", ({ encodedDataLength }) => {
    loaded.requests += 1;
    loaded.bytes += encodedDataLength;
  });
  await page.emulateNetworkConditions(network);
  await page.emulateCPUThrottling(slowness);
  await page.evaluateOnNewDocument(observe);
  await page.goto(address + path, { waitUntil: "networkidle0", timeout: 120_000 });
  const seen = await page.evaluate(() => (window as unknown as Observed).seen);
  await visitor.close();
  return { ...seen, ...loaded };
}

interface Observed {
  seen: Omit<Visit, "requests" | "bytes">;
}

/** In the browser, before anything of the page. */
function observe(): void {
  const seen = { firstPaint: 0, largestPaint: 0, layoutShift: 0, blockedTime: 0 };
  (window as unknown as Observed).seen = seen;
  const on = (type: string, note: (entry: PerformanceEntry & { value?: number }) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  on("paint", ({ name, startTime }) => {
    if (name === "first-contentful-paint") seen.firstPaint = startTime;
  });
  on("largest-contentful-paint", ({ startTime }) => {
    seen.largestPaint = startTime;
  });
  on("layout-shift", ({ value = 0 }) => {
    seen.layoutShift += value;
  });
  on("longtask", ({ duration }) => {
    seen.blockedTime += duration - 50;
  });
}

function figuresOf(page: string, seen: Visit[][]): Figure[] {
  const [own = [], nginx = [], react] = seen;
  const of = (visits: Visit[], name: keyof Visit) => median(visits.map((each) => each[name]));
  const beside = (name: keyof Visit, unit: string) => {
    const text = (visits: Visit[]) => `${Math.round(of(visits, name))} ${unit}`;
    return `${text(own)}; nginx ${text(nginx)}${react ? `; React ${text(react)}` : ""}`;
  };
  const ratio = (what: string, name: "firstPaint" | "largestPaint") => ({
    what: `${page}: ${what}, times as late as with nginx`,
    ...{ measured: of(own, name) / of(nginx, name), unit: "×", budget: budgets[name] },
    beside: beside(name, "ms"),
  });
  return [
    ratio("first paint (FCP)", "firstPaint"),
    ratio("largest paint (LCP)", "largestPaint"),
    {
      what: `${page}: layout shift (CLS)`,
      ...{ measured: of(own, "layoutShift"), unit: "", budget: budgets.layoutShift },
      ...(react && { beside: `React ${of(react, "layoutShift").toFixed(3)}` }),
    },
    {
      what: `${page}: blocked by long tasks (TBT)`,
      ...{ measured: of(own, "blockedTime"), unit: "ms" },
      beside: beside("blockedTime", "ms"),
    },
    {
      what: `${page}: bytes of all answers`,
      measured: of(own, "bytes"),
      unit: "bytes",
      beside: beside("bytes", "bytes"),
    },
    { what: `${page}: requests`, measured: of(own, "requests"), unit: "", beside: beside("requests", "") },
  ];
}

/** From a click on a link of home to a page of words, after 600 ms over it, until that page is shown. */
async function clicks(browser: Browser, { address }: Server, rounds: number): Promise<Figure> {
  const times: number[] = [];
  let ahead = 0;
  for (let round = 0; round < rounds; round += 1) {
    const page = await (await browser.createBrowserContext()).newPage();
    await page.setViewport({ width: 1_280, height: 900 });
    await page.evaluateOnNewDocument(noteClick);
    await page.goto(address, { waitUntil: "networkidle0" });
    const link = await page.waitForSelector("footer a[href='/terms']");
    await link?.hover();
    await sleep(600);
    // The page itself goes on to name the old address when one that was rendered ahead takes its place.
    const addressOf = () => page.target().url();
    const before = addressOf();
    await link?.click();
    // Asked from here: a document that waits for something ends with the click, whether the next one was rendered ahead or not.
    const timeout = AbortSignal.timeout(10_000);
    while (addressOf() === before) await sleep(5, undefined, { signal: timeout });
    const { time, isAhead } = await shownAfter(page);
    times.push(time);
    ahead += isAhead ? 1 : 0;
    await page.browserContext().close();
  }
  return {
    what: "click to shown, after 600 ms over the link",
    ...{ measured: median(times), unit: "ms", budget: budgets.click },
    beside: `${ahead} of ${rounds} rendered ahead`,
  };
}

/** In the browser: when the last click was, for the page that follows. */
function noteClick(): void {
  addEventListener(
    "click",
    ({ timeStamp }) => {
      sessionStorage.setItem("clicked", String(performance.timeOrigin + timeStamp));
    },
    { capture: true },
  );
}

async function shownAfter(page: Page): Promise<{ time: number; isAhead: boolean }> {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  return await page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation") as (PerformanceEntry & {
      activationStart: number;
    })[];
    const activated = entry?.activationStart ?? 0;
    const painted = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    const shown = performance.timeOrigin + Math.max(activated, painted);
    return { time: shown - Number(sessionStorage.getItem("clicked")), isAhead: activated > 0 };
  });
}
