/** The bundled server: React Router's build, which prerendering uses as well, and the ways to start it. */
export * from "virtual:react-router/server-build";
export { type AppOptions, createApp } from "./app.ts";
export { startServer } from "./start-server.ts";
