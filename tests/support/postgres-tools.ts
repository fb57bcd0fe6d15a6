import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "./postgres.ts";

/** `nobody`: PostgreSQL refuses to run as root. */
const account = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Major version of the `pg_dump` that is found first; undefined without one. */
export function versionOfPgDump(): number | undefined {
  const { stdout } = spawnSync("pg_dump", ["--version"], { encoding: "utf8" });
  const version = /(\d+)\./.exec(stdout ?? "")?.[1];
  return version ? Number(version) : undefined;
}

/** `url`, or the reason why there is none. */
interface DumpableServer {
  url?: string;
  reason?: string;
  stop(): Promise<void>;
}

/**
 * A server that this machine's `pg_dump` can dump: the tests' own if it is not newer, else Debian's of the same version.
 *
 * @param own address of the tests' own
 */
export async function startDumpableServer(own: string): Promise<DumpableServer> {
  const stop = async () => {};
  const version = versionOfPgDump();
  if (version === undefined) return { reason: "pg_dump is not installed", stop };
  const client = new Client({ connectionString: own });
  await client.connect();
  const { rows } = await client.query("show server_version_num");
  await client.end();
  if (Number(rows[0].server_version_num) < (version + 1) * 10_000) return { url: own, stop };
  const bin = `/usr/lib/postgresql/${version}/bin`;
  if (!existsSync(join(bin, "postgres")))
    return {
      reason: `pg_dump ${version} is older than the tests' server, and ${bin}/postgres is not there`,
      stop,
    };
  return startServer(bin);
}

async function startServer(bin: string) {
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(join(folder, "password"), "s:i t'e%");
  if (account.uid) chownSync(data, account.uid, account.gid);
  const options = { ...account, cwd: folder, stdio: "ignore" as const };
  execFileSync(
    join(bin, "initdb"),
    [
      "-D",
      data,
      "-U",
      "site",
      "--auth=scram-sha-256",
      `--pwfile=${join(folder, "password")}`,
      "--no-sync",
      "--encoding=UTF8",
      "--locale=C",
    ],
    options,
  );
  const port = await freePort();
  const settings = [`port=${port}`, "fsync=off", "listen_addresses=127.0.0.1", "unix_socket_directories="];
  const server = spawn(
    join(bin, "postgres"),
    ["-D", data, ...settings.flatMap((setting) => ["-c", setting])],
    options,
  );
  const exit = once(server, "exit");
  const url = `postgres://site:${encodeURIComponent("s:i t'e%")}@127.0.0.1:${port}/postgres`;
  for (;;) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      break;
    } catch {
      if (server.exitCode !== null) throw new Error(`${bin}/postgres has ended`);
      await sleep(100);
    }
  }
  return {
    url,
    async stop() {
      server.kill("SIGINT");
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
