import { spawnSync } from "node:child_process";
import { Client } from "pg";
import { startPostgres } from "./postgres.ts";

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

/** A server of its own that this machine's `pg_dump` can dump, for an account with an odd password. */
export async function startDumpableServer(): Promise<DumpableServer> {
  const stop = async () => {};
  const version = versionOfPgDump();
  if (version === undefined) return { reason: "pg_dump is not installed", stop };
  const server = await startPostgres({ isDurable: false });
  const client = new Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query("show server_version_num");
  const isNewer = Number(rows[0].server_version_num) >= (version + 1) * 10_000;
  if (!isNewer) await client.query("create role dumps superuser login password 's:i t''e%'");
  await client.end();
  if (isNewer) {
    await server.stop();
    return { reason: `pg_dump ${version} is older than the tests' server`, stop };
  }
  const url = new URL(server.url);
  url.username = "dumps";
  url.password = encodeURIComponent("s:i t'e%");
  return { url: url.href, stop: server.stop };
}
