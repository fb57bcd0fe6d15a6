import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright-core";
import { renderToString } from "react-dom/server";
import { build } from "vite";
import type { Answer } from "../servers.ts";
import { elementOf, type Tree } from "./hydrated-client.ts";

const script = "/hydrated.js";

/** The same pages as a plain React application serves them: the same HTML, its data, and a script that hydrates all of it. */
export async function hydratedAnswers(
  answers: Map<string, Answer>,
  { pages, address, folder }: { pages: string[]; address: string; folder: string },
): Promise<Map<string, Answer>> {
  const hydrated = new Map(answers);
  hydrated.set(script, compressed("text/javascript; charset=utf-8", await buildScript(folder)));
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  const tab = await browser.newPage({ javaScriptEnabled: false });
  for (const path of pages) {
    await tab.goto(address + path);
    const head = await tab.evaluate(() => document.head.innerHTML);
    const trees = (await tab.evaluate(readTree)) as Tree[];
    const data = JSON.stringify(trees).replaceAll("<", "\\u003c");
    const body = renderToString(trees.map((tree, index) => elementOf(tree, index)));
    const html = `<!doctype html><html lang="en"><head>${head}<script type="application/json" id="tree">${data}</script><script type="module" src="${script}"></script></head><body>${body}</body></html>`;
    hydrated.set(path, compressed("text/html; charset=utf-8", html));
  }
  await browser.close();
  return hydrated;
}

function compressed(type: string, text: string): Answer {
  const rawHeaders = ["content-type", type, "content-encoding", "br", "vary", "Accept-Encoding"];
  return { status: 200, rawHeaders, head: 0, body: brotliCompressSync(text) };
}

async function buildScript(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: "warn",
    build: {
      outDir: folder,
      emptyOutDir: false,
      rollupOptions: {
        input: fileURLToPath(new URL("hydrated-client.ts", import.meta.url)),
        output: { entryFileNames: "hydrated.js" },
        preserveEntrySignatures: false,
      },
    },
  });
  return readFileSync(join(folder, "hydrated.js"), "utf8");
}

/** In the browser: the body as data. */
function readTree(): Tree[] {
  const read = (node: Node): Tree[] => {
    if (node instanceof Text) return [node.data];
    if (!(node instanceof Element)) return [];
    const attributes = Object.fromEntries([...node.attributes].map(({ name, value }) => [name, value]));
    const name = node instanceof HTMLElement ? node.localName : node.tagName;
    return [{ name, attributes, children: [...node.childNodes].flatMap(read) }];
  };
  return [...document.body.childNodes].flatMap(read);
}
