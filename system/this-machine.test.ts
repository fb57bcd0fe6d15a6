import { expect, it } from "vitest";
import { isThisMachine } from "./this-machine.ts";

it.each(["localhost", "LocalHost", "127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1"])(
  "%s is this machine",
  (host) => expect(isThisMachine(host)).toBe(true),
);

it.each([
  "",
  "0.0.0.0",
  "::",
  "10.0.0.1",
  "127.0.0.1.example",
  "127.1",
  "localhost.example",
  "::ffff:1.2.3.4",
])("%j is not", (host) => expect(isThisMachine(host)).toBe(false));
