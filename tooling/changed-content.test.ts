// docs/decisions/0037-last-good-build.md, docs/decisions/0038-own-questions.md: what `npm start` makes of changed content

import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { interestFields } from "#content-model/forms/interest-fields.ts";
import packageJson from "../package.json" with { type: "json" };
import { createTestDatabase, databaseKinds } from "../tests/support/databases.ts";
import { person } from "../tests/support/form.ts";

let tree: string;
let child: ChildProcess | undefined;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "changed-"));
  const rooms = Object.keys(packageJson.imports).map((name) => name.slice(1, -2));
  const files = ["build", "package.json", "package-lock.json", ...globSync("*.config.ts")];
  execFileSync("cp", ["-a", ...rooms, ...files, "tsconfig.json", ".env.example", tree]);
  // Made by a build; without them the next one draws every portrait.
  cpSync(".cache/pictures", join(tree, ".cache/pictures"), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules"), join(tree, "node_modules"));
});
afterEach(() => child?.kill("SIGKILL"));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const environment = (more: Record<string, string> = {}) => ({
  ...process.env,
  DATA_DIR: join(tree, "data"),
  PORT: "0",
  ...more,
});
const file = (name: string) => join(tree, "content", name);
function change(name: string, from: string | RegExp, to: string): void {
  const before = readFileSync(file(name), "utf8");
  expect(before).toMatch(from);
  writeFileSync(file(name), before.replace(from, to));
}

async function start(more?: Record<string, string>) {
  const output = { out: "", err: "" };
  child = spawn(process.execPath, ["tooling/start.ts"], { cwd: tree, env: environment(more) });
  child.stdout?.on("data", (part) => {
    output.out += part;
  });
  child.stderr?.on("data", (part) => {
    output.err += part;
  });
  await expect.poll(() => output.err).toMatch(/^The site is at .*$/m);
  return { output, address: /^The site is at (http:\/\/localhost:\d+)$/m.exec(output.err)?.[1] ?? "" };
}

const cards = "../tooling/build/social-cards/card-files.ts";
/** Processes that a build of the tree has started. */
const toolsAtWork = () =>
  execFileSync("ps", ["-eo", "args"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line.includes(`${tree}/node_modules/@react-router/dev/`));

describe("npm start", () => {
  it("serves the last good build when a step of the build fails that no check foresees, and leaves nothing of it", async () => {
    change(cards, "  const drawn:", '  throw new Error("no pencils");\n  const drawn:');
    const { output, address } = await start();
    change(cards, '  throw new Error("no pencils");\n', "");
    expect((await fetch(`${address}/terms`)).status).toBe(200);
    expect(output.err).toContain("The build failed: no pencils\n");
    expect(output.err).toContain("ATTENTION: the site is served AS IT WAS BEFORE the last changes");
    expect(output.err).not.toMatch(/^ +at /m);
    expect(readFileSync(join(tree, ".cache/build.log"), "utf8")).toMatch(/Error: no pencils\n +at /);
    expect([toolsAtWork(), globSync("build.*", { cwd: tree })]).toEqual([[], []]);
  });

  it("serves the last good build when content/ has a mistake, and says so to people and in the log", async () => {
    change("pages/terms.mdx", /$/, "\n\nSee [this](/nowhere).\n");
    const { output, address } = await start();
    expect((await fetch(`${address}/terms`)).status).toBe(200);
    expect(output.err).toMatch(
      /content\/pages\/terms\.mdx:\d+: found the link \/nowhere; this site has no such page/,
    );
    expect(output.err).toContain("ATTENTION: the site is served AS IT WAS BEFORE the last changes");
    const logged = output.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(logged).toContainEqual(
      expect.objectContaining({ level: 50, outdated: expect.stringContaining("/nowhere") }),
    );
    expect(existsSync(join(tree, "build/complete"))).toBe(true);
  });

  it("ends with the mistakes when there is nothing to serve", () => {
    renameSync(join(tree, "build"), join(tree, "kept"));
    const { status, stderr } = spawnSync(process.execPath, ["tooling/start.ts"], {
      cwd: tree,
      env: environment(),
      encoding: "utf8",
    });
    renameSync(join(tree, "kept"), join(tree, "build"));
    expect(status).toBe(1);
    expect(stderr).toContain("found the link /nowhere");
    expect(stderr).toContain("no build has succeeded here yet");
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it("builds nothing beside a site that runs at its port, whose files a build would take", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { status, stderr } = spawnSync(process.execPath, ["tooling/start.ts"], {
      cwd: tree,
      env: environment({ PORT: String(port) }),
      encoding: "utf8",
    });
    other.close();
    expect(status).toBe(1);
    expect(stderr).toMatch(/^PORT is "\d+"; expected a port that is free: .*\n$/);
  });

  it("takes up a build that was whole when the machine stopped, before it came into its place", async () => {
    change("pages/terms.mdx", "\n\nSee [this](/nowhere).\n", "");
    // By the file system's own clock, as the change above: a date in whole milliseconds may lie before it.
    execFileSync("touch", [join(tree, "build/complete")]);
    renameSync(join(tree, "build"), join(tree, "build.new.1"));
    const { output, address } = await start();
    expect((await fetch(`${address}/terms`)).status).toBe(200);
    expect(output.err).not.toContain("Building");
  });
});

describe("npm run build", () => {
  it.each([
    ["SIGTERM", 0],
    ["SIGKILL", 1],
  ] as const)("takes its tools with it when it is ended by %s", async (signal, folders) => {
    change("home.yaml", /$/, "# changed\n");
    const building = spawn(process.execPath, ["tooling/build/build.ts"], { cwd: tree, stdio: "ignore" });
    const ended = new Promise((resolve) => building.once("exit", (_code, by) => resolve(by)));
    await expect.poll(toolsAtWork).toHaveLength(1);
    building.kill(signal);
    expect(await ended).toBe(signal);
    await expect.poll(toolsAtWork).toEqual([]);
    // What is left the next build removes.
    expect(globSync("build.new.*", { cwd: tree })).toHaveLength(folders);
  });
});

describe("other commands", () => {
  it.each(["launch-check.ts", "calendar.ts"])("say a mistake of a file in its words: %s", (script) => {
    change("site.yaml", /^url: .*/m, "url: organization.example");
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [`tooling/${script}`, ...(script === "calendar.ts" ? ["check"] : [])],
      { cwd: tree, env: environment(), encoding: "utf8" },
    );
    change("site.yaml", /^url: .*/m, "url: https://organization.example");
    expect(status).toBe(1);
    // For launch-check it is one of its findings.
    expect(script === "calendar.ts" ? stderr : stdout).toMatch(
      /^(?: {2}- )?content\/site\.yaml:\d+: 'url': found "organization\.example"; write a full address/m,
    );
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

describe("questions of the staff's own", () => {
  const inMessage = Object.entries(interestFields).flatMap(([name, { stored }]) =>
    stored === "message" ? name : [],
  );
  const own = `
      - name: heardFrom
        kind: select
        label: How did you hear of us?
        hint: One answer is enough
        options: [A friend, An event]
      - { name: accessNeeds, kind: area, label: What should we know about access? }
      - { name: greetedAs, kind: text, label: Greeted as }
      - { name: seasons, kind: checkboxes, label: When could you come?, options: [Spring, Autumn] }`;

  // A build takes ten seconds of a quiet machine, and minutes of a busy one.
  beforeAll(async () => {
    change("forms/interest.yaml", "        label: Anything else?", `        label: Anything else?${own}`);
    change("forms/interest.yaml", "          - Slack (invite-only)\n", "");
    await putTallPhoto();
    change("site.yaml", /^name: .*/m, "name: Center for Compassionate Work");
    execFileSync(process.execPath, ["tooling/build/build.ts"], { cwd: tree });
  }, 900_000);

  it.each(databaseKinds)("are asked, kept, mailed, shown, exported and erased on %s", async (kind) => {
    const database = await createTestDatabase(kind);
    const data = join(tree, `data-${kind}`);
    const env = { DATA_DIR: data, DATABASE_URL: database.url };
    const { address } = await start(env);

    const page = await (await fetch(`${address}/contact`)).text();
    expect(page).not.toContain("Slack (invite-only)");
    for (const part of [
      /<select[^>]* name="heardFrom"/,
      /<textarea[^>]* name="accessNeeds"/,
      /<input[^>]* name="greetedAs"/,
      /<input[^>]* name="seasons" value="Autumn"/,
      "One answer is enough",
    ])
      expect(page).toMatch(part);

    const post = (fields: [string, string][]) =>
      fetch(`${address}/contact`, {
        method: "POST",
        body: new URLSearchParams([...Object.entries(person), ...fields]),
        redirect: "manual",
      });
    const wrong = await post([
      ["heardFrom", "A newspaper"],
      ["greetedAs", "they"],
    ]);
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('id="interest-heardFrom-error"');
    const answers: [string, string][] = [
      ["heardFrom", "An event"],
      ["accessNeeds", "A ramp"],
      ["greetedAs", "they"],
      ["seasons", "Spring"],
      ["seasons", "Autumn"],
    ];
    expect((await post(answers)).status).toBe(303);
    expect((await post([])).status).toBe(303);

    const staff = (...args: string[]) =>
      spawnSync(process.execPath, ["tooling/submissions.ts", ...args], {
        cwd: tree,
        env: environment(env),
        encoding: "utf8",
      });
    const rows = JSON.parse(staff("export", "--format", "json").stdout);
    const told = {
      heardFrom: "An event",
      accessNeeds: "A ramp",
      greetedAs: "they",
      seasons: ["Spring", "Autumn"],
    };
    const row = rows.find(
      (one: { answers: Record<string, unknown> }) => one.answers.heardFrom === "An event",
    );
    expect(row.answers).toMatchObject(told);
    expect(Object.keys(row.message).sort()).toEqual(inMessage.sort());
    const mails = () =>
      existsSync(join(data, "mail"))
        ? globSync("*.eml", { cwd: join(data, "mail") }).map((name) =>
            readFileSync(join(data, "mail", name), "utf8"),
          )
        : [];
    await expect.poll(() => mails().some((mail) => mail.includes("A ramp"))).toBe(true);
    expect(staff("show", row.reference).stdout).toMatch(/How did you hear of us\?\s+An event/);
    const [head, ...lines] = staff("export", "--table", "contact_submissions").stdout.trim().split("\r\n");
    expect(head).toContain('"heardFrom","accessNeeds","greetedAs","seasons"');
    expect(lines.join()).toContain("A ramp");
    expect(staff("erase", "--yes", person.email).status).toBe(0);
    expect(JSON.parse(staff("export", "--format", "json").stdout)).toEqual([]);
    expect(mails()).toEqual([]);
    child?.kill("SIGKILL");
    await database.drop();
  });
});

/** Somebody's photo, red in its upper half and blue in its lower one. */
async function putTallPhoto(): Promise<void> {
  const upper = { width: 400, height: 400, channels: 3 as const, background: "#ff0000" };
  await sharp({ create: upper })
    .extend({ bottom: 400, background: "#0000ff" })
    .png()
    .toFile(file("people/photos/tall.png"));
  change("people/team.yaml", /(?<=photo: ).*/, "tall.png");
}

// After a build of this tree, which the questions above needed.
it("a long name has a header of its own", () => {
  const page = readFileSync(join(tree, "build/client/terms/index.html"), "utf8");
  expect(page).toContain('class="site-header spruce longest-name"');
  expect(page).toContain(".longest-name .menus");
});

// After the same build.
it("of a photo that is higher than wide the upper part is kept, where a face is", async () => {
  const made = globSync("build/client/assets/tall-*.webp", { cwd: tree });
  expect(made.length).toBeGreaterThan(0);
  for (const name of made) {
    const { channels } = await sharp(join(tree, name)).stats();
    expect(channels[2]?.max).toBeLessThan(20);
  }
});

describe("npm run build after an edit of one page", () => {
  const built = (name: string) => join(tree, "build", name);
  const inode = (name: string) => statSync(built(name)).ino;
  const same = ["server/index.js", "client/privacy/index.html", "client/privacy/index.html.br"];

  it("makes that page anew, and what is missing, and takes the rest over", () => {
    const before = same.map(inode);
    change("pages/terms.mdx", /^heading: .*$/m, "heading: What both of us promise");
    change("pages/terms.mdx", /$/, "\n\nA sentence that nobody had written before.\n");
    rmSync(built("client/team/index.html.gz"));
    execFileSync(process.execPath, ["tooling/build/build.ts"], { cwd: tree });

    const page = readFileSync(built("client/terms/index.html"), "utf8");
    expect(page).toContain("A sentence that nobody had written before.");
    const [, card = ""] = /property="og:image" content="https?:\/\/[^/]+(\/[^"]+)"/.exec(page) ?? [];
    expect(existsSync(built(`client${card}`))).toBe(true);
    expect(globSync("client/assets/cards/terms-*", { cwd: join(tree, "build") })).toHaveLength(1);
    expect(existsSync(built("client/team/index.html.gz"))).toBe(true);
    expect(same.map(inode)).toEqual(before);
    expect(globSync("build.*", { cwd: tree })).toEqual([]);
  });
});
