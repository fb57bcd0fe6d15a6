import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { listContentPages } from "#app/pages/content-pages.ts";
import { buildIfStale } from "#tooling/build/build-if-stale.ts";
import { root } from "#tooling/root.ts";
import { freePort } from "../support/postgres.ts";

/** `npm run bench`: the budgets of every page with its headers, and what the production server carries, as tables. */

const budgets = { page: 14_600, people: 20_000 };
const peoplePages = ["/team", "/learning/faculty", "/community/thought-leadership"];
const seconds = 3;
const connections = 16;

await buildIfStale();
const folder = mkdtempSync(join(tmpdir(), "bench-"));
const port = await freePort();
const server = spawn(process.execPath, [join(root, "tooling/start.ts")], {
  env: { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: "silent" },
  stdio: ["ignore", "ignore", "inherit"],
});
const agent = new Agent({ keepAlive: true, maxSockets: connections });

try {
  await up();
  const pages = [];
  for (const path of [
    "/",
    "/events",
    "/contact",
    "/learning/mastermind-application",
    ...listContentPages().map((page) => page.path),
  ]) {
    const { head, body } = await ask(path);
    const budget = peoplePages.includes(path) ? budgets.people : budgets.page;
    pages.push({
      page: path,
      html: brotliDecompressSync(body).length,
      brotli: body.length,
      headers: head,
      budget,
      left: budget - body.length - head,
    });
  }
  console.table(pages);
  const loads = [];
  for (const path of ["/", "/events", "/framework/overview"])
    loads.push({ page: path, ...(await load(path)) });
  console.table(loads);
  console.log(
    `${connections} connections for ${seconds} s each, client and server on ${cpus().length} cores of ${cpus()[0]?.model}`,
  );
  process.exitCode = pages.some(({ left }) => left < 0) ? 1 : 0;
} finally {
  agent.destroy();
  server.kill();
  await once(server, "exit");
  rmSync(folder, { recursive: true, force: true });
}

async function up(): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const isUp = await ask("/readyz")
      .then(({ status }) => status === 200)
      .catch(() => false);
    if (isUp) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the server does not start");
}

/** Answers with the bytes of the body and the number of those before it. */
function ask(path: string): Promise<{ status: number | undefined; head: number; body: Buffer }> {
  return new Promise((resolve, reject) => {
    get({ port, path, agent, headers: { "accept-encoding": "br" } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      // The first line and the empty one, then `name: value` and the line's end.
      const head = response.rawHeaders.reduce(
        (sum, text) => sum + text.length + 2,
        "HTTP/1.1 200 OK".length + 4,
      );
      response.on("end", () => resolve({ status: response.statusCode, head, body: Buffer.concat(chunks) }));
      response.on("error", reject);
    }).on("error", reject);
  });
}

/** Requests one after the other on each connection, as many as the time allows. */
async function load(path: string) {
  const times: number[] = [];
  const end = performance.now() + seconds * 1_000;
  const visitor = async () => {
    while (performance.now() < end) {
      const started = performance.now();
      await ask(path);
      times.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: connections }, visitor));
  times.sort((a, b) => a - b);
  const at = (share: number) => Number(times[Math.floor(times.length * share)]?.toFixed(2));
  return { "requests/s": Math.round(times.length / seconds), "p50 ms": at(0.5), "p99 ms": at(0.99) };
}
