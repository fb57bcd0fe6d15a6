// docs/specification.md, 'Environment variables'

import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import type { Config } from "./config.ts";
import { addressOf, assertFree, listen } from "./listen.ts";

const config = (change: Partial<Config>) => ({ host: "127.0.0.1", port: 3_000, ...change }) as Config;

it("refuses a port that another program uses, and takes one that is free", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const { port } = other.address() as { port: number };
  await expect(assertFree(config({ port }))).rejects.toThrow(
    `a port that is free: another program uses this one, perhaps the site itself. Stop it, or start with PORT=${port + 1}`,
  );
  other.close();
  await once(other, "close");
  await assertFree(config({ port }));
});

it.each([
  ["EADDRINUSE", /PORT.*3000.*Stop it/s],
  ["EACCES", /PORT.*3000.*1024 or higher/s],
  ["EADDRNOTAVAIL", /HOST.*127\.0\.0\.1.*0\.0\.0\.0 for all/s],
  ["ENOTFOUND", /HOST.*127\.0\.0\.1.*0\.0\.0\.0 for all/s],
  ["EAI_AGAIN", /HOST.*127\.0\.0\.1.*0\.0\.0\.0 for all/s],
  ["EINVAL", /HOST.*127\.0\.0\.1.*0\.0\.0\.0 for all/s],
  ["EMFILE", /^fault$/],
])("says of %s what to change", async (code, words) => {
  const asked: object[] = [];
  const app = {
    listen: (place: object) => {
      asked.push(place);
      return Promise.reject(Object.assign(new Error("fault"), { code }));
    },
  };
  await expect(listen(app as never, config({}))).rejects.toThrow(words);
  expect(asked).toEqual([{ port: 3_000, host: "127.0.0.1" }]);
});

it.each([
  ["127.0.0.1", "localhost"],
  ["0.0.0.0", "localhost"],
  ["::", "localhost"],
  ["::1", "localhost"],
  ["127.0.0.11", "127.0.0.11"],
  ["10.0.0.0.0", "10.0.0.0.0"],
  ["site.example", "site.example"],
])("is opened on %s at %s", (host, opened) => {
  expect(addressOf({ port: 8_080 }, config({ host }))).toBe(`http://${opened}:8080`);
  for (const unknown of [null, "/run/site.sock"])
    expect(addressOf(unknown, config({ host }))).toBe(`http://${opened}:3000`);
});
