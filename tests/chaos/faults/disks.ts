import { existsSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Scenario, Stage } from "../stage.ts";

/** Takes all the room that is left. @returns the file to remove */
function fillDisk(folder: string): string {
  const filler = join(folder, "filler");
  for (const size of [1_000_000, 4_096])
    for (;;)
      try {
        writeFileSync(filler, Buffer.alloc(size), { flag: "a" });
      } catch {
        break;
      }
  return filler;
}

/** The disk is full for a while, and then it is not. */
export const fullDisk: Scenario = {
  name: "full-disk",
  databases: ["sqlite", "postgres"],
  worst: 10_000,
  hasOwnServer: true,
  disk: "128m",
  async run(stage) {
    const { visitors, folder, server } = stage;
    const site = await stage.startWithForms();
    const filler = fillDisk(folder);
    const since = visitors.answers.length;
    // SQLite writes into the room that its log has already, PostgreSQL into that of its last pages.
    const patient = visitors.come({ atOnce: 8, pause: 5 });
    const isFull = await stage.becomes(() => visitors.count("shown again", since) > 40, 60_000);
    stage.expect(isFull, "the full disk was not felt");
    // How much room PostgreSQL has, nobody knows but its own machine.
    if (!server)
      stage.expect((await site.readiness()).status === 503, "ready although nothing can be stored");
    rmSync(filler);
    if (server) await bringUp(stage);
    stage.expect(await visitors.areStored(20, 15_000), "nothing is stored although there is room again");
    await patient.end();
    stage.expect(
      await stage.becomes(async () => (await site.readiness()).status === 200, 5_000),
      "not ready although there is room again",
    );
    const others = visitors.count("other answer", since) + visitors.count("no answer", since);
    stage.expect(others === 0, `${others} posts lost their words`);
  },
};

/** PostgreSQL ends itself when it cannot write its log. */
async function bringUp(stage: Stage): Promise<void> {
  const answers = () =>
    stage.query("select 1").then(
      () => true,
      () => false,
    );
  if (await stage.becomes(answers, 3_000)) return;
  await stage.server?.stop();
  await stage.server?.start();
  stage.notes.push("the server had ended itself and was started again");
}

/** A backup is put back where there is no room for it. */
export const restoreOnFullDisk: Scenario = {
  name: "restore-full-disk",
  databases: ["sqlite"],
  worst: 10_000,
  disk: "16m",
  async run(stage) {
    const { folder } = stage;
    const site = await stage.startWithForms();
    const backup = join(tmpdir(), `chaos-${process.pid}.db`);
    stage.atEnd(() => rmSync(backup, { force: true }));
    await stage.backUp(backup);
    stage.expect((await site.end("SIGTERM")) === 0, "did not end with 0");
    const filler = fillDisk(folder);
    const { code, output } = await stage.command("restore", backup, "--yes");
    stage.expect(code === 1, `restore on a full disk ended with ${code}`);
    stage.expect(/room|full/.test(output) && !/^\s+at /m.test(output), `restore said: ${output}`);
    stage.expect(existsSync(join(folder, "site.db")), "there is no database any more");
    const full = await stage.command("backup", join(folder, "copy.db"));
    stage.expect(
      full.code === 1 && !existsSync(join(folder, "copy.db")),
      "backup left a file without room for it",
    );
    rmSync(filler);
    await killRestores(stage, backup);
    const again = await stage.startSite();
    stage.expect((await again.readiness()).status === 200, "not ready after the failed restore");
  },
};

/** `restore` is killed at different moments: there is a whole database after each. */
async function killRestores(stage: Stage, backup: string): Promise<void> {
  for (let wait = 300; wait <= 1_200; wait += 100) {
    await stage.command("restore", backup, "--yes", { killAfter: wait });
    const [row] = await stage.query<{ n: number }>("select count(*) as n from contact_submissions");
    stage.expect(
      row?.n === stage.visitors.acknowledged.size,
      `${row?.n} rows after a restore that was killed`,
    );
  }
}

/** The disk is full where mails are written as files; they wait. */
export const fullMailFolder: Scenario = {
  name: "full-mail-folder",
  databases: ["postgres"],
  worst: 10_000,
  disk: "16m",
  async run(stage) {
    const { visitors, folder } = stage;
    const site = await stage.startSite({ SMTP_URL: "" });
    const filler = fillDisk(folder);
    const load = visitors.come();
    stage.expect(await visitors.areStored(40, 30_000), "no mail can be written, and no form is stored");
    await load.end();
    await sleep(500);
    await site.end("SIGTERM");
    rmSync(filler);
    await stage.startSite();
  },
};
