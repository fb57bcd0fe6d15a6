// docs/operations.md, 'Backups': the unfinished copy of backup.ts

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { backUp, type Copies } from "./backup.ts";

it("a backup is for its account alone from its first byte on, not only once it is whole", async () => {
  const folder = mkdtempSync(join(tmpdir(), "draft-"));
  const modeOf = (file: string) => statSync(file).mode & 0o777;
  const write = vi.fn(async (draft: string) => ({ mode: modeOf(draft) }));
  const file = join(folder, "site.db");
  const written = await backUp({ write } as unknown as Copies, file);
  expect([written, modeOf(file)]).toEqual([{ mode: 0o600 }, 0o600]);
  rmSync(folder, { recursive: true });
});
