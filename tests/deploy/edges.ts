import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { generate } from "selfsigned";
import { Agent } from "undici";
import { freePort } from "../support/postgres.ts";

/** What stands in front of the site, made from the file that an administrator takes. */
export interface Edge {
  /** Without a slash at its end. */
  address: string;
  /** Finds it, and trusts its certificate. */
  agent: Agent;
  stop(): Promise<void>;
}

interface Nginx extends Edge {
  /** Without TLS. */
  plainAddress: string;
  /** Where its logs and what it keeps are. */
  folder: string;
  certificate: string;
}

/** The name in the shipped files. */
const siteName = "www.example.org";

export const isInstalled = (program: string) => spawnSync(program, ["--version"]).error === undefined;

/**
 * A shipped file with what an administrator fills in.
 *
 * @param values what takes the place of what; each is there
 */
function fillIn(file: string, values: Record<string, string>): string {
  let text = readFileSync(file, "utf8");
  for (const [from, to] of Object.entries(values)) {
    if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/**
 * @param ports of three instances
 * @param exported folder with finished pages, if there is one
 */
export async function startNginx(ports: readonly number[], exported = "/no-such-folder"): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  // Its workers have another account than root.
  chmodSync(folder, 0o755);
  const [tls, plain] = [await freePort(), await freePort()];
  const { cert, private: key } = await generate([{ name: "commonName", value: siteName }], {
    extensions: [{ name: "subjectAltName", altNames: [{ type: 2, value: siteName }] }],
  });
  writeFileSync(join(folder, "cert.pem"), cert);
  writeFileSync(join(folder, "key.pem"), key);
  const site = fillIn("deploy/nginx/site.conf", {
    "    listen [::]:80;\n": "",
    "    listen [::]:443 ssl http2;\n": "",
    "listen 80;": `listen 127.0.0.1:${plain};`,
    "listen 443 ssl": `listen 127.0.0.1:${tls} ssl`,
    [`/etc/letsencrypt/live/${siteName}/fullchain.pem`]: join(folder, "cert.pem"),
    [`/etc/letsencrypt/live/${siteName}/privkey.pem`]: join(folder, "key.pem"),
    "/opt/site/export": exported,
    "/var/cache/nginx-site": join(folder, "cache"),
    "/var/log/nginx/": `${folder}/`,
    ...Object.fromEntries(ports.map((port, place) => [`127.0.0.1:300${place} `, `127.0.0.1:${port} `])),
  });
  writeFileSync(join(folder, "site.conf"), site);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    join(folder, "nginx.conf"),
    `daemon off;
pid ${folder}/nginx.pid;
events {}
http {
    ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join("\n    ")}
    include ${folder}/site.conf;
}
`,
  );
  const options = ["-e", join(folder, "error.log"), "-c", join(folder, "nginx.conf")];
  const tried = spawnSync("nginx", ["-t", "-q", ...options], { encoding: "utf8" });
  if (tried.status !== 0 || tried.stderr) throw new Error(tried.stderr);
  const child = spawn("nginx", options, { stdio: "ignore" });
  await listens(plain);
  return {
    address: `https://${siteName}:${tls}`,
    plainAddress: `http://127.0.0.1:${plain}`,
    folder,
    certificate: cert,
    agent: new Agent({ connect: { ca: cert, ...here } }),
    stop: () => end(child, folder),
  };
}

/** @param ports of the instances */
export async function startCaddy(ports: readonly number[]): Promise<Edge> {
  const folder = mkdtempSync(join(tmpdir(), "caddy-"));
  const port = await freePort();
  const child = spawn("caddy", ["run", "--adapter", "caddyfile", "--config", "deploy/caddy/Caddyfile"], {
    stdio: "ignore",
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      CADDY_ADMIN: `127.0.0.1:${await freePort()}`,
      // Without TLS, for which it would put an authority of its own among those that this machine trusts.
      SITE_NAME: `http://${siteName}:${port}`,
      SITE_INSTANCES: ports.map((one) => `127.0.0.1:${one}`).join(" "),
    },
  });
  await listens(port);
  return {
    address: `http://${siteName}:${port}`,
    agent: new Agent({ connect: here }),
    stop: () => end(child, folder),
  };
}

/** For connections: every name is this machine's. */
const here = {
  lookup: ((_name, _options, found) => found(null, [{ address: "127.0.0.1", family: 4 }])) satisfies Lookup,
};

type Lookup = (
  name: string,
  options: unknown,
  found: (error: null, addresses: { address: string; family: number }[]) => void,
) => void;

async function listens(port: number): Promise<void> {
  const isThere = () =>
    fetch(`http://127.0.0.1:${port}/`, { redirect: "manual" }).then(
      () => true,
      () => false,
    );
  while (!(await isThere())) await sleep(50);
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  const exit = once(child, "exit");
  child.kill("SIGTERM");
  await exit;
  rmSync(folder, { recursive: true, force: true });
}
