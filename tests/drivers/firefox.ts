import puppeteer, { type BrowserContext, type Page } from "puppeteer-core";
import { browsers, type Engine, type Visitor } from "../journeys/visitor.ts";

export async function startFirefox(): Promise<Engine> {
  const all = browsers((keepsPages) =>
    puppeteer.launch({
      browser: "firefox",
      executablePath: process.env.FIREFOX_PATH ?? "/usr/bin/firefox-esr",
      headless: true,
      defaultViewport: { width: 1280, height: 900 },
      extraPrefsFirefox: {
        "ui.prefersReducedMotion": 1,
        // Firefox for automation turns the back-forward cache down; visitors have it.
        "browser.sessionhistory.max_total_viewers": keepsPages ? 8 : 0,
      },
    }),
  );
  const noSwitch = "WebDriver BiDi in Firefox has no switch for it";
  return {
    name: "Firefox",
    cannot: {
      "scripts off": noSwitch,
      "offline switch": noSwitch,
      "host names": noSwitch,
      features: "the fallbacks are for older browsers; one engine is enough",
    },
    async visit({ keepsPages = true } = {}) {
      const context = await (await all.get(keepsPages)).createBrowserContext();
      return visitorOf(context, await context.newPage());
    },
    close: all.close,
  };
}

function visitorOf(context: BrowserContext, page: Page): Visitor {
  return {
    // A script that is held up would hold up `load` as well.
    open: async (address) => void (await page.goto(address, { waitUntil: "domcontentloaded" })),
    async press(key) {
      await giveFocus(context, page);
      if (key === "Space") return page.keyboard.press(" " as never);
      if (key !== "Shift+Tab") return page.keyboard.press(key);
      await page.keyboard.down("Shift");
      await page.keyboard.press("Tab");
      await page.keyboard.up("Shift");
    },
    type: (text) => page.keyboard.type(text),
    clickAt: (x, y, presses) => page.mouse.click(x, y, { count: presses }),
    evaluate: (expression) => page.evaluate(expression) as never,
    back: async () => void (await page.evaluate("void history.back()")),
    reload: async () => void (await page.reload()),
    newTab: async () => visitorOf(context, await context.newPage()),
    resize: (width, height) => page.setViewport({ width, height }),
    close: () => context.close(),
  };
}

/**
 * Tab may have gone on to the browser's own bars, and a page that came back may have no focus: unlike a person's, the driver's keys go to the
 * page all the same, where Enter then does nothing. Only a change of tabs gives the focus back.
 */
async function giveFocus(context: BrowserContext, page: Page): Promise<void> {
  await page.bringToFront();
  if (await page.evaluate(() => document.hasFocus())) return;
  const other = await context.newPage();
  await page.bringToFront();
  await other.close();
}
