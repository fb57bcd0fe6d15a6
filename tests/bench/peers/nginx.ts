import { spawn } from "node:child_process";
import { globSync, mkdtempSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { servedBuild } from "#tooling/build/build-places.ts";
import { freePort } from "../../support/postgres.ts";
import { type Answer, ask, type Server, serverOf } from "../servers.ts";

/** What nginx says of itself. */
const own = [
  "date",
  "connection",
  "keep-alive",
  "content-length",
  "content-type",
  "etag",
  "last-modified",
  "accept-ranges",
  "transfer-encoding",
];

/** Everything that the site answers a browser with, by address: these pages, what they name, and the files of the build. */
export async function answersOf({ address }: Server, pages: string[]): Promise<Map<string, Answer>> {
  const clientDir = join(servedBuild, "client");
  const files = globSync("**/*.{avif,css,ico,jpg,js,json,png,svg,txt,webp,woff2}", { cwd: clientDir });
  const answers = new Map<string, Answer>();
  const keep = async (path: string) => {
    const answer = await ask(address + path);
    if (answer.status === 200) answers.set(path, answer);
    return answer;
  };
  const named = new Set(files.map((file) => `/${file.split(sep).join("/")}`));
  for (const page of pages) {
    const { body, rawHeaders } = await keep(page);
    // The rules for preparing the next page are named in a header.
    const text = [...rawHeaders.map((value) => `href=${value}`), brotliDecompressSync(body).toString()].join(
      "\n",
    );
    for (const [, path = ""] of text.matchAll(/(?:href|src)="(\/[^"#?]*\.\w+)"/g)) named.add(path);
  }
  for (const path of named) await keep(path);
  return answers;
}

/** nginx with one worker, which sends the same bytes and headers from files and logs as the site does. */
export async function startNginx(answers: Map<string, Answer>, folder: string): Promise<Server> {
  const place = mkdtempSync(join(folder, "nginx-"));
  const locations = [...answers].map(([path, { rawHeaders, body }], index) => {
    writeFileSync(join(place, String(index)), body);
    return `location = ${quoted(path)} { try_files /${index} =404; ${headerLines(rawHeaders)} }`;
  });
  const port = await freePort();
  const config = join(place, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${place};`,
  );
  writeFileSync(
    config,
    `daemon off; master_process off; pid ${join(place, "pid")};
events { worker_connections 1024; }
http {
  ${temporary.join(" ")}
  access_log ${join(place, "access.log")}; sendfile on; tcp_nopush on; keepalive_requests 100000000;
  open_file_cache max=2000; types {}
  server { listen 127.0.0.1:${port}; root ${place}; ${locations.join("\n")} }
}`,
  );
  const child = spawn("nginx", ["-c", config, "-e", join(place, "error.log")], { stdio: "inherit" });
  return await serverOf(child, `http://127.0.0.1:${port}`);
}

function headerLines(rawHeaders: string[]): string {
  return rawHeaders
    .flatMap((name, index) => (index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ""]] : []))
    .map(([name = "", value = ""]) => {
      if (name === "content-type") return `default_type ${quoted(value)};`;
      return own.includes(name) ? "" : `add_header ${name} ${quoted(value)};`;
    })
    .join(" ");
}

function quoted(value: string): string {
  return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
}
