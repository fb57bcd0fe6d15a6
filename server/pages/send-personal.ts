import { Readable } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { preferredEncoding } from "./finished-page.ts";

/** Effort of brotli for what is sent once. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 4 };

const [brotli, zip] = [promisify(brotliCompress), promisify(gzip)];

/** Compresses in one piece what is for one visitor: in parts each would hold a compressor and its buffers for longer. */
export async function sendWhole(
  request: FastifyRequest,
  reply: FastifyReply,
  text: string,
): Promise<FastifyReply> {
  const encoding = encodingOf(request, reply);
  if (encoding === "identity") return reply.send(text);
  return reply.send(encoding === "br" ? await brotli(text, { params }) : await zip(text));
}

/** Each part leaves at once: a late part of a page must not hold back the first. */
export function sendParts(
  request: FastifyRequest,
  reply: FastifyReply,
  parts: ReadableStream<Uint8Array>,
): FastifyReply {
  const body = Readable.fromWeb(parts as Parameters<typeof Readable.fromWeb>[0]);
  const encoding = encodingOf(request, reply);
  if (encoding === "identity") return reply.send(body);
  reply.removeHeader("content-length");
  const compressor =
    encoding === "br"
      ? createBrotliCompress({ flush: constants.BROTLI_OPERATION_FLUSH, params })
      : createGzip({ flush: constants.Z_SYNC_FLUSH });
  body.once("error", (error) => compressor.destroy(error));
  return reply.send(body.pipe(compressor));
}

function encodingOf(request: FastifyRequest, reply: FastifyReply) {
  const encoding = preferredEncoding(request.headers["accept-encoding"]);
  reply.header("vary", "Accept-Encoding");
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return encoding;
}
