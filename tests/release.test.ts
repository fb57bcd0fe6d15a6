// docs/specification.md, 'Releases', 'Export', 'Assets of earlier releases'

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  globSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { extract } from "tar";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { releasedCommands } from "#system/own-commands.ts";
import { archive } from "#tooling/package/archive.ts";
import { releaseCommands } from "#tooling/package/bundle-commands.ts";
import { makeRelease, releaseTime } from "#tooling/package/make-release.ts";
import packageJson from "../package.json" with { type: "json" };
import { freePort } from "./support/postgres.ts";

const title = `${packageJson.name}-${packageJson.version}`;
const withNode = `${title}-${process.platform}-${process.arch}.tar.gz`;
/** Where a user other than root can read it; nobody has rights to write there. */
let folder: string;
/** Made by `npm run package`. */
let made: string;
/** The archive with Node, extracted elsewhere, for reading only. */
let release: string;
let children: ChildProcess[] = [];

/** Nobody's, where this account may do anything: so that rights count. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "release-"));
  made = join(folder, "made");
  run(process.execPath, ["tooling/package.ts", "--to", made], { cwd: process.cwd(), env: {} });
  const place = join(folder, "srv");
  mkdirSync(place);
  await extract({ file: join(made, withNode), cwd: place });
  release = join(place, title);
  spawnSync("chmod", ["-R", "a-w", place]);
  spawnSync("chmod", ["755", folder]);
});
afterEach(() => {
  for (const child of children) child.kill("SIGKILL");
  children = [];
});
afterAll(() => {
  spawnSync("chmod", ["-R", "u+w", folder]);
  rmSync(folder, { recursive: true, force: true });
});

interface How {
  cwd?: string;
  env?: Record<string, string>;
  status?: number;
}

/** Runs to the end, with no variable of this process but those that are given. */
function run(program: string, args: string[], { cwd = "/", env = {}, status = 0 }: How = {}) {
  const mine = cwd === process.cwd() ? process.env : { PATH: "/usr/bin:/bin" };
  const done = spawnSync(program, args, {
    cwd,
    env: { ...mine, ...env },
    encoding: "utf8",
    ...(cwd === process.cwd() ? {} : account),
  });
  expect([done.status, done.stderr], args.join(" ")).toEqual([status, expect.anything()]);
  return done;
}

/** A folder for DATA_DIR that the account owns. */
function dataFolder(name: string): string {
  const data = join(folder, name);
  mkdirSync(data, { mode: 0o700 });
  if (account.uid) lchownSync(data, account.uid, account.gid);
  return data;
}

/** Starts a release and waits for its address. */
async function start(place: string, dataDir: string, program = join(place, "start"), args: string[] = []) {
  const output = { out: "", err: "" };
  const child = spawn(program, args, {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin", PORT: "0", DATA_DIR: dataDir },
    ...account,
  });
  children.push(child);
  child.stdout?.on("data", (part) => {
    output.out += part;
  });
  child.stderr?.on("data", (part) => {
    output.err += part;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  // Both streams name the address, and either may come first.
  await expect.poll(() => output.out + output.err).toMatch(/(The site is at[\s\S]*){2}|^ +at |expected/m);
  const address = /The site is at (http:\/\/localhost:\d+)/.exec(output.out)?.[1] ?? "";
  return { output, address, child, ended };
}

const digest = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** Every file and folder with rights, time and content. */
function listOf(place: string): string[] {
  return readdirSync(place, { recursive: true })
    .map(String)
    .sort()
    .map((name) => {
      const status = statSync(join(place, name));
      const content = status.isFile() ? digest(join(place, name)) : "";
      return `${name} ${status.mode.toString(8)} ${status.mtimeMs} ${content}`;
    });
}

describe("a release", () => {
  it("is the same, byte for byte, when it is made again, whatever the umask and the zone", async () => {
    const again = join(folder, "again");
    const [umask, zone] = [process.umask(0o077), process.env.TZ];
    process.env.TZ = "Asia/Tokyo";
    try {
      await makeRelease(again);
      await archive(again, { file: `${again}.tar.gz`, name: title, time: releaseTime() });
    } finally {
      process.umask(umask);
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
    expect(listOf(again)).toEqual(listOf(join(made, "release")));
    expect(digest(`${again}.tar.gz`)).toBe(digest(join(made, `${title}.tar.gz`)));
    expect(readdirSync(made).sort()).toEqual([withNode, `${title}.tar.gz`, "release"].sort());
  });

  it("holds at most 40 MB, and what runs alone: no tool that builds, no source, nothing of this machine", () => {
    const files = readdirSync(join(made, "release"), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile(),
    );
    const paths = files.map(({ parentPath, name }) => join(parentPath, name));
    const bytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
    expect(bytes).toBeLessThan(40_000_000);
    expect(paths.filter((path) => /\.tsx?$/.test(path) && !/\.d\.ts$|node_modules/.test(path))).toEqual([]);
    expect(readdirSync(join(made, "release/node_modules"))).not.toContain("vite");
    expect(paths.filter((path) => /\/\.vite\//.test(path))).toEqual([]);
    const telling = paths.filter((path) => readFileSync(path).includes(process.cwd()));
    expect(telling).toEqual([]);
  });

  it("lists every package in it, with a licence for each in full, and so few that one can look at all", () => {
    const listed = readFileSync(join(made, "release/sbom.cdx.json"), "utf8");
    // npm's word for what the project only builds with.
    expect(listed).not.toContain(":development");
    const bom: { components: { name: string; version: string; licenses?: unknown[]; hashes?: unknown[] }[] } =
      JSON.parse(listed);
    const names = bom.components.map(({ name }) => name);
    const installed = globSync("{[!@]*,@*/*}", { cwd: join(made, "release/node_modules") });
    // As npm has them, or as code in a bundle of server, commands or pages.
    expect(names.length).toBeLessThanOrEqual(60);
    expect(names).toEqual(expect.arrayContaining([...installed, "react", "fastify", "kysely", "yaml"]));
    expect(names).not.toContain("vite");
    expect(bom.components.filter(({ licenses, hashes }) => !licenses || !hashes)).toEqual([]);
    const text = readFileSync(join(made, "release/build/THIRD-PARTY-LICENSES.txt"), "utf8");
    const [served = ""] = text.split("\nPART 2\n");
    const without = bom.components.filter(
      ({ name, version }) => !served.includes(`${"=".repeat(80)}\n${name} ${version} (`),
    );
    expect(without).toEqual([]);
  });

  it("loads no package at its start that a site may do without: mail, PostgreSQL, calls to other servers", () => {
    const server = join(made, "release/build/server");
    const loaded = new Set(["./index.js"]);
    for (const name of loaded) {
      if (!name.startsWith(".")) continue;
      const imports = readFileSync(join(server, name), "utf8").matchAll(/^import .*?"([^"]+)";$/gm);
      for (const [, found = ""] of imports)
        loaded.add(found.startsWith(".") ? `./${join(dirname(name), found)}` : found);
    }
    const packages = [...loaded].filter((name) => !/^(?:\.|node:)/.test(name));
    expect(loaded.size).toBeGreaterThan(10);
    expect(packages).toEqual([]);
  });

  it("has documents that lead nowhere else, and commands that call themselves as they are typed there", () => {
    const place = join(made, "release");
    const npm = new RegExp(`npm run (?:-s )?(?:${releasedCommands.join("|")})\\b`, "g");
    const lost = globSync(["*.md", "docs/**/*.md"], { cwd: place }).flatMap((file) => {
      const text = readFileSync(join(place, file), "utf8");
      const links = [...text.matchAll(/\]\((?![a-z]+:)([^)#\s]+)/g)].map(([, path = ""]) => path);
      const wrong = links.filter((path) => !existsSync(join(place, dirname(file), path)));
      return [...wrong, ...(text.match(npm) ?? [])].map((found) => `${file}: ${found}`);
    });
    expect(lost).toEqual([]);
    expect([...releasedCommands, "server"].sort()).toEqual([...releaseCommands().keys()].sort());
    for (const name of releasedCommands) {
      const { stdout } = run(join(release, "bin/node"), [join(release, `${name}.js`), "--help"]);
      expect(stdout).toContain(`bin/node ${name}.js`);
      expect(stdout).not.toContain("npm run");
    }
  });

  it("runs with the Node that it brings, on a disk that it cannot write to, from any folder", async () => {
    const data = dataFolder("data-1");
    const { address, output, child, ended } = await start(release, data);
    expect(output.err).toBe(`\nThe site is at ${address}\n`);
    // The sample calendar has links with keys, which is said once.
    const complaints = output.out.split("\n").filter((line) => /"level":[456]0/.test(line));
    expect(complaints.filter((line) => !line.includes("parts of calendar entries"))).toEqual([]);
    for (const path of ["/", "/about/company", "/events", "/events.ics", "/contact", "/readyz"])
      expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
    await expect.poll(async () => (await fetch(`${address}/events`)).text()).toContain('href="/events/');
    const fields = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };
    const answer = await fetch(`${address}/contact`, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    expect(answer.status).toBe(303);
    await expect.poll(() => readdirSync(join(data, "mail")).length).toBe(1);
    const node = join(release, "bin/node");
    const env = { DATA_DIR: data };
    expect(run(node, [join(release, "submissions.js"), "list"], { env }).stdout).toContain(
      "ada@visitor.example",
    );
    // A file counts from where the command is given.
    run(node, [join(release, "submissions.js"), "backup", "copy.db"], { cwd: data, env });
    expect(existsSync(join(data, "copy.db"))).toBe(true);
    const left = run(node, [join(release, "launch-check.js"), "--json"], { env, status: 1 }).stdout;
    expect(JSON.parse(left).length).toBeGreaterThan(0);
    expect(run(node, [join(release, "calendar.js"), "check"], { env }).stdout).toMatch(
      /entries, [1-9]\d* shown/,
    );
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(existsSync(join(folder, "srv/data"))).toBe(false);
  });

  it("takes data and settings from beside its folder, so that the next one finds them", async () => {
    const place = join(folder, "beside");
    mkdirSync(place);
    await extract({ file: join(made, `${title}.tar.gz`), cwd: place });
    writeFileSync(
      join(place, ".env"),
      "PORT=0\nSITE_URL=https://beside.example\nNOTIFY_T=a@visitor.example\n",
    );
    if (account.uid)
      for (const path of [place, join(place, ".env")]) lchownSync(path, account.uid, account.gid);
    const child = spawn(join(release, "bin/node"), [`${title}/server.js`], {
      cwd: place,
      env: { PATH: "/usr/bin:/bin" },
      ...account,
    });
    children.push(child);
    let output = "";
    child.stderr.on("data", (part) => {
      output += part;
    });
    await expect.poll(() => output).toContain("The site is at");
    expect(output).toContain("NOTIFY_T, which nothing reads; did you mean NOTIFY_TO?");
    const address = /http:\/\/localhost:\d+/.exec(output)?.[0];
    expect(await (await fetch(`${address}/sitemap.xml`)).text()).toContain("https://beside.example/");
    expect(existsSync(join(place, "data/site.db"))).toBe(true);
  });

  it("says in one line that it needs another Node, and which option it does not know", () => {
    const pretend =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.9.0' } })";
    for (const name of ["server", "submissions", "launch-check", "calendar", "export"]) {
      const args = ["--import", `data:text/javascript,${pretend}`, join(release, `${name}.js`)];
      const { stdout, stderr } = run(process.execPath, args, { cwd: process.cwd(), status: 1 });
      expect([stdout, stderr]).toEqual([
        "",
        expect.stringMatching(/^Node 24 is needed, and this is 22\.9\.0\. .*\n$/),
      ]);
    }
    for (const name of ["server", "launch-check"]) {
      const wrong = run(join(release, "bin/node"), [join(release, `${name}.js`), "--port"], { status: 2 });
      expect(wrong.stderr).toMatch(
        new RegExp(`^\`(?:bin/)?node ${name}\\.js\` takes .*, but found "--port"\\..*\n$`),
      );
    }
  });

  it("still has the script of a page that was open when the next release came", async () => {
    const data = dataFolder("data-2");
    const former = await start(release, data);
    const page = await (await fetch(`${former.address}/contact`)).text();
    const script = /\/assets\/form-script-[\w-]+\.js/.exec(page)?.[0] ?? "";
    const before = await fetch(former.address + script);
    const text = await before.text();
    expect(before.status).toBe(200);
    // A copy is made in the background.
    await expect.poll(() => existsSync(join(data, script))).toBe(true);
    former.child.kill("SIGTERM");
    await former.ended;

    const next = join(folder, "next");
    spawnSync("cp", ["-a", release, next]);
    spawnSync("chmod", ["-R", "u+w", next]);
    for (const ending of ["", ".br", ".gz"])
      renameSync(
        join(next, "build/client", script + ending),
        join(next, `build/client/assets/form-script-Next0000.js${ending}`),
      );
    const { address } = await start(next, data);
    expect(await (await fetch(`${address}/contact`)).text()).toContain("/assets/form-script-Next0000.js");
    const after = await fetch(address + script);
    expect([after.status, await after.text()]).toEqual([200, text]);
    for (const name of ["content-type", "cache-control", "content-security-policy", "etag"])
      expect([name, after.headers.get(name)]).toEqual([name, before.headers.get(name)]);
    for (const path of ["/assets/none-01234567.js", "/assets/..%2Fsite.db", "/assets/"])
      expect([path, (await fetch(address + path)).status]).toEqual([path, 404]);
  });

  it("that cannot be made leaves the last one as it was", () => {
    const before = listOf(made);
    // Without npm there is no list of packages.
    const { status } = spawnSync(process.execPath, ["tooling/package.ts", "--to", made], {
      env: { ...process.env, PATH: "/nowhere" },
    });
    expect(status).toBe(1);
    expect(listOf(made)).toEqual(before);
  });

  it("takes no place of what is no release", () => {
    const place = join(folder, "mine");
    mkdirSync(join(place, "release"), { recursive: true });
    writeFileSync(join(place, "release/letter.txt"), "mine");
    const how = { cwd: process.cwd(), status: 1 };
    expect(run(process.execPath, ["tooling/package.ts", "--to", place], how).stderr).toContain(
      "is no release",
    );
    expect(run(process.execPath, ["tooling/export.ts", "--to", place], how).stderr).toContain(
      "something else",
    );
    expect(readdirSync(join(place, "release"))).toEqual(["letter.txt"]);
  });
});

/** Debian puts it where accounts that are not root do not look. */
const nginx = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"].find(existsSync);

/** What docs/operations/release.md says to put into a `server` of nginx. */
function documentedNginx(place: string): string {
  const text = readFileSync("docs/operations/release.md", "utf8");
  const [, block = ""] = /```nginx\n([\s\S]*?)```/.exec(text) ?? [];
  return block.replaceAll("/opt/site/export", place);
}

/** nginx with an export, before a site that need not be there. */
async function startNginx(place: string, site: string) {
  const own = mkdtempSync(join(folder, "nginx-"));
  const port = await freePort();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${own}/${name};`,
  );
  writeFileSync(
    join(own, "nginx.conf"),
    `${account.uid ? "user nobody nogroup;" : ""} daemon off; pid ${own}/pid; error_log ${own}/error.log; events {}
http {
  include /etc/nginx/mime.types; access_log off; ${temporary.join(" ")}
  include ${place}/_nginx/maps.conf;
  upstream site { server ${new URL(site).host}; }
  server {
    listen 127.0.0.1:${port};
    ${documentedNginx(place)}
    location @site { proxy_pass http://site; }
  }
}`,
  );
  const child = spawn(nginx ?? "", ["-c", join(own, "nginx.conf"), "-e", join(own, "error.log")]);
  children.push(child);
  const address = `http://127.0.0.1:${port}`;
  await expect
    .poll(() =>
      fetch(`${address}/_headers`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(404);
  return { address, child };
}

describe("the export", () => {
  it.skipIf(!nginx)("in nginx, as the documents have it, is there while the site is not", async () => {
    const data = dataFolder("data-4");
    const env = { DATA_DIR: data };
    run(join(release, "bin/node"), [join(release, "export.js"), "--to", "pages"], { cwd: data, env });
    const site = await start(release, data);
    const web = await startNginx(join(data, "pages"), site.address.replace("localhost", "127.0.0.1"));
    const ask = (path: string) => fetch(web.address + path, { redirect: "manual" });
    const [css = ""] = globSync("assets/*.css", { cwd: join(data, "pages") });
    // Before the calendar is read, the home page is nobody else's.
    await expect
      .poll(async () => (await fetch(site.address)).headers.get("cache-control"))
      .toMatch(/^public/);
    for (const path of ["/about/company", "/", `/${css}`, "/favicon.svg"]) {
      const [direct, served] = await Promise.all([fetch(site.address + path), ask(path)]);
      const told = [
        "content-security-policy",
        "cache-control",
        "permissions-policy",
        "x-content-type-options",
      ];
      const headers = (answer: Response) => told.map((name) => answer.headers.get(name));
      if (path !== "/") expect([path, headers(served)]).toEqual([path, headers(direct)]);
      expect([path, served.status, (await served.text()) === (await direct.text())]).toEqual([
        path,
        200,
        true,
      ]);
    }
    expect((await ask("/about/company/")).headers.get("location")).toBe("/about/company");
    const status = async (path: string) => `${path} ${(await ask(path)).status}`;
    const paths = [
      "/contact",
      "/events",
      "/About/Company",
      "/404.html",
      "/about/company/index.html",
      "/_headers",
    ];
    expect(await Promise.all(paths.map(status))).toEqual([
      "/contact 200",
      "/events 200",
      "/About/Company 301",
      "/404.html 404",
      "/about/company/index.html 404",
      "/_headers 404",
    ]);
    site.child.kill("SIGKILL");
    await site.ended;
    for (const path of ["/", "/about/company", "/team"]) {
      const answer = await ask(path);
      expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
        path,
        200,
        "text/html; charset=utf-8",
      ]);
      expect(answer.headers.get("content-security-policy")).toContain("script-src");
    }
    const missing = await ask("/contact");
    const words = readFileSync(join(data, "pages/503.html"), "utf8");
    expect([missing.status, (await missing.text()) === words]).toEqual([503, true]);
    web.child.kill("SIGTERM");
  });

  it("has the pages and headers that the site answers with, in each encoding, and what they load", async () => {
    const data = dataFolder("data-3");
    const env = { SITE_URL: "https://www.export.example", DATA_DIR: data };
    const told = run(join(release, "bin/node"), [join(release, "export.js"), "--to", "pages"], {
      cwd: data,
      env,
    });
    const place = join(data, "pages");
    const pages = globSync("**/index.html", { cwd: place }).sort();
    expect(told.stdout).toBe(`${pages.length + 2} pages are in ${place}.\n`);
    expect(pages.length).toBeGreaterThan(15);
    const child = spawn(join(release, "start"), {
      cwd: "/",
      env: { PATH: "/usr/bin:/bin", PORT: "0", ...env },
      ...account,
    });
    children.push(child);
    let output = "";
    child.stderr.on("data", (part) => {
      output += part;
    });
    await expect.poll(() => output).toContain("The site is at");
    const address = /http:\/\/localhost:\d+/.exec(output)?.[0] ?? "";
    const rules = readFileSync(join(place, "_headers"), "utf8").split("\n\n");
    // A web server knows these of its files by itself.
    expect(rules.join("\n")).not.toMatch(/^ +(?:etag|last-modified|date|vary|content-type):/im);
    for (const file of pages.filter((name) => name !== "index.html")) {
      const path = `/${file.slice(0, -"/index.html".length)}`;
      const answer = await fetch(address + path);
      const html = readFileSync(join(place, file), "utf8");
      expect([path, html === (await answer.text())]).toEqual([path, true]);
      expect(html).toContain("https://www.export.example");
      const rule = rules.find((one) => one.startsWith(`${path}\n`)) ?? "";
      // In the place of what is said of all files.
      expect(rule).toContain(
        `  ! Content-Security-Policy\n  Content-Security-Policy: ${answer.headers.get("content-security-policy")}`,
      );
      for (const [, asset = ""] of html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g))
        expect([asset, statSync(join(place, asset)).mtimeMs]).toEqual([
          asset,
          statSync(join(release, "build/client", asset)).mtimeMs,
        ]);
    }
    for (const file of ["index.html", "404.html", "503.html"])
      for (const ending of ["", ".br", ".gz"])
        expect([file, ending, existsSync(join(place, file + ending))]).toEqual([file, ending, true]);
    expect(readFileSync(join(place, "404.html"), "utf8")).toContain('content="noindex"');
    expect(globSync("**/{*.data,.vite}", { cwd: place })).toEqual([]);
  });

  it("says in words where it may not write", () => {
    const data = dataFolder("data-9");
    const place = join(data, "file");
    writeFileSync(place, "");
    const { stderr } = run(
      join(release, "bin/node"),
      [join(release, "export.js"), "--to", join(place, "pages")],
      { cwd: data, env: { DATA_DIR: data }, status: 1 },
    );
    expect(stderr).toContain(place);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it("has no home page that nobody else may see, and says so", () => {
    const data = dataFolder("data-5");
    const env = { EVENTS_FEED_URL: "http://127.0.0.1:1/none.ics" };
    const how = { cwd: data, env };
    const { stderr } = run(join(release, "bin/node"), [join(release, "export.js"), "--to", "pages"], how);
    expect(stderr).toMatch(/^ATTENTION: no calendar can be read now, .*\n$/);
    expect(existsSync(join(data, "pages/index.html"))).toBe(false);
    expect(existsSync(join(data, "pages/team/index.html"))).toBe(true);
  });
});
