import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Scenario, Stage } from "../stage.ts";

/** Names of the database's files. */
const files = (stage: Stage) =>
  readdirSync(stage.folder).filter((name) => /^site\.db(-wal|-shm)?$/.test(name));

/** Posts while the database is away: each is to be shown again, and the site is not ready. */
async function expectRefusals(stage: Stage, site: Awaited<ReturnType<Stage["startSite"]>>, time: number) {
  const { visitors } = stage;
  const since = visitors.answers.length;
  const load = visitors.come({ isStubborn: false, pause: 100 });
  await sleep(time);
  const { status } = await site.readiness();
  await load.end();
  const asked = visitors.answers.length - since;
  stage.expect(status === 503, `/readyz said ${status} while the file was away`);
  stage.expect(asked > 0, "nobody asked while the file was away");
  stage.expect(
    visitors.count("shown again", since) === asked,
    `of ${asked} posts while the file was away ${visitors.count("shown again", since)} were shown again`,
  );
}

/** The database is moved away while people send, and comes back. */
export const fileMoved: Scenario = {
  name: "file-moved",
  databases: ["sqlite"],
  worst: 10_000,
  async run(stage) {
    const { visitors, folder } = stage;
    const site = await stage.startSite();
    const load = visitors.come();
    await visitors.areStored(60, 30_000);
    const away = join(folder, "away");
    mkdirSync(away);
    const names = files(stage);
    for (const name of names) renameSync(join(folder, name), join(away, name));
    // What is acknowledged from here on is in the files that come back.
    await sleep(500);
    await load.end();
    await expectRefusals(stage, site, 3_000);
    for (const name of names) renameSync(join(away, name), join(folder, name));
    const again = visitors.come();
    stage.expect(await visitors.areStored(20, 10_000), "nothing is stored after the file came back");
    stage.expect((await site.readiness()).status === 200, "not ready after the file came back");
    await again.end();
  },
};

/** The database is removed for good: nobody may be told that a form was stored. */
export const fileRemoved: Scenario = {
  name: "file-removed",
  databases: ["sqlite"],
  worst: 10_000,
  async run(stage) {
    const { visitors, folder, smtp } = stage;
    const site = await stage.startWithForms();
    await stage.drain();
    for (const name of files(stage)) rmSync(join(folder, name));
    // Their forms went with the file.
    visitors.acknowledged.clear();
    smtp.messages.length = 0;
    smtp.recipients.length = 0;
    await expectRefusals(stage, site, 4_000);
    stage.expect((await site.end("SIGTERM")) === 0, "did not end with 0");
    await stage.startSite();
    const again = visitors.come();
    stage.expect(await visitors.areStored(20, 10_000), "nothing is stored after a new start");
    await again.end();
  },
};

/** A copy is put in the place of the database, as a restore by hand does. */
export const fileReplaced: Scenario = {
  name: "file-replaced",
  databases: ["sqlite"],
  worst: 10_000,
  async run(stage) {
    const { visitors, folder } = stage;
    await stage.startWithForms();
    const copy = await stage.backUp();
    const since = visitors.answers.length;
    renameSync(copy, join(folder, "site.db"));
    for (const ending of ["-wal", "-shm"]) rmSync(join(folder, `site.db${ending}`), { force: true });
    const last = visitors.come();
    stage.expect(await visitors.areStored(40, 15_000), "nothing is stored in the new file");
    await last.end();
    stage.expect(visitors.count("other answer", since) === 0, "words were lost");
  },
};

/** A backup is written over the open file, as `cp` does, while people send; then the site starts anew. */
export const fileOverwritten: Scenario = {
  name: "file-overwritten",
  databases: ["sqlite"],
  worst: 10_000,
  async run(stage) {
    const { visitors, folder } = stage;
    const site = await stage.startWithForms();
    copyFileSync(await stage.backUp(), join(folder, "site.db"));
    const next = visitors.come();
    stage.expect(await visitors.areStored(40, 15_000), "nothing is stored in the file that was written over");
    await next.end();
    stage.expect((await site.readiness()).status === 200, "not ready after the file was written over");
    await stage.drain();
    stage.expect((await site.end("SIGTERM")) === 0, "did not end with 0");
    const [check] = await stage.query<{ integrity_check: string }>("pragma integrity_check");
    stage.expect(check?.integrity_check === "ok", `the file is damaged: ${check?.integrity_check}`);
    await stage.startSite();
    const last = visitors.come();
    stage.expect(await visitors.areStored(20, 10_000), "nothing is stored after a new start");
    await last.end();
  },
};

/** The file is damaged and stays so for a while; then it is put right, and nothing is started anew. */
export const fileDamaged: Scenario = {
  name: "file-damaged",
  databases: ["sqlite"],
  worst: 10_000,
  async run(stage) {
    const { visitors, folder } = stage;
    const site = await stage.startWithForms({ LOG_LEVEL: "error" });
    await stage.drain();
    await stage.query("pragma wal_checkpoint(truncate)");
    const file = join(folder, "site.db");
    const sound = readFileSync(file);
    // Only the log holds them.
    await visitors.send(visitors.fillIn());
    await stage.drain();
    // The first page is all that opening it needs.
    writeFileSync(file, Buffer.concat([sound.subarray(0, 4_096), Buffer.alloc(sound.length - 4_096, 7)]));
    await expectRefusals(stage, site, 4_000);
    for (const path of ["/healthz", "/about/company", "/contact"]) {
      const { status } = await fetch(site.address + path);
      stage.expect(status === 200, `${path} was answered ${status} beside a damaged file`);
    }
    stage.expect(
      site.log.includes("the database file is damaged"),
      `the log says: ${site.log.slice(0, 2_000)}`,
    );
    writeFileSync(file, sound);
    const next = visitors.come();
    stage.expect(await visitors.areStored(20, 10_000), "nothing is stored after the file was put right");
    await next.end();
    stage.expect((await site.readiness()).status === 200, "not ready after the file was put right");
  },
};

/** The log is removed while people send; then the site is killed. */
export const logRemoved: Scenario = {
  name: "log-removed",
  databases: ["sqlite"],
  worst: 10_000,
  mailedTwice: 5,
  async run(stage) {
    const { visitors, folder } = stage;
    const site = await stage.startSite();
    const load = visitors.come();
    await visitors.areStored(60, 30_000);
    rmSync(join(folder, "site.db-wal"));
    await sleep(1_000);
    await site.end("SIGKILL");
    stage.hasCrashed = true;
    await stage.startSite();
    stage.expect(await visitors.areStored(20, 10_000), "nothing is stored after the log was removed");
    await load.end();
  },
};
