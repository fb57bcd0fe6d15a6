// docs/operations.md, 'PostgreSQL': when a connection goes on without TLS

import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { findPostgres, isOnThisMachine, ofLogin } from "./find-postgres.server.ts";

/** PostgreSQL manual, 'Message Formats' */
const refusal = (code: string, message: string) => {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.alloc(5);
  head.write("E");
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
};
const tlsRequest = 80_877_103;

/** A server that refuses every account; it has no TLS, or one whose handshake fails. */
async function serverThat(refuses: Buffer, tls: "N" | "S" = "N") {
  const asked: string[] = [];
  const server = createServer((client) => {
    client.on("error", () => {});
    client.on("data", (message: Buffer) => {
      if (message.length === 8 && message.readInt32BE(4) === tlsRequest) {
        asked.push("TLS");
        client.write(tls);
      } else if (message[0] === 0x16) {
        asked.push("handshake");
        client.end("no TLS at all");
      } else if (message[0] !== 0x58) {
        asked.push("plain");
        client.end(refuses);
      }
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { asked, url: `postgres://site@127.0.0.1:${(server.address() as AddressInfo).port}/site` };
}

it.each([
  ["", "TLS plain"],
  ["sslmode=prefer", "TLS plain"],
  ["sslmode=allow", "TLS plain"],
  ["sslmode=disable", "plain"],
  // pg's own words.
  ["ssl=true", "TLS"],
  ["ssl=1", "TLS"],
  ["ssl=0", "plain"],
  ["ssl=true&sslmode=disable", "plain"],
  ["ssl=false&sslmode=require", "TLS"],
  ["sslmode=no-verify", "TLS"],
  ["sslmode=require", "TLS"],
  ["sslmode=verify-full", "TLS"],
  ["sslrootcert=system", "TLS"],
  ["sslrootcert=system&sslmode=verify-full", "TLS"],
  ["uselibpqcompat=true&sslmode=require", "TLS"],
])("with '%s' a server without TLS is asked for: %s", async (query, expected) => {
  const { asked, url } = await serverThat(refusal("28P01", "no"));
  const words = expected === "TLS" ? "The server does not support SSL connections" : "no";
  await expect(findPostgres(`${url}?${query}`)).rejects.toThrow(words);
  expect(asked.join(" ")).toBe(expected);
});

it.each([
  ["28000", "TLS plain plain"],
  ["28P01", "TLS plain"],
  ["3D000", "TLS plain"],
  ["53300", "TLS plain"],
])("a refusal with %s leads to: %s", async (code, expected) => {
  const { asked, url } = await serverThat(refusal(code, "the first reason"));
  await expect(findPostgres(url)).rejects.toThrow("the first reason");
  expect(asked.join(" ")).toBe(expected);
});

it.each([
  ["", "TLS handshake plain"],
  ["?sslmode=require", "TLS handshake"],
])("with '%s' a handshake that fails leads to: %s", async (query, expected) => {
  const { asked, url } = await serverThat(refusal("28P01", "no"), "S");
  const error = await findPostgres(url + query).catch((reason) => reason);
  // The first one, of TLS.
  expect(error.message).not.toBe("no");
  expect(asked.join(" ")).toBe(expected);
});

it.each([
  ["sslmode=maybe", "sslmode is one of disable, allow, prefer, require, verify-ca, verify-full"],
  ["sslmode=", "sslmode is one of"],
  ["sslmode=prefer&sslrootcert=system", "sslrootcert=system needs sslmode=verify-full"],
])("refuses '%s'", async (query, words) => {
  await expect(findPostgres(`postgres://127.0.0.1:1/site?${query}`)).rejects.toThrow(words);
});

it("says of a password that is missing where it may stand, and leaves other errors", () => {
  const bare = new Error("SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string");
  expect(ofLogin(bare)).toHaveProperty("message", expect.stringContaining("the account needs a password"));
  for (const other of [new Error("password"), "client password must be a string"])
    expect(ofLogin(other)).toBe(other);
});

it("knows this machine by its address", () => {
  for (const host of [undefined, "", "localhost", "127.0.0.1", "127.1.2.3", "::1", "/run/postgresql"])
    expect(isOnThisMachine({ host }), host).toBe(true);
  for (const host of [
    ...[
      "db.visitor.example",
      "my-localhost",
      "localhost.visitor.example",
      "10.127.0.1",
      "127x0.visitor.example",
    ],
    ...["::12", "2001:db8::1", "0.0.0.0", "a/b"],
  ])
    expect(isOnThisMachine({ host }), host).toBe(false);
});
