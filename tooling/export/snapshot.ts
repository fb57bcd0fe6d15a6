import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { loadContent } from "#content-model/load-content.ts";
import { root } from "../root.ts";

/** An answer of the site. */
export interface ExportedFile {
  /** Where it goes in the folder. */
  file: string;
  body: Buffer;
  headers: Record<string, string>;
}

export interface Snapshot {
  pages: ExportedFile[];
  /** Headers of the build's files: of those with a hash in their names, and of others. */
  hashed: Record<string, string>;
  others: Record<string, string>;
  /** Whether the home page is among the pages: not when no calendar can be read, as that page is for nobody else. */
  hasHome: boolean;
}

type Server = typeof import("#server/index.ts");

/**
 * The pages that are the same for everybody, as the site itself answers. It is asked in this process, with a database of its own.
 * The home page is as it is now; 404.html and 503.html are the site's words for what is not there and for when nobody answers.
 *
 * @throws ConfigError for a setting that cannot be used
 */
export async function takeSnapshot(env: NodeJS.ProcessEnv): Promise<Snapshot> {
  const server: Server = await import(join(root, "build/server/index.js"));
  const clientDir = join(root, "build/client");
  const dataDir = mkdtempSync(join(tmpdir(), "export-"));
  const site = loadContent("site.yaml", root);
  const config = server.readConfig({ ...env, DATA_DIR: dataDir, DATABASE_URL: "", SMTP_URL: "" }, site);
  const log = server.createLog({ logLevel: "fatal" });
  const services = await server.createServices(config, log);
  // At first no page is rendered, as when too many are asked for.
  let isBusy = true;
  const reads = { run: async <Result>(render: () => Promise<Result>) => (isBusy ? undefined : render()) };
  const app = await server.createApp({
    config,
    services,
    log,
    build: server as never,
    clientDir,
    turns: { reads },
  });
  try {
    const atOnce = await ask(app, "/", "503.html", 503);
    isBusy = false;
    await services.calendar.firstLook;
    const finished = globSync("**/index.html", { cwd: clientDir }).sort();
    const paths = finished.map((file) => [`/${dirname(file)}`, file] as const);
    const [style = ""] = globSync("assets/*.css", { cwd: clientDir });
    const home = await ask(app, "/", "index.html");
    const hasHome = home.headers["cache-control"]?.startsWith("public") ?? false;
    return {
      hasHome,
      pages: [
        ...(hasHome ? [home] : []),
        ...(await Promise.all(paths.map(([path, file]) => ask(app, path, file)))),
        await ask(app, "/no-such-page", "404.html", 404),
        atOnce,
      ],
      hashed: (await ask(app, `/${style}`, "")).headers,
      others: (await ask(app, "/favicon.svg", "")).headers,
    };
  } finally {
    await app.close();
    await services.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function ask(
  app: Awaited<ReturnType<Server["createApp"]>>,
  url: string,
  file: string,
  status = 200,
): Promise<ExportedFile> {
  const { statusCode, rawPayload, headers } = await app.inject({
    url,
    headers: { "accept-encoding": "identity" },
  });
  if (statusCode !== status) throw new Error(`${url} answered ${statusCode}`);
  return { file, body: rawPayload, headers: policiesOf(headers) };
}

/** What the web server that has the files cannot know by itself. */
function policiesOf(headers: Record<string, unknown>): Record<string, string> {
  const own =
    /^(?:content-(?:type|length|encoding)|etag|last-modified|date|connection|vary|accept-ranges|retry-after|strict-transport-security)$/;
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (own.test(name) ? [] : [[name, String(value)]])),
  );
}
