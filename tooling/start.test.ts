// docs/specification.md, 'Stopping', 'Private files'

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { Agent, request } from "node:http";
import { type AddressInfo, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, inject, it, onTestFinished } from "vitest";
import { freePort } from "../tests/support/postgres.ts";
import { startSmtp } from "../tests/support/smtp.ts";

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
    await expect.poll(() => output.out).toContain("The site is at");
    const address = /The site is at (http:\/\/localhost:\d+)/.exec(output.out)?.[1];
    const fields = { firstName: "Ada", lastName: "Moreno", email: "ada@visitor.example", agreeToTerms: "on" };
    const answer = await fetch(`${address}/contact`, {
      method: "POST",
      body: new URLSearchParams(fields),
      redirect: "manual",
    });
    expect(answer.status).toBe(303);
    await expect
      .poll(() =>
        readdirSync(dataDir, { recursive: true })
          .map(String)
          .filter((name) => !name.startsWith("assets/"))
          .sort(),
      )
      .toEqual([
        "assets",
        "calendar.json",
        "mail",
        expect.stringMatching(/^mail\/[\da-f-]+\.eml$/),
        "site.db",
        "site.db-shm",
        "site.db-wal",
        "site.db.key",
      ]);
    // Copied in the background, each under another name first.
    const assets = (place: string) =>
      readdirSync(join(place, "assets"), { recursive: true }).map(String).sort();
    await expect.poll(() => assets(dataDir)).toEqual(assets("build/client"));
    const command = `umask 0
      node tooling/submissions.ts export > ${folder}/all.csv
      node tooling/submissions.ts backup ${folder}/copy.db > ${folder}/told`;
    execFileSync("sh", ["-c", command], { env: { ...process.env, DATA_DIR: dataDir } });
    expect(openToOthers(dataDir)).toEqual([]);
    expect(openToOthers(folder)).toEqual(["/told 666"]);
    child?.kill("SIGTERM");
    await exit;
    execFileSync(
      "sh",
      [
        "-c",
        `umask 0; chmod 644 ${folder}/copy.db; node tooling/submissions.ts restore --yes ${folder}/copy.db`,
      ],
      {
        env: { ...process.env, DATA_DIR: dataDir },
      },
    );
    expect(openToOthers(dataDir)).toEqual([]);
    expect(output.out.match(/taken from other accounts/g)).toHaveLength(2);
    expect(output.err).toContain(
      `ATTENTION: The database file ${database} is empty: a new database is made in it.`,
    );
  });

  it("serves the site, prints its address, and ends by itself on SIGTERM", async () => {
    const { output, exit } = npmStart({ PORT: "0", EVENT_FEED_URL: "https://a.example" });
    await expect.poll(() => output.out).toMatch(/The site is at http:\/\/localhost:\d+/);
    expect(output.err).toContain("EVENT_FEED_URL, which nothing reads; did you mean EVENTS_FEED_URL?");
    expect(output.out).toContain(`no database was at ${folder}/site.db: a new, empty one was made.`);
    expect(output.err).not.toContain("database was at");
    const address = /The site is at (http:\/\/localhost:\d+)/.exec(output.out)?.[1];
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    child?.kill("SIGTERM");
    await exit;
    await expect.poll(() => output.out).toContain('"msg":"stopped"');
  });

  it("opens no data and changes no tables where it could not serve", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void taken.close());
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const data = join(folder, "data");
    const env = { PORT: String(port), DATA_DIR: data };
    const { output, exit } = npmStart(env, [process.execPath, "tooling/start.ts"]);
    expect(await exit).toBe(1);
    expect(output.err).toMatch(/^PORT is "\d+"; expected a port that is free: .*\n$/m);
    expect(existsSync(data)).toBe(false);
  });

  it("answers who comes first with the page that is kept for all", async () => {
    let told = "";
    let first: Response | undefined;
    // The start waits a second for the calendar, which others may keep the machine from reading in that time.
    for (let start = 1; !/are not shown[\s\S]*The site is at/.test(told); start += 1) {
      child?.kill("SIGKILL");
      const { output, port } = await startSite({ DATA_DIR: join(folder, `${start}`) });
      first = await fetch(`http://localhost:${port}/`);
      await expect.poll(() => output.out).toContain("parts of calendar entries are not shown");
      told = output.out;
    }
    expect(first?.headers.get("etag")).toMatch(/^W\//);
    expect(first?.headers.get("cache-control")).toMatch(/^public/);
  });

  /** The site without npm in between, which has an exit code of its own. */
  const startSite = async (env: Record<string, string> = {}) => {
    const { output, exit } = npmStart({ PORT: "0", ...env }, [process.execPath, "tooling/start.ts"]);
    await expect.poll(() => output.out).toMatch(/The site is at http:\/\/localhost:\d+/);
    const port = Number(/The site is at http:\/\/localhost:(\d+)/.exec(output.out)?.[1]);
    return { output, exit, port };
  };
  const visitor = "firstName=Ada&lastName=Moreno&email=ada%40visitor.example&agreeToTerms=on";
  const head = (length: number) =>
    `POST /contact HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: ${length}\r\n\r\n`;
  const stored = () => {
    const database = new DatabaseSync(join(folder, "site.db"), { readOnly: true });
    const rows = database.prepare("select status, claimed_until from notifications").all();
    database.close();
    return rows.map((row) => ({ ...row }));
  };
  /** A proxy's connection, which stays open, with all that came over it. */
  const proxyTo = (port: number) => {
    const socket = connect(port, "localhost");
    const came = { text: "", isClosed: false };
    socket.on("data", (part) => {
      came.text += part;
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      came.isClosed = true;
    });
    return { socket, came };
  };

  it("writes one line of JSON for each thing, with its time in UTC, whatever is asked", async () => {
    const { output, port } = await startSite();
    for (const path of ["/a%0a%7B%22level%22%3A60%7D", "/a%0d%0ab", "/a%e2%80%a8b", "/%1b%5d0;a"])
      await fetch(`http://localhost:${port}${path}`, { headers: { referer: 'http://x.example/a"\\n{' } });
    await expect.poll(() => output.out.match(/"method":"GET"/g)?.length).toBe(4);
    expect(output.err).toBe(`\nThe site is at http://localhost:${port}\n`);
    for (const line of output.out.trimEnd().split(/[\r\n\u2028\x85]/)) {
      const { time, level } = JSON.parse(line);
      expect(new Date(time).toISOString()).toBe(time);
      expect(level).toBeLessThan(50);
    }
  });

  it.each([
    ["is on a full disk", () => openSync("/dev/full", "w")],
    ["is read no longer", () => "pipe" as const],
  ])("goes on and stops in order when its log %s", async (_name, output) => {
    const port = await freePort();
    child = spawn(process.execPath, ["tooling/start.ts"], {
      env: { ...process.env, DATA_DIR: folder, PORT: String(port) },
      stdio: ["ignore", output(), "ignore"],
    });
    const exit = once(child, "exit");
    const ask = async (path: string) =>
      (await fetch(`http://localhost:${port}${path}`).catch(() => undefined))?.status;
    await expect.poll(() => ask("/healthz")).toBe(200);
    // Together more than a pipe holds, and its reader.
    for (let times = 0; times < 300; times += 1) expect(await ask(`/nope-${"x".repeat(1_900)}`)).toBe(404);
    child.kill("SIGTERM");
    expect(await exit).toEqual([0, null]);
  });

  it("stores the form that comes while it stops, lets kept connections go, and ends with 0", async () => {
    const { output, exit, port } = await startSite();
    const [posting, asking, idle, silent] = Array.from({ length: 4 }, () => proxyTo(port));
    idle?.socket.write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await expect.poll(() => idle?.came.text).toContain('"up"');
    posting?.socket.write(head(visitor.length) + visitor.slice(0, 20));
    asking?.socket.write("GET /healthz HTTP/1.1\r\nHost: localh");
    await expect.poll(() => asking?.socket.bytesWritten).toBeGreaterThan(0);
    child?.kill("SIGTERM");
    await expect.poll(() => output.out).toContain('"msg":"stopping"');
    // It has ceased to listen.
    await expect.poll(() => idle?.came.isClosed).toBe(true);
    posting?.socket.write(visitor.slice(20));
    asking?.socket.write("ost\r\n\r\n");
    const started = Date.now();
    expect(await exit).toBe(0);
    expect(Date.now() - started).toBeLessThan(15_000);
    expect(posting?.came.text).toMatch(/^HTTP\/1\.1 303 .*\r\nconnection: close\r\n/is);
    expect(asking?.came.text).toMatch(/^HTTP\/1\.1 200 .*\r\nconnection: close\r\n/is);
    expect([idle, silent].map((one) => one?.came.isClosed)).toEqual([true, true]);
    expect(stored()).toHaveLength(1);
    expect(output.out).toContain('"msg":"stopped"');
  });

  it("is not hurried by Control-C, which comes from the terminal, from npm and when the terminal closes", async () => {
    const { output, exit, port } = await startSite();
    const { socket, came } = proxyTo(port);
    socket.write(head(visitor.length) + visitor.slice(0, 20));
    await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0);
    child?.kill("SIGINT");
    await expect.poll(() => output.out).toContain('"msg":"stopping"');
    for (const signal of ["SIGINT", "SIGHUP", "SIGTERM"] as const) child?.kill(signal);
    socket.write(visitor.slice(20));
    expect(await exit).toBe(0);
    expect(came.text).toMatch(/^HTTP\/1\.1 303 /);
    expect(stored()).toHaveLength(1);
    expect(output.out.match(/"msg":"stopping"/g)).toHaveLength(1);
  });

  it("says that it is not ready when it is told to stop, and still answers new connections for a while", async () => {
    const { output, exit, port } = await startSite();
    /** Each over a connection of its own. */
    const ask = async (path: string) => {
      const asked = request({ port, path, agent: new Agent() }).end();
      const [{ statusCode }] = await once(asked, "response");
      return statusCode;
    };
    expect(await ask("/readyz")).toBe(200);
    child?.kill("SIGTERM");
    await expect.poll(() => output.out).toContain('"msg":"stopping"');
    const statuses: unknown[] = [];
    let latest = 0;
    // Until nobody listens any more.
    for (let isOpen = true; isOpen; ) {
      const answered = await Promise.all([ask("/readyz"), ask("/healthz")]).catch(() => undefined);
      isOpen = answered !== undefined;
      if (isOpen) latest = Date.now();
      statuses.push(...(answered ?? []));
    }
    expect(new Set(statuses.filter((_status, index) => index % 2 === 0))).toEqual(new Set([503]));
    expect(new Set(statuses.filter((_status, index) => index % 2 === 1))).toEqual(new Set([200]));
    const [line = ""] = /^.*"msg":"stopping".*$/m.exec(output.out) ?? [];
    expect(latest - Date.parse(JSON.parse(line).time)).toBeGreaterThan(1_000);
    expect(await exit).toBe(0);
  });

  it("waits, when it stops, for a mail server that takes 12 seconds, and sends no second copy", async () => {
    const smtp = await startSmtp();
    smtp.delay = 12_000;
    const first = await startSite({ SMTP_URL: smtp.url });
    const kept = new Agent({ keepAlive: true });
    const answer = request({ port: first.port, path: "/contact", method: "POST", agent: kept });
    answer.setHeader("content-type", "application/x-www-form-urlencoded").end(visitor);
    const [{ statusCode }] = await once(answer, "response");
    expect(statusCode).toBe(303);
    await expect.poll(() => smtp.messages.length).toBe(1);
    child?.kill("SIGTERM");
    expect(await first.exit).toBe(0);
    kept.destroy();
    expect(stored()).toEqual([{ status: "sent", claimed_until: null }]);
    expect(smtp.messages).toHaveLength(1);
    await smtp.close();
  });

  it.each([
    [{ PORT: "eighty" }, 'PORT is "eighty"; expected a whole number from 0 to 65535'],
    [
      { DATABASE_URL: inject("postgresUrl").replace(":site@", ":secret@") },
      `DATABASE_URL is "postgres://${new URL(inject("postgresUrl")).host}/…"; expected a database that can be opened`,
    ],
    [{ DATABASE_URL: "sqlite:/dev/null/site.db" }, "expected a database that can be opened"],
  ])("refuses a value that cannot be used, in one line: %o", async (env, line) => {
    const { output, exit } = npmStart(env);
    expect(await exit).not.toBe(0);
    expect(output.err).toContain(line);
    expect(output.err).not.toContain("    at ");
  });
});
