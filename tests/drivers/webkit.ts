import { type ChildProcess, spawn } from "node:child_process";
import { globSync } from "node:fs";
import { Builder, Button, Key, Origin, type WebDriver } from "selenium-webdriver";
import { type Engine, type NamedKey, type Visitor, waitUntil } from "../journeys/visitor.ts";
import { freePort } from "../support/postgres.ts";

const keys: Record<NamedKey, string> = {
  Tab: Key.TAB,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Space: Key.SPACE,
  Backspace: Key.BACK_SPACE,
  End: Key.END,
  ArrowDown: Key.ARROW_DOWN,
  ArrowUp: Key.ARROW_UP,
  ArrowRight: Key.ARROW_RIGHT,
  ArrowLeft: Key.ARROW_LEFT,
};

/** MiniBrowser's own bar holds the window open this far; the site shows it the layout of phones. */
const narrowest = 460;

/** WebKitGTK's own small browser on a display that nobody sees. */
export async function startWebkit(): Promise<Engine> {
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
  });
  const display = await new Promise<string>((resolve, reject) => {
    screen.once("error", reject);
    screen.once("exit", (code) => reject(new Error(`Xvfb ended with ${code}`)));
    screen.stdio[3]?.once("data", (number) => resolve(`:${String(number).trim()}`));
  });
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: "x11", LIBGL_ALWAYS_SOFTWARE: "1" },
  });
  const server = `http://127.0.0.1:${port}`;
  await waitUntil("WebKitWebDriver listens", async () => (await fetch(`${server}/status`)).ok);
  process.once("exit", () => {
    driver.kill();
    screen.kill();
  });
  const binary = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser").at(0);
  const noSwitch = "WebKitWebDriver has no switch for it";
  return {
    name: "WebKit",
    cannot: {
      "scripts off": noSwitch,
      "offline switch": noSwitch,
      "host names": noSwitch,
      "two tabs": "MiniBrowser under WebKitWebDriver hangs when it is asked for a tab",
      "words after reload": "WebKit empties every form when its page is loaded again",
      features: "the fallbacks are for older browsers; one engine is enough",
    },
    async visit({ keepsPages = true } = {}) {
      const session = await new Builder()
        .usingServer(server)
        .withCapabilities({
          browserName: "MiniBrowser",
          "webkitgtk:browserOptions": {
            binary,
            args: ["--automation", `--enable-page-cache=${keepsPages}`],
          },
        })
        .build();
      const visitor = visitorOf(session);
      await visitor.resize(1280, 900);
      return visitor;
    },
    async close() {
      await stop(driver);
      await stop(screen);
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const end = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await end;
}

function visitorOf(session: WebDriver): Visitor {
  const actions = () => session.actions({ async: true });
  return {
    open: (address) => session.get(address),
    async press(key) {
      const sequence = actions();
      if (key === "Shift+Tab")
        await sequence.keyDown(Key.SHIFT).keyDown(Key.TAB).keyUp(Key.TAB).keyUp(Key.SHIFT).perform();
      else await sequence.keyDown(keys[key]).keyUp(keys[key]).perform();
    },
    type: (text) => actions().sendKeys(text).perform(),
    async clickAt(x, y, presses) {
      const sequence = actions().move({ x, y, duration: 0, origin: Origin.VIEWPORT });
      for (let press = 0; press < presses; press += 1) sequence.press(Button.LEFT).release(Button.LEFT);
      await sequence.perform();
    },
    evaluate: (expression) => session.executeScript(`return (${expression})`),
    back: () => session.executeScript("history.back()"),
    reload: () => session.navigate().refresh(),
    newTab: () => Promise.reject(new Error("cannot")),
    async resize(asked, height) {
      const width = Math.max(asked, narrowest);
      const window = session.manage().window();
      // The window has a frame and bars of its own around the page.
      const inner = await session.executeScript<number[]>("return [innerWidth, innerHeight]");
      const { width: outerWidth, height: outerHeight } = await window.getRect();
      await window.setRect({
        x: 0,
        y: 0,
        width: width + outerWidth - (inner[0] ?? outerWidth),
        height: height + outerHeight - (inner[1] ?? outerHeight),
      });
      await waitUntil(`the window is ${width} px wide`, () =>
        session.executeScript<boolean>(`return innerWidth === ${width}`),
      );
    },
    close: () => session.quit(),
  };
}
