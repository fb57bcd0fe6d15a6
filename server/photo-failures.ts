import type { FastifyPluginCallback } from "fastify";
import { PhotoFailures, photoFailuresPath } from "#app/http/photo-failures.ts";

/** POST /photo-failures, which browsers send as text: only here is text a body that is read. */
export const receivePhotoFailures: FastifyPluginCallback<{ now: () => Date }> = (app, { now }, done) => {
  const failures = new PhotoFailures();
  app.addContentTypeParser("text/plain", { parseAs: "string", bodyLimit: 1_024 }, (_request, body, parsed) =>
    parsed(null, body),
  );
  app.post(photoFailuresPath, async (request, reply) => {
    const photo = failures.take(request.body, now());
    if (photo) request.log.warn({ photo }, "photo failed to load");
    return reply.code(204).send();
  });
  done();
};
