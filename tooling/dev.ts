import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import { createServer as createVite } from "vite";
import { checkContent } from "#content-model/check/check-content.ts";
import { problemLine } from "#content-model/content-error.ts";
import { readConfig } from "#server/config.ts";
import { siteAddresses } from "./build/site-addresses.ts";
import { ContentWatch } from "./dev-server/content-watch.ts";
import { faultPage, problemPage } from "./dev-server/problem-page.ts";
import { exitOnConfigError, loadEnvironmentFile, refuseArguments } from "./environment.ts";
import { root } from "./root.ts";

/**
 * `npm run dev`: the same app, its code and content loaded by Vite. Each page is made from the files as they are when it is
 * asked for; while content/ has mistakes, a page that names them comes in its place.
 */
refuseArguments("npm run dev");
loadEnvironmentFile();
/** Where it listens depends on no file of the owner's, which may have mistakes. */
const { port, host } = settings();
const http = createServer();
/** Whether code has changed that the app may hold; what pages are made of is loaded anew for each. */
let isCodeChanged = false;
const vite = await createVite({
  server: { middlewareMode: true, hmr: { server: http } },
  appType: "custom",
  plugins: [
    {
      name: "held-code",
      hotUpdate({ file }) {
        if (file.endsWith(".ts")) isCodeChanged = true;
      },
    },
  ],
});
const watch = new ContentWatch(root);
let running: { app: FastifyInstance; stop: () => Promise<void> } | undefined;
/** Pages are asked for one after the other, so that the app is made once. */
let last: Promise<unknown> = Promise.resolve();

http.on("request", (request, response) => {
  last = last.then(() => answer(request, response)).catch((error) => fail(error, response));
});
http.on("error", (error: NodeJS.ErrnoException) => {
  console.error(
    error.code === "EADDRINUSE"
      ? `PORT is "${port}"; another program uses this port. Stop it, or start with PORT=${port + 1} npm run dev`
      : `HOST is "${host}", PORT is "${port}"; nothing can listen there: ${error.message}`,
  );
  process.exit(1);
});
http.listen(port, host, () =>
  console.error(
    `\nDevelopment is at http://localhost:${port}\nEach page shows the files as they are when it is loaded. Control-C stops it.`,
  ),
);

function settings() {
  try {
    return readConfig(process.env, { url: "http://localhost", mail: { from: "", notify: [] } });
  } catch (error) {
    return exitOnConfigError(error);
  }
}

/** What Vite serves to a page: its own modules, and files, whose names have a point. Everything else is the site. */
const isModule = /^\/(@|node_modules\/)|\.\w+(\?|$)/;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!isModule.test(request.url ?? "")) {
    const problems = await checkContent(root, siteAddresses);
    if (problems.length > 0) {
      console.error(problems.map(problemLine).join("\n"));
      response.writeHead(500, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" });
      response.end(problemPage(problems));
      return;
    }
    await takeChanges();
  }
  running ??= await createSite();
  const { app } = running;
  vite.middlewares(request, response, () => app.routing(request, response));
}

/** Lets go of what was loaded from files that have changed; what services hold is made anew. */
async function takeChanges(): Promise<void> {
  const { changed, isOtherList } = watch.changes();
  for (const file of changed)
    for (const environment of Object.values(vite.environments)) environment.moduleGraph.onFileChange(file);
  const isHeld = isCodeChanged || changed.some((file) => file.endsWith(".yaml"));
  isCodeChanged = false;
  if (!isOtherList && !isHeld) return;
  await running?.stop();
  running = undefined;
  // The list of pages and of pictures is made once.
  if (isOtherList) await vite.restart();
}

async function createSite(): Promise<NonNullable<typeof running>> {
  const server = (await vite.ssrLoadModule("/server/index.ts")) as typeof import("#server/index.ts");
  const { default: site } = (await vite.ssrLoadModule(
    "/content/site.yaml",
  )) as typeof import("#content/site.yaml");
  try {
    const config = server.readConfig(process.env, site);
    const log = server.createLog(config);
    const services = await server.createServices(config, log);
    const build = async () => (await vite.ssrLoadModule("virtual:react-router/server-build")) as never;
    const app = await server.createApp({ config, services, log, build });
    await app.ready();
    return {
      app,
      stop: async () => {
        // It waits for connections that browsers keep, which are not its own.
        void app.close();
        await services.stop();
      },
    };
  } catch (error) {
    return exitOnConfigError(error);
  }
}

/** A mistake in the program, not in content/. */
function fail(error: unknown, response: ServerResponse): void {
  console.error(error);
  if (!response.headersSent) response.writeHead(500, { "Content-Type": "text/html; charset=utf-8" });
  response.end(faultPage(error));
}
