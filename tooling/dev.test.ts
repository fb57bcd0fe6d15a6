// docs/content-guide.md: each page shows the files as they are, and a mistake as a page that says what to write

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { freePort } from "../tests/support/postgres.ts";

let tree: string;
let child: ChildProcess;
let address: string;
let output = "";

beforeAll(async () => {
  tree = mkdtempSync(join(tmpdir(), "dev-"));
  const rooms = Object.keys(packageJson.imports).map((name) => name.slice(1, -2));
  const files = ["package.json", "vite.config.ts", "react-router.config.ts", "tsconfig.json"];
  execFileSync("cp", ["-a", ...rooms, ...files, tree]);
  // Made by the build; without them the first page draws every portrait.
  cpSync(".cache/pictures", join(tree, ".cache/pictures"), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules"), join(tree, "node_modules"));
  const port = await freePort();
  address = `http://localhost:${port}`;
  child = spawn(process.execPath, ["tooling/dev.ts"], {
    cwd: tree,
    env: { ...process.env, PORT: String(port), DATA_DIR: join(tree, "data"), NODE_ENV: "development" },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (part) => {
      output += part;
    });
  await vi.waitUntil(() => output.includes(`Development is at ${address}`), { timeout: 300_000 });
});
afterAll(() => {
  child.kill("SIGKILL");
  rmSync(tree, { recursive: true, force: true });
});

async function load(path: string, accept = "text/html"): Promise<{ status: number; text: string }> {
  const answer = await fetch(address + path, { headers: { accept } });
  return { status: answer.status, text: await answer.text() };
}
const file = (name: string) => join(tree, "content", name);
function change(name: string, from: string | RegExp, to: string): void {
  const before = readFileSync(file(name), "utf8");
  expect(before).toMatch(from);
  writeFileSync(file(name), before.replace(from, to));
}

it("shows what files say at the next reload, and mistakes as a page", async () => {
  expect((await load("/")).status).toBe(200);
  for (const words of ["Quite another headline", "And a third one"]) {
    change("home.yaml", /^ {2}heading: .*$/m, `  heading: ${words}`);
    expect((await load("/")).text).toContain(words);
  }
  change("pages/terms.mdx", "\n## ", "\nOther words here.\n\n## ");
  expect((await load("/terms")).text).toContain("Other words here.");

  expect((await load("/team")).text).toContain("Eighteen people, ");
  change("people/team.yaml", /^- name: [^\n]*\n(?: {2}.*\n)+/m, "");
  expect((await load("/team")).text).toContain("Seventeen people, ");

  change("pages/terms.mdx", "Other words here.", "See <Quote>this</Quote>.");
  const wrong = await load("/");
  expect(wrong.status).toBe(500);
  expect(wrong.text).toMatch(/content\/pages\/terms\.mdx, line \d+/);
  expect(wrong.text).toContain("there is no such block; write &lt;PullQuote&gt;");
  for (const accept of ["", "*/*"]) expect(await load("/terms", accept)).toEqual(wrong);
  change("pages/terms.mdx", "See <Quote>this</Quote>.", "");
  expect((await load("/")).status).toBe(200);

  const page = readFileSync(file("pages/terms.mdx"), "utf8").replace(/^heading: .*$/m, "heading: A new page");
  writeFileSync(file("pages/community/retreat.mdx"), page);
  const added = await load("/community/retreat");
  expect([added.status, added.text.includes("A new page")]).toEqual([200, true]);
  expect((await load("/")).text).toContain("And a third one");
});

it("shows changed words of what the server holds, as of events", async () => {
  change("events/texts.yaml", /^ {2}heading: .*$/m, "  heading: Gatherings of another kind");
  expect((await load("/events")).text).toContain("Gatherings of another kind");
});

it("takes a form by the code as it is after an edit", async () => {
  const post = async () =>
    (await fetch(`${address}/contact`, { method: "POST", body: new URLSearchParams({ email: "nobody" }) }))
      .status;
  expect(await post()).toBe(400);
  change("../server/pages/form-posts.ts", "{ status: 400, outcome }", "{ status: 422, outcome }");
  await expect.poll(post).toBe(422);
});
