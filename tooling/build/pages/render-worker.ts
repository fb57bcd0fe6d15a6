import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { workerData } from "node:worker_threads";
import { createRequestHandler, type ServerBuild } from "react-router";
import { arrivesAtOnce, compressFile } from "../compress-file.ts";
import type { RenderingShare } from "./render-pages.ts";
import { withoutUnusedRules } from "./unused-rules.ts";

// A thread of its own, so that pages are rendered on all processors, and that the next build loads its own server.
const { folder, paths } = workerData as RenderingShare;
const server: ServerBuild = await import(pathToFileURL(join(folder, "server/index.js")).href);
const answer = createRequestHandler(server, "production");
for (const path of paths) {
  const response = await answer(new Request(`http://localhost${path}`));
  if (response.status !== 200) throw new Error(`${path} is answered ${response.status}`);
  const place = join(folder, "client", path);
  mkdirSync(place, { recursive: true });
  const file = join(place, "index.html");
  writeFileSync(file, withoutUnusedRules(await response.text()));
  await compressFile(file, arrivesAtOnce);
}
