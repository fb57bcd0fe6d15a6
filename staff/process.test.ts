// docs/operations.md, 'Submissions' and 'Backups': the program itself, as cron and process managers run it

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import { contactRow } from "../tests/support/form.ts";

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "process-"));
  await (await connectDatabase(`sqlite:${join(folder, "site.db")}`)).close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const environment = () => ({ PATH: process.env.PATH, DATA_DIR: folder });

/** As in a line of crontab. */
const inShell = (line: string) => {
  const { status, stderr } = spawnSync("sh", ["-c", `node tooling/submissions.ts ${line}`], {
    env: environment(),
    encoding: "utf8",
  });
  return { status, stderr };
};

it("a scheduled command says nothing while all is well, and which database it read when it is not", () => {
  const quiet = { status: 0, stderr: "" };
  expect(inShell(`backup --to ${join(folder, "backups")} --keep 2 > /dev/null`)).toEqual(quiet);
  expect(inShell("drill > /dev/null")).toEqual(quiet);
  expect(inShell("notifications > /dev/null")).toEqual(quiet);
  expect(inShell(`export > ${join(folder, "all.csv")}`)).toEqual(quiet);
  const place = `Database: ${join(folder, "site.db")}\n`;
  expect(inShell("show nobody > /dev/null")).toEqual({
    status: 1,
    stderr: `${place}Nothing has the id or reference nobody. 'npm run submissions -- list' shows what there is.\n`,
  });
  // Whoever reads the output is told at once.
  const unsent = `E-mails: SMTP_URL is not set here, so they become files in ${join(folder, "mail")}, which nobody is sent\n`;
  expect(inShell("list | cat").stderr).toBe(place + unsent);
});

it("a path counts from where the command was given, although npm runs it in the project's folder", () => {
  const npm = ["--prefix", process.cwd(), "run", "--silent", "submissions", "--"];
  const type = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync("npm", [...npm, ...args], {
      cwd: folder,
      env: environment(),
      encoding: "utf8",
    });
    return { status, said: stdout + stderr };
  };
  const whole = { status: 0, said: expect.stringContaining(`${join(folder, "one.db")} is whole`) };
  expect(type("backup", "one.db")).toEqual(whole);
  expect(type("restore", "--verify", "./one.db")).toEqual(whole);
  expect(type("drill", "one.db")).toEqual(whole);
  expect(type("backup", "--to", "all")).toMatchObject({ status: 0 });
  expect(readdirSync(join(folder, "all"))).toHaveLength(1);
  expect(type("drill", "all")).toMatchObject({ status: 0 });
});

it("when nobody reads any more an export ends, and what removes carries on", async () => {
  const { db, close } = await connectDatabase(`sqlite:${join(folder, "site.db")}`);
  const email = "ada@visitor.example";
  const row = {
    ...{ id: "old", created_at: "2026-01-01T00:00:00.000Z" },
    ...contactRow({ email, reason_for_contact: "old" }),
  };
  const unread = async (output: "stdout" | "both", ...args: string[]) => {
    const child = spawn(process.execPath, ["tooling/submissions.ts", ...args], { env: environment() });
    let said = "";
    child.stdout.destroy();
    if (output === "both") child.stderr.destroy();
    else child.stderr.on("data", (part) => (said += part));
    const [code] = await once(child, "close");
    return { code, said };
  };
  const database = `Database: ${join(folder, "site.db")}\n`;
  for (const format of ["csv", "json"])
    expect(await unread("stdout", "export", "--format", format)).toEqual({ code: 141, said: database });
  expect(await unread("both", "export")).toEqual({ code: 141, said: "" });
  for (const output of ["stdout", "both"] as const) {
    await db.insertInto("contact_submissions").values(row).execute();
    expect(await unread(output, "erase", email, "--yes")).toMatchObject({ code: 0 });
    expect(await db.selectFrom("contact_submissions").select("id").execute()).toEqual([]);
  }
  await close();
});

it.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
  ["SIGHUP", 129],
] as const)("%s to it ends the command: it is one process, and no other goes on", async (signal, code) => {
  // A server that never answers.
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, ["tooling/submissions.ts", "list"], {
    env: { ...environment(), DATABASE_URL: `postgres://site@127.0.0.1:${port}/site` },
    stdio: "ignore",
  });
  const exit = once(child, "exit");
  const [connection] = await once(server, "connection");
  connection.resume();
  const closed = once(connection, "close");
  const pid = String(child.pid);
  const { stdout } = spawnSync("ps", ["-o", "args=", "--pid", pid, "--ppid", pid], { encoding: "utf8" });
  expect(stdout.trim().split("\n")).toEqual([expect.stringMatching(/staff\.js list$/)]);
  child.kill(signal);
  expect(await exit).toEqual([code, null]);
  await closed;
  server.close();
});
