// Another organization: the same code with another folder content/ (tests/fixtures/harborlight).

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import type { Browser } from "playwright-core";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as layoutBlocks from "#app/pages/vocabulary/layout-blocks.tsx";
import * as textBlocks from "#app/pages/vocabulary/text-blocks.tsx";
import faculty from "#content/people/faculty.yaml";
import presenters from "#content/people/presenters.yaml";
import team from "#content/people/team.yaml";
import site from "#content/site.yaml";
import theme from "#content/theme.yaml";
import { loadContent } from "#content-model/load-content.ts";
import { figureNames } from "#content-model/schemas/diagrams.schema.ts";
import { stillLifes } from "#content-model/still-lifes.ts";
import packageJson from "../package.json" with { type: "json" };
import { completeContent } from "./fixtures/complete-content.ts";
import { differences } from "./pictures/small-picture.ts";
import { pictures, takePicture } from "./pictures/take-pictures.ts";
import { launchBrowser } from "./support/browser.ts";
import { createTestSite, fixedNow, type TestSite } from "./support/site.ts";

/** The blocks that the gallery shows. */
const blocks = Object.keys({ ...layoutBlocks, ...textBlocks });
const tree = mkdtempSync(join(tmpdir(), "harborlight-"));
let child: ChildProcess | undefined;
let address = "";
/** What was served or sent, by its address or file. */
const given = new Map<string, string>();

beforeAll(async () => {
  const rooms = Object.keys(packageJson.imports).map((name) => name.slice(1, -2));
  const code = [...rooms.filter((room) => room !== "content"), "samples"];
  const settings = [
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "vite.config.ts",
    "react-router.config.ts",
  ];
  execFileSync("cp", ["-a", ...code, ...settings, ".env.example", tree]);
  cpSync("tests/fixtures/harborlight", join(tree, "content"), { recursive: true });
  completeContent(join(tree, "content"), blocks);
  const photos = join(tree, "content/people/photos");
  cpSync(join(photos, "marit-penhallow.svg"), join(photos, "left-us.svg"));
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
  const { status, stdout, stderr } = run("tooling/build/build.ts");
  if (status !== 0) throw new Error(`${stdout}\n${stderr}`);
  address = await start();
});
afterAll(() => {
  child?.kill("SIGKILL");
  rmSync(tree, { recursive: true, force: true });
});

const environment = () => ({
  ...process.env,
  DATA_DIR: join(tree, "data"),
  PORT: "0",
  NODE_ENV: "production",
});

function run(...args: string[]) {
  return spawnSync(process.execPath, args, { cwd: tree, env: environment(), encoding: "utf8" });
}

async function start(): Promise<string> {
  child = spawn(process.execPath, ["tooling/start.ts"], { cwd: tree, env: environment() });
  return new Promise((found, failed) => {
    let output = "";
    const hear = (part: Buffer) => {
      output += part;
      const said = /The site is at (http:\/\/localhost:\d+)/.exec(output)?.[1];
      if (said) found(said);
    };
    child?.stdout?.on("data", hear);
    child?.stderr?.on("data", hear);
    child?.once("exit", () => failed(new Error(output)));
  });
}

/** Everything of the first organization that must be nowhere. */
function traces(): string[] {
  const own = loadContent("theme.yaml", tree);
  const colorsOf = ({ colors, drawings }: typeof theme) => [
    ...Object.values(colors).flatMap(({ light, dark }) => [light, dark]),
    ...Object.values(drawings),
  ];
  const neutral = ["#000000", "#ffffff", ...colorsOf(own)];
  const people = [...faculty, ...team, ...presenters.flatMap((group) => group.presenters)];
  const fontNames = Object.values(theme.faces).flatMap(({ files }) => files);
  const files = [...globSync("content/{people/photos,events/images}/*.{svg,jpg,png,webp}"), ...fontNames];
  return [
    site.name,
    site.tagline,
    new URL(site.url).host,
    site.email,
    site.phone,
    site.address.street,
    ...Object.values(site.links).flatMap((link) => (link ? [link.url] : [])),
    ...colorsOf(theme).filter((color) => !neutral.includes(color)),
    ...Object.values(theme.faces).map(({ name }) => name),
    ...people.map(({ name }) => name),
    ...files.map((file) => basename(file).replace(/\.\w+$/, "")),
  ].map((trace) => trace.toLowerCase());
}

let known: string[] | undefined;
function found(text: string): string[] {
  known ??= traces();
  const lower = text.toLowerCase();
  return known.filter((trace) => lower.includes(trace));
}

describe("the site of another organization", () => {
  it("leads nowhere that is not there: every address of its pages answers", async () => {
    const missing: string[] = [];
    const todo = [
      "/",
      "/sitemap.xml",
      "/robots.txt",
      "/site.webmanifest",
      "/.well-known/security.txt",
      "/events.ics",
    ];
    todo.push("/no-such-page", "/typography", "/favicon.svg", "/functions/fetch-events");
    for (const path of todo) {
      if (given.has(path)) continue;
      const response = await fetch(address + path);
      const text = Buffer.from(await response.arrayBuffer()).toString("latin1");
      given.set(path, `${[...response.headers].join("\n")}\n${Buffer.from(text, "latin1").toString()}`);
      if (response.status !== (path === "/no-such-page" ? 404 : 200))
        missing.push(`${path}: ${response.status}`);
      for (const [, link = ""] of text.matchAll(
        /(?:href|src|srcset|content|url|<loc>)=?["'(>]?([^"'()<> ]+)/g,
      )) {
        const local = link.replace(/^https:\/\/harborlight\.example/, "").replace(/[#?].*$/, "");
        if (/^\/[\w.-]/.test(local) && !todo.includes(local)) todo.push(local);
      }
    }
    expect(missing).toEqual([]);
    expect(todo).toContain("/learning/mastermind-application");
    expect(todo.length).toBeGreaterThan(40);
    expect((await fetch(`${address}/framework`)).status).toBe(404);
    expect((await fetch(`${address}/community`)).url).toBe(`${address}/community/overview`);
  });

  it("has no photo of anybody who is not named", () => {
    const made = (name: string) => globSync(`build/client/assets/${name}-*`, { cwd: tree });
    expect(made("marit-penhallow")).not.toEqual([]);
    expect(made("left-us")).toEqual([]);
  });

  it("mails in its own name and colors", async () => {
    const person = {
      firstName: "Ada",
      lastName: "Moreno",
      email: "ada@visitor.example",
      agreeToTerms: "on",
      sendCopy: "on",
    };
    const body = new URLSearchParams(person);
    const { url } = await fetch(`${address}/contact`, { method: "POST", body, headers: { origin: address } });
    expect(url).toContain("/contact/received");
    const mails = () => globSync(join(tree, "data/mail/*.eml"));
    await expect.poll(() => mails().length).toBe(2);
    const { colors, faces } = loadContent("theme.yaml", tree);
    for (const file of mails()) {
      const raw = readFileSync(file, "utf8");
      const { html = "", text = "", from } = await PostalMime.parse(raw);
      given.set(file, [raw, html, text].join("\n"));
      expect(from?.address).toBe("ahoy@harborlight.example");
      for (const value of [colors.ink.light, colors.paper.light, colors.marigold.light, faces.read.mail])
        expect(html).toContain(value);
    }
  });

  it("has no trace of the first one in anything that it serves, sends or is built of", () => {
    expect(traces().length).toBeGreaterThan(200);
    expect(found(readFileSync("content/site.yaml", "utf8"))).not.toEqual([]);
    for (const file of globSync(join(tree, "build/**/*.*")))
      given.set(file, `${file}\n${readFileSync(file, "latin1")}`);
    const seen = [...given].flatMap(([place, text]) => found(text).map((trace) => `${place}: ${trace}`));
    expect(given.size).toBeGreaterThan(150);
    expect(seen).toEqual([]);
  });

  it("looks as its theme says: style sheet, faces, corners, logo, icons, manifest, counts", () => {
    const { colors, faces } = loadContent("theme.yaml", tree);
    const home = given.get("/") ?? "";
    for (const [name, { light }] of Object.entries(colors))
      if (name !== "shade") expect(home, name).toContain(`--${name}:${light}`);
    for (const { name } of Object.values(faces)) expect(home).toContain(`font-family:"${name}"`);
    expect(home).toContain("--radius:0;");
    expect(home).toMatch(/<img class="mark" src="\/assets\/logo-[\da-f]+\.svg"/);
    expect(home).toContain(`<meta name="theme-color" content="${colors.spruce.light}"`);
    expect(home).toContain("thirteen teachers");
    expect(given.get("/favicon.svg")).toContain("M26 22h12l4 34H22z");
    expect(given.get("/site.webmanifest")).toContain(colors.paper.light);
  });

  it("shows the faces of the faculty in its page's head, and on others the rings", () => {
    const [teachers = "", keepers = ""] = ["/learning/faculty", "/team"].map((path) => given.get(path));
    expect(teachers).toContain('<ul class="wall">');
    expect(keepers).toContain("Hollis Dunlin");
    expect(keepers).not.toContain('class="wall"');
    expect(keepers).toContain("page-rings");
  });

  it("gets sample pictures in its own colors", () => {
    expect(run("samples/draw-event-images.ts").status).toBe(0);
    const drawn = globSync(join(tree, "content/events/images/*.svg")).map((file) =>
      readFileSync(file, "utf8"),
    );
    expect(drawn.length).toBeGreaterThan(6);
    expect(drawn.flatMap(found)).toEqual([]);
    expect(drawn.join("")).toContain(loadContent("theme.yaml", tree).colors.marigold.light);
  });
});

// Its words and pictures stay as they are, so that only a change of the code changes what its pages look like.
describe("the pages that show every element and every block", () => {
  let site: TestSite;
  let browser: Browser;
  const [approved, changed] = ["tests/pictures/approved", ".cache/changed-pictures"];
  beforeAll(async () => {
    rmSync(changed, { recursive: true, force: true });
    mkdirSync(changed, { recursive: true });
    const of = { tree, content: loadContent("site.yaml", tree) };
    [site, browser] = await Promise.all([createTestSite({}, {}, {}, fixedNow, of), launchBrowser()]);
    await Promise.all([site.listen(), site.services.calendar.firstLook]);
    return async () => {
      await browser.close();
      await site.close();
    };
  });
  const own = () => site.app.listeningOrigin;

  it.each(["light", "dark"] as const)("have no axe violation, %s", async (colorScheme) => {
    const page = await browser.newPage({ bypassCSP: true, reducedMotion: "reduce", colorScheme });
    for (const path of ["/typography", "/about/gallery"]) {
      await page.goto(own() + path);
      await page.addScriptTag({ path: "node_modules/axe-core/axe.min.js" });
      const found = await page.evaluate("axe.run().then(({ violations }) => violations)");
      expect(found, path).toEqual([]);
    }
    await page.close();
  });

  it("leave out no block, no still life and no drawing", () => {
    const gallery = readFileSync(join(tree, "content/pages/about/gallery.mdx"), "utf8");
    const parts = [
      ...blocks.map((name) => `<${name}`),
      ...stillLifes.map((name) => `picture="${name}"`),
      ...figureNames.map((name) => `name="${name}"`),
    ];
    expect(parts.filter((part) => !gallery.includes(part))).toEqual([]);
  });

  const isApproved = (name: string) => existsSync(`${approved}/${name}.webp`);

  it.each(pictures)("look as somebody has approved it, and so do ten pages: %s", async (name) => {
    const picture = await takePicture(browser, own(), name);
    const found = isApproved(name)
      ? await differences(readFileSync(`${approved}/${name}.webp`), picture)
      : ["nobody has approved it yet"];
    if (found.length > 0) writeFileSync(`${changed}/${name}.webp`, picture);
    const advice = `look at ${changed}/ beside ${approved}/; npm run approve-pictures takes them over`;
    expect(found.slice(0, 5), advice).toEqual([]);
  });

  it("have no approved picture that is taken no more", () => {
    const known = globSync(`${approved}/*.webp`).map((file) => basename(file, ".webp"));
    expect(known.filter((name) => !pictures.includes(name))).toEqual([]);
  });
});
