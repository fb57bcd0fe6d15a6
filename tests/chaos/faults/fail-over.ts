import { setTimeout as sleep } from "node:timers/promises";
import { startStandby } from "../../support/postgres.ts";
import { query } from "../query.ts";
import type { Scenario } from "../stage.ts";
import { movingAddress } from "./moving-address.ts";

/** Every session becomes read-only under load, as on a server that has become the standby, and then none is. */
export const readOnly: Scenario = {
  name: "read-only",
  databases: ["postgres"],
  worst: 10_000,
  hasOwnServer: true,
  async run(stage) {
    const { visitors } = stage;
    const site = await stage.startSite();
    const load = visitors.come({ atOnce: 8 });
    await visitors.areStored(60, 30_000);
    const url = stage.server?.url ?? "";
    const set = async (isReadOnly: boolean) => {
      // No block of statements: it may not stand in a transaction.
      await query(url, `alter system set default_transaction_read_only = ${isReadOnly ? "on" : "off"}`);
      await query(url, "select pg_reload_conf()");
    };
    await set(true);
    await sleep(2_000);
    const { status } = await site.readiness();
    await sleep(10_000);
    await set(false);
    stage.expect(await visitors.areStored(40, 5_000), "nothing is stored after the fail-over");
    await load.end();
    stage.expect(status === 503, `/readyz said ${status} while the server was read-only`);
    stage.expect((await site.readiness()).status === 200, "not ready after the fail-over");
    stage.expect(visitors.count("other answer") === 0, "words were lost");
    stage.expect(visitors.count("shown again") > 0, "the fault was not felt");
  },
};

/**
 * The server dies under load, its standby is promoted and takes over the address. It had to have each commit on its disk
 * before a commit was answered (`synchronous_commit = on` with `synchronous_standby_names`): so nothing may be lost.
 */
export const promotion: Scenario = {
  name: "promotion",
  databases: ["postgres"],
  worst: 10_000,
  hasOwnServer: true,
  async run(stage) {
    const { visitors, server } = stage;
    if (!server) return;
    const standby = await startStandby(server);
    stage.atEnd(() => standby.stop());
    const follows = async () =>
      (await query(server.url, "select 1 from pg_stat_replication where state = 'streaming'").catch(() => []))
        .length === 1;
    stage.expect(await stage.becomes(follows, 20_000), "the standby does not follow");
    await query(server.url, "alter system set synchronous_standby_names = '*'");
    await query(server.url, "select pg_reload_conf()");
    const address = await movingAddress(Number(new URL(server.url).port));
    stage.atEnd(() => address.close());
    const direct = stage.databaseUrl;
    stage.databaseUrl = onPort(direct, address.port);
    const sites = [await stage.startSite(), await stage.startSite({ PORT: await stage.freePort() })];
    const load = visitors.come({ atOnce: 8 });
    await visitors.areStored(100, 30_000);
    const fell = performance.now();
    await server.stop();
    address.moveTo(Number(new URL(standby.url).port));
    await query(standby.url, "select pg_promote()");
    stage.expect(await visitors.areStored(60, 15_000), "nothing is stored on the promoted server");
    stage.notes.push(`the next form was stored ${Math.round(performance.now() - fell)} ms after the fall`);
    await load.end();
    stage.expect((await sites[0]?.readiness())?.status === 200, "not ready after the promotion");
    stage.expect(visitors.count("other answer") === 0, "words were lost");
    stage.notes.push("synchronous_commit = on, one synchronous standby");
  },
};

function onPort(databaseUrl: string, port: number): string {
  const url = new URL(databaseUrl);
  url.port = String(port);
  return url.href;
}
