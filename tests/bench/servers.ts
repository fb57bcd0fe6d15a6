import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "#tooling/root.ts";
import packageJson from "../../package.json" with { type: "json" };
import { freePort } from "../support/postgres.ts";

/** A server as a process of its own. */
export interface Server {
  address: string;
  pid: number;
  /** Seconds from its start until it answered. */
  startedIn: number;
  /** @param signal with SIGTERM the site ends as it should, and says how often its functions were called */
  stop(signal?: "SIGTERM" | "SIGKILL"): Promise<void>;
}

/**
 * The production site, as `npm start` starts it.
 *
 * @param env its variables; DATA_DIR is one of them
 * @param place a copy of the project; without it the project
 */
export async function startSite(env: NodeJS.ProcessEnv, place = root): Promise<Server> {
  const port = await freePort();
  // Its shell makes way for the process (`exec`), so the id is that of the site.
  const child = spawn(packageJson.scripts.start, {
    shell: true,
    cwd: place,
    env: {
      ...process.env,
      PATH: `${join(root, "node_modules/.bin")}:${process.env.PATH}`,
      ...{ PORT: String(port), SUBMISSION_RATE_LIMIT: "0", SITE_URL: "" },
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return await serverOf(child, `http://127.0.0.1:${port}`);
}

/** @throws when it ends before it answers */
export async function serverOf(child: ChildProcess, address: string): Promise<Server> {
  const began = performance.now();
  let failure: Error | undefined;
  const end = once(child, "exit").then(
    () => {
      failure = new Error(`what should listen at ${address} has ended`);
    },
    (error: Error) => {
      failure = error;
    },
  );
  const leave = () => child.kill("SIGKILL");
  process.once("exit", leave);
  while (!(await isListening(address))) {
    if (failure) throw failure;
    await sleep(5);
  }
  return {
    address,
    pid: child.pid as number,
    startedIn: (performance.now() - began) / 1_000,
    async stop(signal = "SIGKILL") {
      process.off("exit", leave);
      child.kill(signal);
      await end;
    },
  };
}

/** Without a request, which would be the first one. */
async function isListening(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  return await once(socket, "connect")
    .then(() => true)
    .catch(() => false)
    .finally(() => socket.destroy());
}

export interface Answer {
  status: number;
  /** Name and value in turn, as they came. */
  rawHeaders: string[];
  /** Bytes of the first line and the headers. */
  head: number;
  body: Buffer;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** What a browser is sent, compressed. */
export function ask(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers: { "accept-encoding": "br" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const { rawHeaders, statusCode: status = 0, statusMessage } = response;
        // The first line and the empty one, then `name: value` and the line's end.
        const first = `HTTP/1.1 ${status} ${statusMessage}`.length + 4;
        const head = rawHeaders.reduce((sum, text) => sum + text.length + 2, first);
        resolve({ status, rawHeaders, head, body: Buffer.concat(chunks) });
      });
    });
    request.on("error", reject);
  });
}

/** Megabytes that the process holds (resident set); NaN where the system does not tell. */
export function memoryOf(pid: number): number {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return Number.NaN;
  // One that has ended, and that nobody has asked about yet, holds none.
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(file, "utf8"))?.[1] ?? 0) / 1_024;
}

/** Whether the process has started others that have not ended; false where the system does not tell. */
export function hasChildren(pid: number): boolean {
  const file = `/proc/${pid}/task/${pid}/children`;
  return existsSync(file) && readFileSync(file, "utf8") !== "";
}

/** Seconds that the process has worked; NaN where the system does not tell. */
export function processorTimeOf(pid: number): number {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return Number.NaN;
  // Behind the name, which may hold spaces: time of its own and the system's, in hundredths of a second.
  const fields = readFileSync(file, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
