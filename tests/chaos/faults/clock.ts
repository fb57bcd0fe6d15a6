import { spawnSync } from "node:child_process";
import type { Scenario } from "../stage.ts";

/** What Debian's `faketime` loads into a program; undefined where it is not installed. */
function faketimeLibrary(): string | undefined {
  const { stdout } = spawnSync("faketime", ["-f", "+0", "printenv", "LD_PRELOAD"], { encoding: "utf8" });
  return stdout?.trim() || undefined;
}

/** The clock of one of two instances is ten minutes ahead: more than a claim lasts. */
export const clock: Scenario = {
  name: "clock",
  databases: ["postgres"],
  worst: 10_000,
  missing: () => (faketimeLibrary() ? undefined : "there is no faketime (Debian: apt-get install faketime)"),
  async run(stage) {
    const { visitors, smtp } = stage;
    // Mails are under way long enough for the other one to look.
    smtp.delay = 1_500;
    const right = await stage.startSite();
    const ahead = await stage.startSite({
      PORT: await stage.freePort(),
      LD_PRELOAD: faketimeLibrary() ?? "",
      FAKETIME: "+10m",
      FAKETIME_DONT_FAKE_MONOTONIC: "1",
    });
    for (let count = 0; count < 30; count += 1)
      await visitors.send(visitors.fillIn(), count % 2 === 0 ? right.address : ahead.address);
    stage.expect(visitors.acknowledged.size === 30, `${visitors.acknowledged.size} of 30 stored`);
    const isDone = async () =>
      (await stage.query("select id from notifications where status = 'pending'")).length === 0;
    stage.expect(await stage.becomes(isDone, 60_000), "mails wait although both instances run");
    const lead = await stage.query<{ created_at: Date }>(
      "select created_at from notifications order by created_at desc limit 1",
    );
    stage.notes.push(
      `latest row ${Math.round((Number(lead[0]?.created_at) - Date.now()) / 60_000)} minutes ahead`,
    );
    smtp.delay = 0;
  },
};
