import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyPluginAsync } from "fastify";
import { PhotoFailures, photoFailuresPath } from "#app/http/photo-failures.ts";

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
