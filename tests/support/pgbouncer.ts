import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./postgres.ts";

/** Whether this machine has PgBouncer; on Debian, `apt-get install pgbouncer`. */
export function findPgbouncer(): boolean {
  return spawnSync("pgbouncer", ["--version"]).status === 0;
}

/**
 * PgBouncer in transaction mode, else with its defaults, in front of the database: three connections for all clients.
 *
 * @param mode its `pool_mode`; `leadsTo` names the one database that it knows, instead of all
 * @returns the address to use in place of the database's
 */
export async function startPgbouncer(databaseUrl: string, { mode = "transaction", leadsTo = "*" } = {}) {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"));
  // It refuses to run as root, and reads its files as another user.
  chmodSync(folder, 0o755);
  const ownPort = await freePort();
  writeFileSync(join(folder, "users.txt"), `"${username}" "${password}"\n`);
  writeFileSync(
    join(folder, "pgbouncer.ini"),
    `[databases]
${leadsTo} = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, "users.txt")}
pool_mode = ${mode}
default_pool_size = 3
`,
  );
  const user = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child: ChildProcess = spawn("pgbouncer", ["-q", ...user, join(folder, "pgbouncer.ini")], {
    stdio: "ignore",
  });
  const exit = once(child, "exit");
  while (!(await answers(ownPort))) await sleep(50);
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${ownPort}${pathname}`,
    async stop() {
      child.kill("SIGINT");
      await exit;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
