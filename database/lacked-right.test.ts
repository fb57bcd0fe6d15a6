// docs/operations.md: which right the account lacks to a database that cannot be opened

import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { asNobody } from "../tests/support/rights.ts";
import { lackedRight } from "./lacked-right.server.ts";

const files = ["site.db", "site.db-wal", "site.db-shm", "site.db.key"];

it.each([
  ...files.map((file): [string, number, string] => [file, 0o444, file]),
  ["site.db", 0o222, "site.db"],
  ["site.db", 0o666, undefined],
  ["others", 0, undefined],
])("with %s of mode %o names %s", async (name, mode, lacked) => {
  const folder = mkdtempSync(join(tmpdir(), "right-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of [...files, "others"]) {
    writeFileSync(join(folder, file), "");
    chmodSync(join(folder, file), 0o666);
  }
  chmodSync(folder, 0o777);
  chmodSync(join(folder, name), mode);
  const told = await asNobody(async () => lackedRight(`sqlite:${join(folder, "site.db")}`));
  chmodSync(folder, 0o700);
  expect(told).toBe(lacked && `this account has no right to ${join(folder, lacked)}`);
});

it.each([0o755, 0o333])("names the folder of mode %o", (mode) => {
  const folder = mkdtempSync(join(tmpdir(), "right-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  chmodSync(folder, mode);
  // Whether a folder may be written to is asked of the process's own account, not of the one that it stands in for.
  const source = readFileSync("database/lacked-right.server.ts", "utf8");
  const input = `${source}; process.stdout.write(String(lackedRight("sqlite:${join(folder, "site.db")}")));`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module-typescript", "-"], {
    ...{ input, encoding: "utf8", cwd: "/" },
    ...(process.geteuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
  });
  chmodSync(folder, 0o700);
  expect(stdout).toBe(`this account has no right to ${folder}`);
});

it("says nothing of what is not there, and of a server", () => {
  const folder = mkdtempSync(join(tmpdir(), "right-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(lackedRight(`sqlite:${join(folder, "site.db")}`)).toBeUndefined();
  expect(lackedRight("sqlite:/no/such/folder/site.db")).toBeUndefined();
  expect(lackedRight("postgres://127.0.0.1/site")).toBeUndefined();
});
