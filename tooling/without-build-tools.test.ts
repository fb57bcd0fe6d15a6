import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };

/** What `npm prune --omit=dev --omit=optional` leaves of a built tree, and no folder above that has packages. */
let tree: string;
let packages: string[];
let child: ChildProcess | undefined;

beforeAll(() => {
  tree = mkdtempSync(join(tmpdir(), "pruned-"));
  // With the times of files and folders, which say whether the build is current.
  const rooms = Object.keys(packageJson.imports).map((name) => name.slice(1, -2));
  const sources = ["build", "package.json", "package-lock.json", ...rooms];
  execFileSync("cp", ["-a", ...sources, ".env.example", tree]);
  const locked: Record<string, { dev?: true; devOptional?: true; optional?: true }> = JSON.parse(
    readFileSync("package-lock.json", "utf8"),
  ).packages;
  packages = Object.entries(locked).flatMap(([folder, { dev, devOptional, optional }]) =>
    folder === "" || dev || devOptional || optional ? [] : [folder],
  );
  // The pinned Node is what runs this test.
  for (const folder of packages.filter((name) => name !== "node_modules/node"))
    cpSync(folder, join(tree, folder), { recursive: true });
});
afterEach(() => child?.kill("SIGKILL"));
afterAll(() => rmSync(tree, { recursive: true, force: true }));

const environment = () => ({
  ...process.env,
  DATA_DIR: join(tree, "data"),
  PORT: "0",
  PATH: "/usr/bin:/bin",
});

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: tree,
    env: environment(),
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

async function start() {
  const output = { out: "", err: "" };
  child = spawn(process.execPath, ["tooling/start.ts"], { cwd: tree, env: environment() });
  child.stdout?.on("data", (part) => {
    output.out += part;
  });
  child.stderr?.on("data", (part) => {
    output.err += part;
  });
  // Both streams name the address, and either may come first.
  await expect.poll(() => output.out + output.err).toMatch(/(The site is at[\s\S]*){2}|^ +at /m);
  return { output, address: /The site is at (http:\/\/localhost:\d+)/.exec(output.out)?.[1] };
}

describe("a built tree without the packages that build", () => {
  it("is small: at most 30 packages beside the pinned Node", () => {
    expect(packages.length).toBeLessThanOrEqual(31);
    expect(packages).toContain("node_modules/node");
  });

  it("bundles React as it is for production", () => {
    const bundled = globSync("build/server/**/*.js", { cwd: tree }).map((file) =>
      readFileSync(join(tree, file), "utf8"),
    );
    expect(bundled.filter((text) => text.includes("react-dom-server.node.production")).length).toBe(1);
    expect(bundled.filter((text) => text.includes("react-dom-server.node.development"))).toEqual([]);
  });

  it("serves pages and files, stores a form, mails it, and runs the staff's commands", async () => {
    const { output, address } = await start();
    await expect.poll(() => output.err).toBe(`\nThe site is at ${address}\n`);
    expect(output.out).toContain(`"address":"${address}","version":"${packageJson.version}"`);
    for (const path of ["/", "/team", "/events", "/events.ics", "/contact", "/readyz", "/sitemap.xml"])
      expect([path, (await fetch(address + path)).status]).toEqual([path, 200]);
    const fields = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };
    const answer = await fetch(`${address}/contact`, {
      method: "POST",
      body: new URLSearchParams({ ...fields, sendCopy: "on" }),
      redirect: "manual",
    });
    expect(answer.status).toBe(303);
    const mails = () => readdirSync(join(tree, "data/mail")).length;
    await expect.poll(mails).toBe(2);
    expect(run("tooling/submissions.ts", "list").stdout).toContain("ada@visitor.example");
    const check = run("tooling/launch-check.ts", "--json");
    expect(JSON.parse(check.stdout).length).toBeGreaterThan(0);
    const doctor = JSON.parse(run("tooling/doctor.ts", "--json", "--only", "data,database").stdout);
    expect(doctor).toMatchObject({ wrong: 0, unknown: 0 });
  });

  it("says in one line that it cannot build what has changed, and serves what was built", async () => {
    const later = new Date(Date.now() + 60_000);
    utimesSync(join(tree, "content/site.yaml"), later, later);
    const { output, address } = await start();
    await expect
      .poll(() => output.err.trim().split("\n"))
      .toEqual([
        expect.stringMatching(/newer than the build.*`npm install`/),
        "",
        `The site is at ${address}`,
      ]);
    expect((await fetch(`${address}/team`)).status).toBe(200);
  });

  it("says in one line that this account cannot read its settings", () => {
    mkdirSync(join(tree, ".env"));
    const { status, stdout, stderr } = run("tooling/doctor.ts");
    rmSync(join(tree, ".env"), { recursive: true });
    expect(status).toBe(1);
    expect(stdout).toBe("");
    expect(stderr.trim().split("\n")).toEqual([
      `${join(tree, ".env")} cannot be read: ask as the account that the site runs as, or give it the right.`,
    ]);
  });

  it("says in one line that there is no build", () => {
    rmSync(join(tree, "build/complete"));
    for (const script of ["tooling/start.ts", "tooling/submissions.ts"]) {
      const { status, stderr } = run(script);
      expect(status).toBe(1);
      expect(stderr.trim().split("\n")).toEqual([expect.stringMatching(/no build.*`npm install`/)]);
    }
  });
});
