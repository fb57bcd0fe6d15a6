import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { get } from "node:http";
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
    const isFelt = () => isTurnedAway(site.port);
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

/** Whether somebody who comes anew gets no answer: those who are connected may need no descriptor more. */
function isTurnedAway(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path: "/healthz", agent: false, timeout: 2_000 });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(true));
    request.on("response", (answer) => {
      answer.resume();
      resolve(false);
    });
  });
}
