import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { Client } from "pg";

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
}

/**
 * The tests' own server as one that this machine's `pg_dump` can dump, for an account with an odd password.
 *
 * @param own its address
 */
export async function findDumpableServer(own: string): Promise<DumpableServer> {
  const version = versionOfPgDump();
  if (version === undefined) return { reason: "pg_dump is not installed" };
  const client = new Client({ connectionString: own });
  await client.connect();
  const { rows } = await client.query("show server_version_num");
  const isNewer = Number(rows[0].server_version_num) >= (version + 1) * 10_000;
  const name = `dumps_${randomBytes(4).toString("hex")}`;
  if (!isNewer) await client.query(`create role ${name} superuser login password 's:i t''e%'`);
  await client.end();
  if (isNewer) return { reason: `pg_dump ${version} is older than the tests' server` };
  const url = new URL(own);
  url.username = name;
  url.password = encodeURIComponent("s:i t'e%");
  return { url: url.href };
}
