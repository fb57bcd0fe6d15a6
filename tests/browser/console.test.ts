import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { address, open, page, provideBrowser } from "../support/browser.ts";

provideBrowser({ expected: /^Failed to load resource/ });

/** What the page tells in the console from now on but for failed requests, be it a complaint or not. */
function listen(): string[] {
  const told: string[] = [];
  page.on("console", (message) => {
    if (!message.text().startsWith("Failed to load resource")) told.push(message.text());
  });
  page.on("pageerror", (error) => told.push(String(error)));
  return told;
}

it("says nothing in the console when a page is shown before it could slide in, or is never shown", async () => {
  await open({ reducedMotion: "no-preference" });
  const told = listen();
  await page.goto("/team");
  await page.evaluate(() =>
    addEventListener("pageswap", ({ viewTransition }) => {
      sessionStorage.setItem("way", viewTransition ? "slides" : "jumps");
    }),
  );
  // As if it came after the page is first shown.
  await page.route("**/enhancements*.css", (route) => route.abort());
  for (const path of ["/terms", "/privacy"]) {
    await page.locator(`footer a[href='${path}']`).click();
    await page.waitForURL(path);
  }
  await page.unrouteAll();
  expect(await page.evaluate(() => sessionStorage.getItem("way"))).toBe("slides");
  for (const [over, to] of [
    ["/contact", "/team"],
    ["/events", "/terms"],
  ] as const) {
    // It waits for its style, and is left before that comes.
    await page.route("**/enhancements*.css", () => {});
    await page.locator(`footer a[href='${over}']`).click({ noWaitAfter: true });
    await page.waitForURL(over, { waitUntil: "commit" });
    await page.unrouteAll();
    await page.goto(to);
  }
  expect(told).toEqual([]);
});

it("says nothing in the console when a page is shown, and its window changes, before its words are there", async () => {
  await open({ reducedMotion: "no-preference" });
  const told = listen();
  let show = () => {};
  await page.exposeFunction("shown", () => show());
  await page.addInitScript(() =>
    addEventListener("pagereveal", () => {
      dispatchEvent(new Event("resize"));
      Reflect.get(globalThis, "shown")();
    }),
  );
  const inPieces = createServer(async (request, reply) => {
    const answer = await fetch(address + request.url);
    const type = answer.headers.get("content-type") ?? "";
    reply.setHeader("Content-Type", type);
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (!type.startsWith("text/html")) return reply.end(bytes);
    const [bar, words] = bytes.toString().split("<main");
    const isShown = new Promise<void>((resolve) => {
      show = resolve;
    });
    reply.write(bar);
    await isShown;
    reply.end(`<main${words}`);
  }).listen(0, "127.0.0.1");
  await once(inPieces, "listening");
  await page.goto(`http://127.0.0.1:${(inPieces.address() as AddressInfo).port}/team`);
  await page.evaluate(() => {
    location.href = "/terms";
  });
  await page.waitForURL("**/terms");
  await page.locator("footer").waitFor();
  expect(told).toEqual([]);
  inPieces.close();
  inPieces.closeAllConnections();
});
