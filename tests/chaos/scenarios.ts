import { clock } from "./faults/clock.ts";
import { descriptors } from "./faults/descriptors.ts";
import { fullDisk, fullMailFolder, restoreOnFullDisk } from "./faults/disks.ts";
import { promotion, readOnly } from "./faults/fail-over.ts";
import { kills } from "./faults/kills.ts";
import { lockedFile, lockedTable } from "./faults/locks.ts";
import * as mail from "./faults/mail.ts";
import { crash, late, pooler, restart, serializable } from "./faults/postgres-server.ts";
import {
  fileDamaged,
  fileMoved,
  fileOverwritten,
  fileRemoved,
  fileReplaced,
  logRemoved,
} from "./faults/sqlite-file.ts";
import { erase, purge, redeliver, rewrites } from "./faults/staff-commands.ts";
import { rolling, stopWithBody, stopWithMail, stopWithNewConnections } from "./faults/stopping.ts";
import { laterVersion, resend, takeOver, tls } from "./faults/versions.ts";
import type { Scenario } from "./stage.ts";

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
      descriptors,
    ],
    ...[promotion, readOnly, restart, crash, late, pooler, serializable],
    ...[mail.refusedRecipient, mail.operatorsMistakes, mail.droppedAnswer, mail.mailRestart],
    ...[stopWithBody, stopWithMail, stopWithNewConnections, rolling, clock],
    ...[takeOver, laterVersion, tls, resend],
    ...[purge, erase, rewrites, redeliver, restoreOnFullDisk],
  ];
}
