import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { extname, join, sep } from "node:path";
import type { FastifyReply, FastifyRequest } from "fastify";
import { cachePolicy } from "#app/cache-policy.ts";
import { isKnown, preferredEncoding } from "./finished-page.ts";

/** A file of the build, in memory, with the forms that the build has compressed. */
export interface BuiltFile {
  bodies: { identity: Buffer; br?: Buffer; gzip?: Buffer };
  headers: Record<string, string>;
  /** Hash of the content; each encoding's tag (RFC 9110, section 8.8.3) begins with it. */
  hash: string;
  /** In full seconds. */
  changedAt: Date;
}

/** Files of other kinds are not served. */
const types: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  // RFC 9239
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
};

/**
 * Reads the files that the build has made, by address; pages are read by `loadPrerenderedPages`. Nobody is served yet, and to wait
 * for each of some thousand steps would be a tenth of the start.
 *
 * @param clientDir build/client
 */
export function loadBuiltFiles(clientDir: string): Map<string, BuiltFile> {
  const names = new Set(readdirSync(clientDir, { recursive: true, encoding: "utf8" }));
  const read = (name: string) => (names.has(name) ? readFileSync(join(clientDir, name)) : undefined);
  return new Map(
    [...names]
      .filter((name) => Object.hasOwn(types, extname(name)) && !name.startsWith(`.vite${sep}`))
      .map((name) => {
        const file = join(clientDir, name);
        const bodies = { identity: readFileSync(file), br: read(`${name}.br`), gzip: read(`${name}.gz`) };
        return [`/${name.split(sep).join("/")}`, builtFile(name, bodies, statSync(file).mtimeMs)];
      }),
  );
}

/**
 * Reads one such file while visitors are served.
 *
 * @param name below `folder`
 * @throws ENOENT when there is none
 */
export async function readBuiltFile(folder: string, name: string): Promise<BuiltFile> {
  const file = join(folder, name);
  const [identity, { mtimeMs }, br, gzip] = await Promise.all([
    readFile(file),
    stat(file),
    ...[".br", ".gz"].map((ending) => readFile(file + ending).catch(() => undefined)),
  ]);
  return builtFile(name, { identity, br, gzip }, mtimeMs);
}

function builtFile(
  name: string,
  { identity, br, gzip }: { identity: Buffer; br: Buffer | undefined; gzip: Buffer | undefined },
  mtimeMs: number,
): BuiltFile {
  const isCompressed = br !== undefined && gzip !== undefined;
  const changedAt = new Date(Math.floor(mtimeMs / 1_000) * 1_000);
  return {
    bodies: { identity, ...(isCompressed ? { br, gzip } : {}) },
    headers: {
      "content-type": types[extname(name)] ?? "",
      "cache-control": name.startsWith(`assets${sep}`) ? cachePolicy.asset : cachePolicy.page,
      "last-modified": changedAt.toUTCString(),
      "accept-ranges": "bytes",
      ...(isCompressed ? { vary: "Accept-Encoding" } : {}),
    },
    hash: createHash("sha256").update(identity).digest("base64url").slice(0, 22),
    changedAt,
  };
}

/**
 * Answers with the file, the part of it that is asked for, or 304 when the browser has it (RFC 9110, sections 13 and 14).
 *
 * @returns undefined when the range lies beyond the end; `Content-Range` then says how long the file is
 */
export function sendFile(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  file: BuiltFile,
): FastifyReply | undefined {
  const { identity } = file.bodies;
  const range = method === "GET" ? rangeOf(headers, file) : undefined;
  const wanted = range || !file.bodies.br ? "identity" : preferredEncoding(headers["accept-encoding"]);
  const etag = tagOf(file, wanted);
  if (isFresh(headers, file, etag)) {
    // The browser knows the type (section 15.4.5).
    const { "content-type": _type, ...known } = file.headers;
    return reply
      .headers({ ...known, etag })
      .code(304)
      .send();
  }
  if (range === "beyond") {
    reply.header("content-range", `bytes */${identity.length}`);
    return;
  }
  reply.headers({ ...file.headers, etag });
  if (range) {
    const { first, last } = range;
    reply.header("content-range", `bytes ${first}-${last}/${identity.length}`);
    return reply.code(206).send(identity.subarray(first, last + 1));
  }
  if (wanted !== "identity") reply.header("content-encoding", wanted);
  return reply.send(file.bodies[wanted]);
}

/** Strong, so another one for each encoding. */
function tagOf({ hash }: BuiltFile, encoding: string): string {
  return encoding === "identity" ? `"${hash}"` : `"${hash}-${encoding}"`;
}

/** A date counts only where no tag is given. */
function isFresh(headers: FastifyRequest["headers"], { changedAt }: BuiltFile, etag: string): boolean {
  if (headers["if-none-match"] !== undefined) return isKnown(etag, headers["if-none-match"]);
  return Date.parse(headers["if-modified-since"] ?? "") >= changedAt.getTime();
}

/** The part that is asked for; undefined for all of it, as also when several parts are asked for or the file is another one. */
function rangeOf(
  headers: FastifyRequest["headers"],
  file: BuiltFile,
): { first: number; last: number } | "beyond" | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? "") ?? [];
  if (from === undefined || to === undefined || from + to === "") return;
  const condition = headers["if-range"];
  const isSame = [undefined, tagOf(file, "identity"), file.changedAt.toUTCString()].includes(
    typeof condition === "string" ? condition : undefined,
  );
  if (!isSame || (to !== "" && Number(to) < Number(from))) return;
  const { length } = file.bodies.identity;
  const first = from === "" ? Math.max(0, length - Number(to)) : Number(from);
  if (first >= length) return "beyond";
  return { first, last: from === "" || to === "" ? length - 1 : Math.min(Number(to), length - 1) };
}
