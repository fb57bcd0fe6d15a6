import { createServer } from "node:http";
import { createServer as createVite } from "vite";
import { exitOnConfigError, loadEnvironmentFile } from "./environment.ts";
import "./root.ts";

/** `npm run dev`: the same app, its code and content loaded by Vite and reloaded on change. */
loadEnvironmentFile();
const http = createServer();
const vite = await createVite({ server: { middlewareMode: true, hmr: { server: http } }, appType: "custom" });
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
  http.on("request", (request, response) =>
    vite.middlewares(request, response, () => app.routing(request, response)),
  );
  http.listen(config.port, config.host, () => log.info({}, `Development at http://localhost:${config.port}`));
} catch (error) {
  exitOnConfigError(error);
}
