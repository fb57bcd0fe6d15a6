// docs/operations.md, 'Data'

import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { connectDatabase } from "#database/connect.server.ts";
import { newDatabase } from "./new-database.ts";

let folder: string;
let dataDir: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "new-database-"));
  dataDir = join(folder, "data");
  mkdirSync(dataDir);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What is told of a start, if anything. */
async function start(path: string) {
  let told: ReturnType<typeof newDatabase> | undefined;
  const databaseUrl = `sqlite:${path}`;
  const connection = await connectDatabase(databaseUrl, {
    onNew: (loss) => {
      told = newDatabase({ databaseUrl, dataDir }, loss);
    },
  });
  await connection.close();
  return told;
}

function addSubmission(path: string) {
  const database = new DatabaseSync(path);
  database.exec(
    "insert into contact_submissions (id, created_at, full_name, email, reason_for_contact, message, newsletter_signup) values ('a', '2026-11-01', 'Ada', 'ada@visitor.example', 'Interest', '', 0)",
  );
  database.close();
}

/** Of another version perhaps: the rows alone tell. */
function makeDatabase(path: string, ...statements: string[]) {
  const database = new DatabaseSync(path);
  for (const statement of ["create table contact_submissions (id)", ...statements]) database.exec(statement);
  database.close();
}
const row = "insert into contact_submissions values ('a')";

describe("a start", () => {
  it("tells calmly of the first database at its usual place, and nothing at the next", async () => {
    const path = join(dataDir, "site.db");
    expect(await start(path)).toEqual({
      words: `no database was at ${path}: a new, empty one was made.`,
      level: "info",
    });
    expect(await start(path)).toBeUndefined();
  });

  it("doubts one that is made anywhere else, once", async () => {
    const path = join(folder, "elsewhere/site.db");
    expect(await start(path)).toEqual({
      words: expect.stringMatching(
        /^no database was at .*elsewhere.*: a new, empty one was made\. .*DATABASE_URL/,
      ),
      level: "warn",
    });
    expect(await start(path)).toBeUndefined();
  });

  it("names where submissions lie, at a mistyped path as at the usual one, and leaves nothing there", async () => {
    const right = join(dataDir, "site.db");
    await start(right);
    addSubmission(right);
    const before = readdirSync(dataDir);
    expect((await start(join(folder, "mistyped/site.db")))?.words).toContain(
      `there are submissions in ${right}.`,
    );
    expect(readdirSync(dataDir)).toEqual(before);
    rmSync(join(dataDir, "site.db.key"), { force: true });
    const told = await start(join(dataDir, "site.bd"));
    expect(told?.level).toBe("error");
    expect(told?.words).toContain(`there are submissions in ${right}.`);
  });

  it.runIf(process.platform === "linux")(
    "leaves its own files alone, also by other names, as SQLite's locks on them would end",
    async () => {
      const path = join(dataDir, "site.db");
      const databaseUrl = `sqlite:${path}`;
      const links = ["link.db", "same.db", "log.db", "index.db"].map((name) => join(dataDir, name));
      const locks = () =>
        readFileSync("/proc/locks", "utf8")
          .split("\n")
          .filter((line) => line.includes(` ${process.pid} `))
          .map((line) => line.replace(/^\d+: /, ""));
      const { close } = await connectDatabase(databaseUrl, {
        onNew: () => {
          symlinkSync(path, links[0] ?? "");
          linkSync(path, links[1] ?? "");
          linkSync(`${path}-wal`, links[2] ?? "");
          linkSync(`${path}-shm`, links[3] ?? "");
          const before = locks();
          expect(before).not.toEqual([]);
          newDatabase({ databaseUrl, dataDir });
          expect(locks()).toEqual(before);
        },
      });
      await close();
    },
  );

  it("names a backup that is known", async () => {
    const note = { file: "/backups/site-1.db", at: "2026-11-01T03:00:00.000Z", contents: {} };
    writeFileSync(join(dataDir, "last-backup.json"), JSON.stringify(note));
    expect(await start(join(dataDir, "site.db"))).toEqual({
      words: expect.stringContaining("a backup of 2026-11-01T03:00:00.000Z is known: /backups/site-1.db"),
      level: "error",
    });
  });

  it("names three databases at most, beside a backup of which no more is known", () => {
    for (const name of ["a", "b", "c", "d"]) makeDatabase(join(dataDir, `${name}-wal.db`), row);
    writeFileSync(join(dataDir, "last-backup.json"), "damaged");
    const { words } = newDatabase({ databaseUrl: "postgres://db.example/site", dataDir });
    expect(words).toContain(" But a backup was made before, and there are submissions in ");
    const [, named = ""] = /submissions in (.*)\. If submissions are missing/.exec(words) ?? [];
    expect(named.split(", ")).toEqual(Array(3).fill(expect.stringMatching(/^\/.*\/data\/[a-d]-wal\.db$/)));
  });

  it("looks beside the database as well, and counts what is in a log only", async () => {
    makeDatabase(join(folder, "old.db"));
    writeFileSync(join(folder, "old.db-wal"), "rows");
    expect((await start(join(folder, "new.db")))?.words).toContain(
      `there are submissions in ${join(folder, "old.db")}.`,
    );
  });

  it("repeats what is known of a database that was lost", async () => {
    const path = join(dataDir, "site.db");
    writeFileSync(`${path}.key`, "key");
    expect(await start(path)).toEqual({
      words: expect.stringContaining("though there was one"),
      level: "error",
    });
  });

  it("takes files of others for nothing", async () => {
    for (const name of ["notes.txt", "other.db"]) writeFileSync(join(dataDir, name), "words");
    new DatabaseSync(join(dataDir, "other.sqlite")).exec("create table things (id)");
    makeDatabase(join(dataDir, "empty.db"));
    expect((await start(join(dataDir, "site.db")))?.level).toBe("info");
  });

  it("goes on where neither the folder nor the note of a backup can be read", async () => {
    const missing = { databaseUrl: "postgres://db.example/site", dataDir: join(folder, "none") };
    expect(newDatabase(missing).level).toBe("info");
    mkdirSync(join(dataDir, "last-backup.json"));
    expect((await start(join(dataDir, "site.db")))?.level).toBe("info");
  });

  it("knows the usual place by a relative path, too", () => {
    const usual = relative(process.cwd(), join(dataDir, "site.db"));
    expect(newDatabase({ databaseUrl: `sqlite:${usual}`, dataDir }).level).toBe("info");
  });

  it("says of PostgreSQL that its tables were made", () => {
    const databaseUrl = "postgres://site@db.example/site";
    expect(newDatabase({ databaseUrl, dataDir })).toEqual({
      words: "the database had no tables of the site: they were made, and are empty.",
      level: "info",
    });
  });
});
