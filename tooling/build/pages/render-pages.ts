import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";

/** What one thread does. */
export interface RenderingShare {
  /** Of the build. */
  folder: string;
  /** Addresses of the pages. */
  paths: string[];
}

/** A thread takes half a second to load the server. */
const worthAThread = 20;

/**
 * Renders pages by the server of a build into its `client`, as small as they can be.
 *
 * @throws when one cannot be rendered; then none is written any more
 */
export async function renderPages({ folder, paths }: RenderingShare): Promise<void> {
  const count = Math.min(availableParallelism(), Math.ceil(paths.length / worthAThread));
  const env = { ...process.env, NODE_ENV: "production" };
  const workers: Worker[] = [];
  const threads = Array.from({ length: count }, async (_, thread) => {
    const share: RenderingShare = { folder, paths: paths.filter((_path, place) => place % count === thread) };
    const worker = new Worker(new URL("render-worker.ts", import.meta.url), { workerData: share, env });
    workers.push(worker);
    await once(worker, "exit");
  });
  try {
    await Promise.all(threads);
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}
