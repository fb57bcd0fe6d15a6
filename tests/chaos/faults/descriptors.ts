import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { connect, type Socket } from "node:net";
import type { Scenario } from "../stage.ts";

/** Connections that ask for nothing take every file descriptor there is, and go again. */
export const descriptors: Scenario = {
  name: "descriptors",
  databases: ["sqlite"],
  worst: 10_000,
  missing: () => (spawnSync("prlimit", ["--version"]).error ? "prlimit is not installed" : undefined),
  async run(stage) {
    const { visitors } = stage;
    const site = await stage.startWithForms();
    const load = visitors.come();
    const most = String(readdirSync(`/proc/${site.pid}/fd`).length + 10);
    spawnSync("prlimit", [`--pid=${site.pid}`, `--nofile=${most}:${most}`]);
    const idle = Array.from({ length: 60 }, () => connect(site.port, "127.0.0.1").on("error", () => {}));
    const since = visitors.answers.length;
    const isFelt = () => visitors.count("no answer", since) + visitors.count("shown again", since) > 20;
    stage.expect(await stage.becomes(isFelt, 20_000), "that no descriptor is left was not felt");
    await stage.becomes(() => !site.isRunning, 1_500);
    idle.forEach((socket: Socket) => void socket.destroy());
    stage.expect(
      await visitors.areStored(20, 15_000),
      "nothing is stored although there are descriptors again",
    );
    await load.end();
    stage.expect(
      await stage.becomes(async () => (await site.readiness()).status === 200, 5_000),
      "not ready although there are descriptors again",
    );
  },
};
