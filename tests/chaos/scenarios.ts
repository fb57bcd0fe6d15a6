import { clock } from "./clock.ts";
import { fullDisk, fullMailFolder, restoreOnFullDisk } from "./disks.ts";
import { promotion, readOnly } from "./fail-over.ts";
import { kills } from "./kills.ts";
import { lockedFile, lockedTable } from "./locks.ts";
import * as mail from "./mail.ts";
import { crash, late, pooler, restart, serializable } from "./postgres-server.ts";
import {
  fileDamaged,
  fileMoved,
  fileOverwritten,
  fileRemoved,
  fileReplaced,
  logRemoved,
} from "./sqlite-file.ts";
import { erase, purge, redeliver, rewrites } from "./staff-commands.ts";
import type { Scenario } from "./stage.ts";
import { rolling, stopWithBody, stopWithMail, stopWithNewConnections } from "./stopping.ts";
import { laterVersion, resend, takeOver, tls } from "./versions.ts";

/** All there are, those that take longest first. */
export function scenarios(load: Parameters<typeof kills>[0]): Scenario[] {
  return [
    kills(load),
    ...[mail.slowServer, mail.hangingRecipient, lockedFile, lockedTable],
    ...[
      fileMoved,
      fileRemoved,
      fileReplaced,
      fileOverwritten,
      fileDamaged,
      logRemoved,
      fullDisk,
      fullMailFolder,
    ],
    ...[promotion, readOnly, restart, crash, late, pooler, serializable],
    ...[mail.refusedRecipient, mail.operatorsMistakes, mail.droppedAnswer, mail.mailRestart],
    ...[stopWithBody, stopWithMail, stopWithNewConnections, rolling, clock],
    ...[takeOver, laterVersion, tls, resend],
    ...[purge, erase, rewrites, redeliver, restoreOnFullDisk],
  ];
}
