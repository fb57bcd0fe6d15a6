import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findPostgres } from "#tooling/test/ensure-tools.ts";

/** `nobody`: PostgreSQL refuses to run as root, which containers often are. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Of all servers, ended and removed when the tests end. */
const running = new Set<ChildProcess>();
const folders = new Set<string>();
process.once("exit", () => {
  for (const server of running) server.kill("SIGQUIT");
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

export interface RunningPostgres {
  /** Address of the server's `postgres` database, whose user may create others. */
  url: string;
  /** Where its data lie. */
  data: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL on a free port, with data of its own.
 *
 * @param isDurable whether an answered commit survives the machine, which costs time
 * @param certificate with it the server offers TLS
 * @param folder where its data are to lie, if not in a new folder
 */
export async function startPostgres({
  isDurable,
  certificate,
  folder = mkdtempSync(join(tmpdir(), "postgres-")),
}: {
  isDurable: boolean;
  certificate?: { key: string; cert: string };
  folder?: string;
}): Promise<RunningPostgres> {
  // The server may run as another user than the tests.
  chmodSync(folder, 0o755);
  folders.add(folder);
  const port = await freePort();
  const data = join(folder, "data");
  const server = serverOf(data, port, ["-c", `fsync=${isDurable ? "on" : "off"}`]);
  initialise(data);
  // In the file, where a test can switch it off.
  if (certificate) appendFileSync(join(data, "postgresql.conf"), "ssl = on\n");
  for (const [name, text] of Object.entries({
    "server.key": certificate?.key,
    "server.crt": certificate?.cert,
  })) {
    if (!text) continue;
    writeFileSync(join(data, name), text, { mode: 0o600 });
    giveAway(join(data, name));
  }
  await server.start();
  return { url: addressOf(port), data, ...server };
}

/**
 * A standby of the server, which follows it as a stream and can be read; `select pg_promote()` makes it the one that is
 * written to. The server is away for the moment in which its data are copied.
 */
export async function startStandby(primary: RunningPostgres): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "standby-"));
  chmodSync(folder, 0o755);
  folders.add(folder);
  const data = join(folder, "data");
  await primary.stop();
  spawnSync("cp", ["-a", primary.data, data]);
  await primary.start();
  const { hostname, port: from } = new URL(primary.url);
  writeFileSync(join(data, "standby.signal"), "");
  appendFileSync(
    join(data, "postgresql.auto.conf"),
    `primary_conninfo = 'host=${hostname} port=${from} user=site password=site'\n`,
  );
  const port = await freePort();
  const server = serverOf(data, port, []);
  // It says that it is ready once it is promoted.
  void server.start().catch(() => {});
  return { url: addressOf(port), data, ...server };
}

function initialise(data: string): void {
  mkdirSync(data, { mode: 0o700 });
  giveAway(data);
  const password = join(dirname(data), "password");
  writeFileSync(password, "site");
  const options = ["--username=site", `--pwfile=${password}`, "--auth=password", "--no-sync"];
  // Else it takes what the machine's language says, and without one keeps bytes, not letters.
  options.push("--encoding=UTF8", "--locale=C");
  execFileSync(program("initdb"), ["-D", data, ...options], {
    ...account,
    cwd: dirname(data),
    stdio: "pipe",
  });
}

function giveAway(place: string): void {
  if (account.uid) chownSync(place, account.uid, account.gid);
}

function program(name: string): string {
  const folder = findPostgres();
  if (!folder) throw new Error("No PostgreSQL is installed. `npm test` finds or installs one.");
  return join(folder, name);
}

function serverOf(data: string, port: number, flags: string[]): Pick<RunningPostgres, "start" | "stop"> {
  let server: ChildProcess | undefined;
  return {
    async start() {
      const settings = ["max_connections=200", "unix_socket_directories="].flatMap((each) => ["-c", each]);
      const started = spawn(program("postgres"), ["-D", data, "-p", `${port}`, ...settings, ...flags], {
        ...account,
        cwd: dirname(data),
        stdio: ["ignore", "ignore", "pipe"],
      });
      server = started;
      running.add(started);
      started.once("exit", () => running.delete(started));
      await new Promise<void>((resolve, reject) => {
        started.once("exit", () => reject(new Error(`PostgreSQL on ${data} has ended`)));
        started.stderr?.on("data", (text) => {
          if (`${text}`.includes("ready to accept connections")) resolve();
        });
      });
    },
    async stop() {
      if (!server || !running.has(server)) return;
      const exit = once(server, "exit");
      server.kill("SIGINT");
      await exit;
    },
  };
}

function addressOf(port: number): string {
  return `postgres://site:site@127.0.0.1:${port}/postgres`;
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (!address || typeof address === "string") throw new Error("no free port");
  return address.port;
}
