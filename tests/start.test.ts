import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "start-"));
let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** `npm start` as the README has it, with what it writes gathered. */
function npmStart(env: Record<string, string>) {
  const output = { out: "", err: "" };
  child = spawn("npm", ["start"], {
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

describe("npm start", () => {
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
      { DATABASE_URL: "postgres://site:secret@127.0.0.1:1/site" },
      'DATABASE_URL is "postgres://127.0.0.1:1/…"; expected a database that can be opened',
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
