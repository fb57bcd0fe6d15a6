import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sessionService } from "./session-client.ts";

const auth = { url: "https://auth.example/v1?x", anonKey: "a&b" };
const query = "service=https%3A%2F%2Fauth.example%2Fv1%3Fx&key=a%26b";

function built(...files: string[]) {
  const folder = mkdtempSync(join(tmpdir(), "client-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "assets"));
  for (const file of files) writeFileSync(join(folder, "assets", file), "export {};");
  return folder;
}

it("is nothing without an auth service", () => {
  expect(sessionService(undefined, built("session-client-1.js"))).toBeNull();
});

it("is the built module, with the hash of what it holds", () => {
  const integrity = `sha384-${createHash("sha384").update("export {};").digest("base64")}`;
  expect(sessionService(auth, built("other.js", "session-client-1.js"))).toEqual({
    origin: "https://auth.example",
    script: { src: `/assets/session-client-1.js?${query}`, integrity },
  });
});

it.each([
  ["nothing is built", () => undefined],
  ["the build has none", () => built("other.js")],
])("is the source where %s", (_, clientDir) => {
  expect(sessionService(auth, clientDir())).toEqual({
    origin: "https://auth.example",
    script: { src: `/app/session/session-client.ts?${query}` },
  });
});
