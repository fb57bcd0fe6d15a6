import { fullDisk, fullMailFolder, restoreOnFullDisk } from "./disks.ts";
import { promotion, readOnly } from "./fail-over.ts";
import { kills } from "./kills.ts";
import { lockedFile, lockedTable } from "./locks.ts";
import { crash, late, pooler, restart, serializable } from "./postgres-server.ts";
import { fileMoved, fileRemoved, fileReplaced, logRemoved } from "./sqlite-file.ts";
import type { Scenario } from "./stage.ts";

/** All there are, those that take longest first. */
export function scenarios(load: Parameters<typeof kills>[0]): Scenario[] {
  return [
    kills(load),
    ...[lockedFile, lockedTable, fullDisk, restoreOnFullDisk, fullMailFolder],
    ...[fileMoved, fileRemoved, fileReplaced, logRemoved],
    ...[promotion, readOnly, restart, crash, late, pooler, serializable],
  ];
}
