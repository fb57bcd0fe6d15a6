import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";

let folder: string;
let child: ChildProcess | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "start-"));
});
afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** `npm start` as the README has it, with what it writes gathered. */
function npmStart(env: Record<string, string>, [command = "npm", ...args]: string[] = ["npm", "start"]) {
  const output = { out: "", err: "" };
  child = spawn(command, args, {
    env: { ...process.env, DATA_DIR: folder, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout?.on("data", (part) => {
    output.out += part;
  });
  child.stderr?.on("data", (part) => {
    output.err += part;
  });
  const exit = new Promise<number | null>((resolve) => child?.once("close", resolve));
  return { output, exit };
}

/** Files and folders below a folder, itself included, that another account could look into, with their modes. */
function openToOthers(place: string): string[] {
  return [place, ...readdirSync(place, { recursive: true }).map((name) => join(place, String(name)))]
    .map((path) => `${path.slice(folder.length)} ${(statSync(path).mode & 0o777).toString(8)}`)
    .filter((line) => !/ [67]00$/.test(line));
}

describe("npm start", () => {
  it("keeps what visitors send from other accounts, whatever the umask and an earlier version left", async () => {
    const dataDir = join(folder, "data");
    mkdirSync(join(dataDir, "mail"), { recursive: true });
    const database = join(dataDir, "site.db");
    writeFileSync(database, "");
    for (const path of [dataDir, join(dataDir, "mail"), database]) chmodSync(path, 0o777);
    const { output, exit } = npmStart({ PORT: "0", DATA_DIR: dataDir }, [
      "sh",
      "-c",
      "umask 0; exec npm start",
    ]);
    await expect.poll(() => output.out, { timeout: 30_000 }).toContain("The site is at");
    const address = /The site is at (http:\/\/localhost:\d+)/.exec(output.out)?.[1];
    const fields = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };
    const answer = await fetch(`${address}/contact`, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    expect(answer.status).toBe(303);
    await expect
      .poll(() => readdirSync(dataDir, { recursive: true }).map(String).sort(), { timeout: 10_000 })
      .toEqual([
        "calendar.json",
        "mail",
        expect.stringMatching(/^mail\/[\da-f-]+\.eml$/),
        "site.db",
        "site.db-shm",
        "site.db-wal",
        "site.db.key",
      ]);
    const command = `umask 0
      node scripts/submissions.ts export > ${folder}/all.csv
      node scripts/submissions.ts backup ${folder}/copy.db > ${folder}/told`;
    execFileSync("sh", ["-c", command], { env: { ...process.env, DATA_DIR: dataDir } });
    expect(openToOthers(dataDir)).toEqual([]);
    expect(openToOthers(folder)).toEqual(["/told 666"]);
    child?.kill("SIGTERM");
    await exit;
    execFileSync(
      "sh",
      ["-c", `umask 0; chmod 644 ${folder}/copy.db; node scripts/submissions.ts restore ${folder}/copy.db`],
      {
        env: { ...process.env, DATA_DIR: dataDir },
      },
    );
    expect(openToOthers(dataDir)).toEqual([]);
    expect(output.out.match(/taken from other accounts/g)).toHaveLength(2);
  }, 60_000);

  it("serves the site, prints its address, and ends by itself on SIGTERM", async () => {
    const { output, exit } = npmStart({ PORT: "0" });
    await expect.poll(() => output.out, { timeout: 30_000 }).toMatch(/The site is at http:\/\/localhost:\d+/);
    const address = /The site is at (http:\/\/localhost:\d+)/.exec(output.out)?.[1];
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    child?.kill("SIGTERM");
    await exit;
    await expect.poll(() => output.out).toContain('"msg":"stopped"');
  }, 60_000);

  it.each([
    [{ PORT: "eighty" }, 'PORT is "eighty"; expected a whole number from 0 to 65535'],
    [
      { DATABASE_URL: inject("postgresUrl").replace(":site@", ":secret@") },
      `DATABASE_URL is "postgres://${new URL(inject("postgresUrl")).host}/…"; expected a database that can be opened`,
    ],
    [{ DATABASE_URL: "sqlite:/dev/null/site.db" }, "expected a database that can be opened"],
  ])(
    "refuses a value that cannot be used, in one line: %o",
    async (env, line) => {
      const { output, exit } = npmStart(env);
      expect(await exit).not.toBe(0);
      expect(output.err).toContain(line);
      expect(output.err).not.toContain("    at ");
    },
    60_000,
  );
});
