import { request as askPlain } from "node:http";
import { request as askTls, type RequestOptions } from "node:https";
import { isIP } from "node:net";
import type { PeerCertificate } from "node:tls";
import { TLSSocket } from "node:tls";
import { promisify } from "node:util";
import { brotliDecompress, gunzip } from "node:zlib";
import { answerTimeout, nameServers } from "../context.ts";

export interface Answer {
  status: number;
  /** Names in small letters; those that came several times are joined. */
  headers: Record<string, string>;
  /** Unpacked; the first `longest` bytes of what was sent. */
  body: string;
  /** Over TLS. */
  certificate: PeerCertificate | undefined;
}

/** Bytes of an answer that are read at most. */
const longest = 1_000_000;

/**
 * Asks a web server on a connection of its own, and follows nowhere.
 *
 * @param isTrusting whether a certificate that is not trusted is taken: nothing is asked that is secret
 * @param at the one to ask of the addresses that the name leads to
 * @throws what Node throws where there is no answer, within the time
 */
export async function ask(
  address: string,
  {
    headers = {},
    isTrusting = false,
    at,
  }: { headers?: Record<string, string>; isTrusting?: boolean; at?: string } = {},
): Promise<Answer> {
  const url = new URL(address);
  const options: RequestOptions = {
    agent: false,
    headers: { "accept-encoding": "br, gzip", accept: "text/html, */*", ...headers },
    rejectUnauthorized: !isTrusting,
    signal: AbortSignal.timeout(answerTimeout),
    ...(at && { lookup: (_name, _options, found) => found(null, [{ address: at, family: isIP(at) }]) }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = (url.protocol === "https:" ? askTls : askPlain)(url, options, async (response) => {
    try {
      // Read before the connection is over.
      const { socket } = response;
      const certificate = socket instanceof TLSSocket ? socket.getPeerCertificate() : undefined;
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of response as AsyncIterable<Buffer>) {
        chunks.push(chunk);
        size += chunk.length;
        if (size > longest) break;
      }
      const joined = Object.entries(response.headers).map(([name, value]) => [name, String(value)]);
      const encoding = response.headers["content-encoding"];
      const body = await unpacked(Buffer.concat(chunks), encoding);
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(joined), body, certificate });
    } catch (error) {
      reject(error);
    }
  });
  request.once("error", reject);
  request.end();
  return promise;
}

async function unpacked(bytes: Buffer, encoding: string | undefined): Promise<string> {
  if (encoding === "br") return (await promisify(brotliDecompress)(bytes)).toString();
  if (encoding === "gzip") return (await promisify(gunzip)(bytes)).toString();
  return bytes.toString();
}

interface Silence {
  /** As the end of a sentence: 'nobody answers'. */
  what: string;
  todo: string;
  /** Whether it says nothing of what was asked. */
  isUnknown?: true;
}

/** Why there is no answer. */
export function silence(error: unknown): Silence {
  const { code = "", name = "", message = "" } = error as NodeJS.ErrnoException;
  const found = silences.find(({ words }) => words.test(`${code} ${name} ${message}`));
  return (
    found ?? { what: `it cannot be reached (${code || message})`, todo: "Look into the log of the proxy." }
  );
}

const silences: (Silence & { words: RegExp })[] = [
  { words: /EAI_AGAIN/, what: "no name server says where it is", todo: nameServers, isUnknown: true },
  {
    words: /ENOTFOUND/,
    what: "its name leads nowhere",
    todo: "Give the name an A or AAAA record that leads to this machine, or correct SITE_URL.",
  },
  {
    words: /ECONNREFUSED/,
    what: "nobody answers there",
    todo: "Start the proxy (and the site), and look whether a firewall closes the port.",
  },
  {
    words: /wrong.version.number|packet length|EPROTO|unknown protocol/i,
    what: "there is no TLS at its port",
    todo: "Let the proxy speak TLS there, with a certificate for the name.",
  },
  {
    words: /ETIMEDOUT|AbortError|EHOSTUNREACH|ENETUNREACH/,
    what: "it does not answer in time",
    todo: "Look whether a firewall is in between, and whether the name leads to this machine.",
  },
  {
    words: /ECONNRESET|EPIPE|socket hang up|HPE_/,
    what: "it ends the connection without an answer",
    todo: "Look into the log of the proxy.",
  },
];
