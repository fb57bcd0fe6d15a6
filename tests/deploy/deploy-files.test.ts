// docs/operations/one-machine.md, docs/operations/many-machines.md: the files that an administrator takes are sound

import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DCLinter } from "dclint";
import { validate } from "dockerfile-utils";
import { expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import packageJson from "../../package.json" with { type: "json" };

const read = (file: string) => readFileSync(file, "utf8");
const isThere = (program: string) => spawnSync(program, ["--version"]).error === undefined;

it("the image is built by a sound Dockerfile, on the Node that the site is tried with", () => {
  expect(validate(read("Dockerfile"))).toEqual([]);
  const bases = [...read("Dockerfile").matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version);
  expect(bases).toEqual([packageJson.dependencies.node, packageJson.dependencies.node]);
});

it("the image gets nothing that is not in the repository, and no settings", () => {
  const left = read(".dockerignore").split("\n");
  const kept = read(".gitignore")
    .split("\n")
    .map((line) => line.replaceAll(/^\/|\/$/g, ""))
    .filter((name) => name !== "" && !left.includes(name) && !left.includes(`**/${name}`));
  expect(kept).toEqual([]);
  expect(left).toContain(".env.*");
});

it("every way to make backups keeps as many", () => {
  const files = [
    "deploy/systemd/site-backup.service",
    "deploy/compose/nightly.sh",
    ...globSync("docs/**/*.md"),
  ];
  const kept = files.flatMap((file) => read(file).match(/--keep \d+/g) ?? []);
  expect(kept.length).toBeGreaterThan(3);
  expect([...new Set(kept)]).toHaveLength(1);
});

interface Service {
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  image: string;
  ports?: string[];
  env_file?: string;
  environment?: Record<string, string>;
}

const services = () =>
  Object.entries(
    (parse(read("compose.yaml"), { merge: true }) as { services: Record<string, Service> }).services,
  );

it("the services of Compose pass their linter", () => {
  const off = ["service-keys-order", "services-alphabetical-order", "top-level-properties-order"];
  const linter = new DCLinter({
    // What is told in an order of its own reads better; images of our own have a name for the way back; ports are below.
    rules: {
      ...Object.fromEntries(
        [...off, "no-build-and-image", "no-unbound-port-interfaces"].map((rule) => [rule, 0]),
      ),
      "require-quotes-in-ports": [2, { quoteType: "double" }],
    },
    quiet: false,
    debug: false,
    exclude: [],
  });
  expect(linter.lintFiles(["compose.yaml"], false).flatMap(({ messages }) => messages)).toEqual([]);
});

it("the services of Compose write into their volumes only, without rights, and the world reaches Caddy alone", () => {
  expect(services().map(([name]) => name)).toEqual(
    expect.arrayContaining(["caddy", "site-1", "site-2", "database", "backups", "mail"]),
  );
  for (const [name, service] of services()) {
    expect([name, service]).toEqual([
      name,
      expect.objectContaining({
        read_only: true,
        cap_drop: ["ALL"],
        security_opt: ["no-new-privileges:true"],
        image: expect.stringMatching(/:./),
      }),
    ]);
    for (const port of service.ports ?? []) if (name !== "caddy") expect(port).toMatch(/^127\.0\.0\.1:/);
  }
});

it.each(["site-1", "site-2", "backups"])(
  "%s of Compose has the settings of .env, but for what it needs itself",
  (name) => {
    const { env_file, environment } = services().find(([other]) => other === name)?.[1] ?? {};
    expect(env_file).toBe(".env");
    // Whoever copies .env.example means another machine by these.
    const [, ofImage = ""] = /^ENV (.+)$/m.exec(read("Dockerfile")) ?? [];
    const { NODE_ENV: _, ...needed } = Object.fromEntries(ofImage.split(" ").map((pair) => pair.split("=")));
    expect(Object.keys(needed)).toHaveLength(3);
    expect(environment).toMatchObject({
      ...needed,
      ...{ TRUST_PROXY: "1", DATABASE_URL: expect.stringMatching(/^postgres:/) },
    });
  },
);

it.each(globSync("deploy/**/*.sh"))("%s is a sound script", (file) => {
  const { status, stderr } = spawnSync("sh", ["-n", file], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
});

it("the nights of Compose begin at 03:15", () => {
  const wait = /sleep "(\$\(\(.*\)\))"/.exec(read("deploy/compose/nightly.sh"))?.[1] ?? "";
  const at = (now: string) => {
    const clock = `date() { if [ "$1" = -d ]; then command date -u -d "2026-11-22 $2" "$3"; else command date -u -d '2026-11-22 ${now}' "$1"; fi; }`;
    return Number(spawnSync("bash", ["-c", `${clock}; echo ${wait}`], { encoding: "utf8" }).stdout);
  };
  expect([at("03:14:58"), at("03:15:00"), at("03:15:01"), at("23:15:00")]).toEqual([2, 0, 86_399, 14_400]);
});

/** The units as they are installed, but for the program that they start. */
function installUnits(): string {
  const folder = mkdtempSync(join(tmpdir(), "units-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync("deploy/systemd", folder, { recursive: true });
  for (const file of globSync(`${folder}/*.service`))
    writeFileSync(file, read(file).replace(/^ExecStart=\S+/m, "ExecStart=/bin/true"));
  return folder;
}

it("systemd takes the units, and finds little that they may do", ({ skip }) => {
  if (!isThere("systemd-analyze")) skip("systemd-analyze is not installed (Debian: systemd)");
  const cwd = installUnits();
  const units = ["site-web@3000.service", "site-backup.service", "site-drill.service"];
  const timers = ["site-backup.timer", "site-drill.timer"];
  const verified = spawnSync(
    "systemd-analyze",
    ["verify", ...[...units, ...timers].map((name) => join(cwd, name))],
    {
      encoding: "utf8",
    },
  );
  expect(verified.stderr).toBe("");
  expect(verified.status).toBe(0);
  for (const unit of ["site-web@.service", ...units.slice(1)]) {
    // In tenths: 10 may do anything, up to 2 is what systemd calls well kept.
    const security = spawnSync(
      "systemd-analyze",
      ["security", "--offline=yes", "--threshold=15", join(cwd, unit)],
      {
        encoding: "utf8",
      },
    );
    expect([unit, security.status, security.stdout.split("\n").at(-2)]).toEqual([
      unit,
      0,
      expect.any(String),
    ]);
  }
});

it("Caddy takes its file, as it is and with instances on other machines", ({ skip }) => {
  if (!isThere("caddy")) skip("caddy is not installed (Debian: caddy)");
  const home = mkdtempSync(join(tmpdir(), "caddy-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  for (const SITE_INSTANCES of ["", "site-1:3000 site-2:3000"]) {
    const { status, stdout } = spawnSync(
      "caddy",
      ["validate", "--adapter", "caddyfile", "--config", "deploy/caddy/Caddyfile"],
      {
        encoding: "utf8",
        env: { PATH: process.env.PATH, HOME: home, ...(SITE_INSTANCES && { SITE_INSTANCES }) },
      },
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining("Valid configuration")]);
  }
  expect(spawnSync("caddy", ["fmt", "deploy/caddy/Caddyfile"], { encoding: "utf8" }).stdout).toBe(
    read("deploy/caddy/Caddyfile"),
  );
});
