import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyPluginAsync } from "fastify";
import { photoFailuresPath } from "#app/people/photo-failures.tsx";

interface PhotoFailuresOptions {
  now: () => Date;
  /** Folder of the built client; without it (in development) no picture is known. */
  clientDir: string | undefined;
}

/** POST /photo-failures, which browsers send as text/plain; no other address accepts such a body. */
export const receivePhotoFailures: FastifyPluginAsync<PhotoFailuresOptions> = async (
  app,
  { now, clientDir },
) => {
  const files = clientDir ? await readdir(join(clientDir, "assets")) : [];
  const pictures = files.filter((file) => /\.(avif|webp|jpe?g|png|svg)$/.test(file));
  const failures = new PhotoFailures(new Set(pictures.map((file) => `/assets/${file}`)));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("text/plain", { parseAs: "string", bodyLimit: 1_024 }, (_request, body, parsed) =>
    parsed(null, body),
  );
  app.post(photoFailuresPath, async (request, reply) => {
    const photo = failures.take(request.body, now());
    if (photo) request.log.warn({ photo }, "photo failed to load");
    return reply.code(204).send();
  });
};

/** How long a reported failure is not logged again, in milliseconds. */
const silence = 3_600_000;

/** Decides which reports of photos are worth a line in the log: of this site's pictures, each once an hour. */
export class PhotoFailures {
  readonly #pictures: ReadonlySet<unknown>;
  /** When each was last logged; it has at most as many entries as there are pictures. */
  readonly #told = new Map<string, number>();

  /** @param pictures the paths of all pictures that pages show */
  constructor(pictures: ReadonlySet<string>) {
    this.#pictures = pictures;
  }

  /**
   * @param body what the browser sent
   * @returns the photo's path if it shall be logged, otherwise undefined
   */
  take(body: unknown, now: Date): string | undefined {
    if (typeof body !== "string" || !this.#pictures.has(body)) return undefined;
    const before = this.#told.get(body);
    if (before !== undefined && now.getTime() - before < silence) return undefined;
    this.#told.set(body, now.getTime());
    return body;
  }
}
