/** The bundled server: React Router's build, which prerendering uses as well, and the ways to start it. */
export * from "virtual:react-router/server-build";
export { createApp } from "./app.ts";
export { readConfig } from "./config.ts";
export { createLog } from "./log.ts";
export { createServices } from "./services.ts";
export { startServer } from "./start-server.ts";
