import { createSocket } from "node:dgram";
import { Resolver } from "node:dns/promises";
import { once } from "node:events";

/** What a name server knows: by name, and below it by kind. */
export type Zone = Record<string, { TXT?: string[]; MX?: string[]; A?: string[] }>;

const kinds = { A: 1, MX: 15, TXT: 16 } as const;
type Kind = keyof typeof kinds;
/** RFC 1035, section 4.1.1 */
const codes = { ok: 0, failure: 2, noSuchName: 3 };

/** A real name server over UDP that knows these names, and a resolver that asks it alone. */
export async function startDns(zone: Zone) {
  const server = createSocket("udp4");
  const dns = { zone, behavior: "answer" as "answer" | "fail" };
  server.on("message", (query, { port, address }) => {
    const { name, kind, end } = questionOf(query);
    const records = dns.zone[name];
    const found = kind && dns.behavior === "answer" ? (records?.[kind] ?? []) : [];
    const code = dns.behavior === "fail" ? codes.failure : records ? codes.ok : codes.noSuchName;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    // An answer, by a server that also asks others.
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(found.length, 6);
    const answers = found.map((text) => answerOf(kind as Kind, text));
    server.send(Buffer.concat([header, query.subarray(12, end), ...answers]), port, address);
  });
  server.bind(0, "127.0.0.1");
  await once(server, "listening");
  const resolver = new Resolver({ timeout: 2_000, tries: 3 });
  resolver.setServers([`127.0.0.1:${server.address().port}`]);
  return Object.assign(dns, { resolver, close: () => void server.close() });
}

function questionOf(query: Buffer) {
  const labels: string[] = [];
  let place = 12;
  for (let length = query[place] ?? 0; length > 0; length = query[place] ?? 0) {
    labels.push(query.toString("latin1", place + 1, place + 1 + length));
    place += 1 + length;
  }
  const number = query.readUInt16BE(place + 1);
  const kind = (Object.keys(kinds) as Kind[]).find((one) => kinds[one] === number);
  return { name: labels.join(".").toLowerCase(), kind, end: place + 5 };
}

function answerOf(kind: Kind, text: string): Buffer {
  const data = { A: addressOf, MX: exchangeOf, TXT: partsOf }[kind](text);
  const head = Buffer.alloc(12);
  // The name is that of the question, the class that of the Internet.
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(kinds[kind], 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

const addressOf = (text: string) => Buffer.from(text.split(".").map(Number));

/** The name of a mail server; an empty one is that of a domain that takes no mail. */
function exchangeOf(name: string): Buffer {
  const labels = name.split(".").filter(Boolean);
  return Buffer.concat([
    Buffer.from([0, 10]),
    ...labels.map((label) => Buffer.from([label.length, ...Buffer.from(label)])),
    Buffer.from([0]),
  ]);
}

/** Strings of 255 bytes at most. */
function partsOf(text: string): Buffer {
  const parts = text.match(/.{1,255}/gs) ?? [""];
  return Buffer.concat(parts.map((part) => Buffer.from([part.length, ...Buffer.from(part, "latin1")])));
}
