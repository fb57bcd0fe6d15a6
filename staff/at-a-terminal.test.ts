// docs/specification.md, 'Commands for staff': the program as a person has it

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Connection, connectDatabase } from "#database/connect.server.ts";
import { staffProcess } from "#tooling/staff-process.ts";

let folder: string;
let connection: Connection;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "terminal-"));
  connection = await connectDatabase(`sqlite:${join(folder, "site.db")}`);
});
afterEach(async () => {
  await connection.close();
  rmSync(folder, { recursive: true, force: true });
});
const environment = () => ({ PATH: process.env.PATH, DATA_DIR: folder });
const addPost = () =>
  connection.db
    .insertInto("quarantine")
    .values({
      ...{ id: "11111111-0000-4000-8000-000000000000", created_at: "2026-01-01T00:00:00.000Z" },
      ...{ form_type: "", reason: "\u009b31m", email: "ada@visitor.example", fields: "[]" },
    })
    .execute();
const posts = async () => (await connection.db.selectFrom("quarantine").select("id").execute()).length;

/** What util-linux' `script` shows of a command at a terminal of its own, to which this is typed. */
async function typed(answer: string, ...args: string[]): Promise<{ said: string; code: number }> {
  const line = [process.execPath, ...staffProcess, ...args].map((word) => `'${word}'`).join(" ");
  const child = spawn("script", ["-qec", line, "/dev/null"], { env: environment() });
  let said = "";
  child.stdout.on("data", (part) => {
    // Who types before there is a question may type to nobody.
    if (!said.includes("[y/N]") && `${said}${part}`.includes("[y/N]")) child.stdin.write(answer);
    said += part;
  });
  const [code] = await once(child, "close");
  return { said: said.replaceAll("\r\n", "\n"), code };
}

it("asks whoever sits at a terminal, and takes y and yes for a yes alone", async ({ skip }) => {
  if (!spawnSync("script", ["--version"]).stdout?.includes("util-linux")) skip("util-linux is not installed");
  await addPost();
  for (const answer of ["n\n", "\n", "yellow\n", "say yes\n", "\u0004"]) {
    const { said, code } = await typed(answer, "erase", "ada@visitor.example");
    expect([said, code], answer).toEqual([
      expect.stringMatching(
        /Remove everything about ada@visitor\.example\? \[y\/N\] .*Nothing was changed\.\n$/s,
      ),
      1,
    ]);
    expect(await posts(), answer).toBe(1);
  }
  // What visitors wrote is shown and not obeyed; which database it is, is said.
  expect((await typed("", "quarantine")).said).toMatch(
    new RegExp(`^Database: ${join(folder, "site.db")}\nId .*\n.*\n11111111 .* \\\\u009b31m\n$`),
  );
  for (const answer of ["y\n", " YES \n"]) {
    expect((await typed(answer, "erase", "ada@visitor.example")).code, answer).toBe(0);
    expect(await posts(), answer).toBe(0);
    await addPost();
  }
});

it("an export's file is for its account alone, whatever the shell gave it, and another's is left", async () => {
  const file = join(folder, "all.csv");
  const modeAfter = (name: string, mode: number) => {
    writeFileSync(file, "");
    chmodSync(file, mode);
    const line = `'${process.execPath}' ${staffProcess.join(" ")} ${name} > '${file}'`;
    expect(spawnSync("sh", ["-c", line], { env: environment() }).status).toBe(0);
    return (statSync(file).mode & 0o777).toString(8);
  };
  expect(modeAfter("export", 0o644)).toBe("600");
  expect(modeAfter("list", 0o644)).toBe("644");
});

it("an export that nothing can be written into says so in one line", ({ skip }) => {
  if (!existsSync("/dev/full")) skip("this system has no disk that is always full");
  const line = `'${process.execPath}' ${staffProcess.join(" ")} export > /dev/full`;
  const { status, stderr } = spawnSync("sh", ["-c", line], { env: environment(), encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /^(Database: .*\n)?The output cannot be written: there is no room left on the disk\.\n$/,
  );
});

it("a mistake is told with the exit code of one", () => {
  const { status, stderr } = spawnSync(process.execPath, [...staffProcess, "lst"], {
    env: environment(),
    encoding: "utf8",
  });
  expect([status, stderr.split("\n")[0]]).toEqual([2, "There is no command 'lst'. Is 'list' meant?"]);
});
