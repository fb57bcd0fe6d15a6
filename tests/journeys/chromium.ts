import type { BrowserContext, Page } from "playwright-core";
import { browserTimeout, launchBrowser } from "../support/browser.ts";
import { browsers, type Engine, type Visitor } from "./visitor.ts";

/** A host name on the visitor's own network, which is not a secure origin for the browser. */
export const plainHost = "plain.test";

export async function startChromium(): Promise<Engine> {
  const all = browsers((keepsPages) =>
    launchBrowser({
      // The shell keeps no page for Back, and draws the rest in a third of the time.
      isWhole: keepsPages,
      args: [`--host-resolver-rules=MAP ${plainHost} 127.0.0.1`],
      // Playwright turns the back-forward cache off, which every visitor's browser has.
      ignoreDefaultArgs: keepsPages ? ["--disable-back-forward-cache"] : [],
    }),
  );
  const contexts = new Map<Visitor, BrowserContext>();
  return {
    name: "Chromium",
    cannot: {
      "words after reload": "Chromium empties every form when its page is loaded again",
    },
    async visit({ scripts = true, keepsPages = false } = {}) {
      const context = await (await all.get(keepsPages)).newContext({
        javaScriptEnabled: scripts,
        viewport: { width: 1280, height: 900 },
        reducedMotion: "reduce",
      });
      context.setDefaultTimeout(browserTimeout);
      const visitor = visitorOf(context, await context.newPage());
      contexts.set(visitor, context);
      return visitor;
    },
    setOffline: async (visitor, isOffline) => contexts.get(visitor)?.setOffline(isOffline),
    close: all.close,
  };
}

function visitorOf(context: BrowserContext, page: Page): Visitor {
  return {
    open: async (address) => void (await page.goto(address)),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    clickAt: (x, y, presses) => page.mouse.click(x, y, { clickCount: presses }),
    evaluate: (expression) => page.evaluate(expression),
    back: () =>
      page.evaluate<void>("void history.back()").catch((error: Error) => {
        // The page was gone before it could answer.
        if (!error.message.includes("context was destroyed")) throw error;
      }),
    reload: async () => void (await page.reload()),
    newTab: async () => visitorOf(context, await context.newPage()),
    resize: (width, height) => page.setViewportSize({ width, height }),
    close: () => context.close(),
  };
}
