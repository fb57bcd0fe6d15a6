// docs/operations/many-machines.md: what visitors notice of an upgrade, and of an instance that is killed: nothing

import { globSync, renameSync, rmSync } from "node:fs";
import { fetch } from "undici";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "../support/databases.ts";
import { findPgbouncer } from "../support/pgbouncer.ts";
import { isInstalled, startCaddy, startNginx } from "./edges.ts";
import { copyTree } from "./fleet.ts";
import { type Play, playUpgrade } from "./play-upgrade.ts";

const root = process.cwd();
/** The version before: as this one, but its form's script has another name. */
let previous: string;
beforeAll(() => {
  previous = copyTree(root);
  for (const file of globSync(`${previous}/build/client/assets/form-script-*`))
    renameSync(file, file.replace(/form-script-[\w-]{8}/, "form-script-Earlier0"));
});
afterAll(() => rmSync(previous, { recursive: true, force: true }));

/** Addresses of the form's script of both versions. */
function formScripts(): string[] {
  return [root, previous].flatMap((tree) =>
    globSync("assets/form-script-*.js", { cwd: `${tree}/build/client` }).map((file) => `/${file}`),
  );
}

/** @param play all but the database and the versions */
async function play(play: Pick<Play, "startEdge" | "between" | "kills">): Promise<void> {
  const database = await createTestDatabase("postgres");
  const outcome = await playUpgrade({ previous, current: root, databaseUrl: database.url, ...play });
  await database.drop();
  expect(outcome.failures).toEqual([]);
  expect(outcome.ends).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ]);
  expect(outcome.told.length).toBeGreaterThanOrEqual(40);
  expect(outcome.pages).toBeGreaterThan(100);
  expect(outcome.rows).toEqual(outcome.told);
  expect(outcome.notifications).toBe(outcome.rows.length);
}

it("behind nginx no page fails, and no form is lost or stored twice, also when an instance is killed", async ({
  skip,
}) => {
  if (!isInstalled("nginx")) skip("nginx is not installed (Debian: nginx)");
  if (!findPgbouncer()) skip("PgBouncer is not installed (Debian: pgbouncer)");
  const scripts = formScripts();
  expect(scripts).toHaveLength(2);
  await play({
    startEdge: startNginx,
    // Each instance has one of the two, and may be asked for the other one.
    async between({ address, agent: dispatcher }) {
      for (const turn of [1, 2, 3])
        for (const script of scripts) {
          const { status } = await fetch(`${address}${script}?${turn}`, { dispatcher });
          expect([script, turn, status]).toEqual([script, turn, 200]);
        }
    },
    kills: true,
  });
});

it("behind Caddy no page fails, and no form is lost or stored twice", async ({ skip }) => {
  // The same play in front of another edge, whose file has tests of its own.
  if (!process.env.ALL_EDGES) skip("takes another minute; ALL_EDGES=1 plays it");
  if (!isInstalled("caddy")) skip("caddy is not installed (Debian: caddy)");
  if (!findPgbouncer()) skip("PgBouncer is not installed (Debian: pgbouncer)");
  // It does not ask another instance for a form that one has begun with.
  await play({ startEdge: startCaddy, kills: false });
});
