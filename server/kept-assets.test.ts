// docs/specification.md, 'Assets of earlier releases'

import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { findKeptAsset, keepAssets, keepAssetsWhileRunning } from "./kept-assets.ts";

const day = 86_400_000;
const start = new Date("2026-11-21T10:00:00Z");
const daysLater = (days: number) => new Date(start.getTime() + days * day);

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "data-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
});

/** A built client with these assets, each with its own name as content. */
function release(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "client-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of names) {
    mkdirSync(dirname(join(folder, "assets", name)), { recursive: true });
    writeFileSync(join(folder, "assets", name), name);
  }
  return folder;
}

const kept = () =>
  readdirSync(join(dataDir, "assets"), { recursive: true })
    .map(String)
    .filter((name) => name !== "cards")
    .sort();

const [script, picture] = ["form-Ab3-_x9Z.js", "ada-0123abcd.avif"];

describe("assets of earlier releases", () => {
  it("are found with the compressed forms and headers that they had", async () => {
    await keepAssets(release(script, `${script}.br`, `${script}.gz`), dataDir, start);
    await keepAssets(release(picture), dataDir, daysLater(1));
    const file = await findKeptAsset(dataDir, `/assets/${script}`);
    expect(String(file?.bodies.identity)).toBe(script);
    expect(String(file?.bodies.br)).toBe(`${script}.br`);
    expect(String(file?.bodies.gzip)).toBe(`${script}.gz`);
    expect(file?.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });

  it("stay for 30 days after a release with them last ran, however long it did", async () => {
    const [old, next] = [release(script, `${script}.br`, "cards/a-0123456789.png"), release(picture)];
    await keepAssets(old, dataDir, start);
    await keepAssets(old, dataDir, daysLater(90));
    await keepAssets(next, dataDir, daysLater(119));
    expect(kept()).toEqual([picture, "cards/a-0123456789.png", script, `${script}.br`].sort());
    await keepAssets(next, dataDir, daysLater(121));
    expect(kept()).toEqual([picture]);
  });

  it("are written once, and not at all by a release that ends", async () => {
    const client = release(script);
    await keepAssets(client, dataDir, start, AbortSignal.abort());
    expect(existsSync(join(dataDir, "assets"))).toBe(false);
    await keepAssets(client, dataDir, start);
    const { ino } = statSync(join(dataDir, "assets", script));
    await keepAssets(client, dataDir, daysLater(1));
    expect(statSync(join(dataDir, "assets", script))).toMatchObject({ ino, mtime: daysLater(1) });
  });

  it("are kept at the start and each day until the release ends, which goes on where they cannot", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const [clientDir, log] = [release(script), { warn: vi.fn(), info: vi.fn(), error: vi.fn() }];
    const end = keepAssetsWhileRunning({ clientDir, dataDir, now: () => start, log });
    await expect.poll(kept).toEqual([script]);
    rmSync(join(dataDir, "assets"), { recursive: true });
    writeFileSync(join(dataDir, "assets"), "in the way");
    vi.advanceTimersByTime(day - 1);
    expect(log.warn).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    const notKept = "the assets could not be kept for pages that are open at the next release";
    await expect.poll(() => log.warn.mock.calls).toEqual([[{ err: expect.any(Error) }, notKept]]);
    end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("go before their time when they are too much, the longest unused first", async () => {
    await keepAssets(release(script), dataDir, start);
    await keepAssets(release(picture), dataDir, daysLater(1));
    const large = join(dataDir, "assets/large-01234567.png");
    // Takes no room on the disk.
    writeFileSync(large, "");
    truncateSync(large, 499_999_990);
    utimesSync(large, daysLater(2), daysLater(2));
    await keepAssets(release("new-01234567.js"), dataDir, daysLater(3));
    expect(kept()).toEqual(["large-01234567.png", "new-01234567.js"]);
  });

  it("are for the site's account, whole after a crash, and without its drafts", async () => {
    const client = release(script);
    await keepAssets(client, dataDir, start);
    const file = join(dataDir, "assets", script);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    writeFileSync(file, "cut");
    const draft = `${file}.${randomUUID()}.new`;
    writeFileSync(draft, "");
    utimesSync(draft, start, start);
    await keepAssets(client, dataDir, daysLater(31));
    expect(String((await findKeptAsset(dataDir, `/assets/${script}`))?.bodies.identity)).toBe(script);
    expect(existsSync(draft)).toBe(false);
  });

  it("leave no draft behind where one cannot be put in its place", async () => {
    mkdirSync(join(dataDir, "assets", script), { recursive: true });
    await expect(keepAssets(release(script), dataDir, start)).rejects.toThrow("EISDIR");
    expect(kept()).toEqual([script]);
  });

  it("leave 200 MB free for forms", async ({ skip }) => {
    for (const [size, expected] of [
      ["190m", []],
      ["220m", [script]],
    ] as const) {
      const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${size}`, "tmpfs", dataDir]);
      if (status !== 0) skip(`no file system of its own: ${stderr}`);
      await keepAssets(release(script), dataDir, start).catch(({ message }) =>
        expect(message).toMatch(/^less/),
      );
      const found = kept();
      spawnSync("umount", ["-l", dataDir]);
      expect(found).toEqual(expected);
    }
  });

  it("are kept by instances of two releases at once", async () => {
    const clients = [release(script, picture), release(picture, "cards/a-0123456789.png")];
    await Promise.all([...clients, ...clients].map((client) => keepAssets(client, dataDir, start)));
    expect(kept()).toEqual([picture, "cards/a-0123456789.png", script].sort());
  });

  it("take no file away that is somebody's own, in the folder or where a link leads", async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
    onTestFinished(() => rmSync(elsewhere, { recursive: true }));
    const own = [
      "logo.psd",
      "README.md",
      "originals/photo-01234567.png",
      "old.js.new",
      "photo-01234567.br.png",
      `photo-01234567.${randomUUID()}.new.png`,
    ].map((name) => join(dataDir, "assets", name));
    const others = ["photo-01234567.png", "notes.txt", "cards/photo-01234567.png"].map((name) =>
      join(elsewhere, name),
    );
    for (const folder of [join(dataDir, "assets/originals"), join(elsewhere, "cards")])
      mkdirSync(folder, { recursive: true });
    for (const file of [...own, ...others]) {
      writeFileSync(file, "mine");
      utimesSync(file, start, start);
    }
    symlinkSync(elsewhere, join(dataDir, "assets/cards"));
    symlinkSync(others[0] ?? "", join(dataDir, "assets/link-01234567.png"));
    await keepAssets(release(script), dataDir, daysLater(90));
    expect([...own, ...others].filter((file) => !existsSync(file))).toEqual([]);
    // A folder that is a link altogether.
    rmSync(join(dataDir, "assets"), { recursive: true });
    symlinkSync(elsewhere, join(dataDir, "assets"));
    await keepAssets(release(script), dataDir, daysLater(90));
    expect(others.filter((file) => !existsSync(file))).toEqual([]);
  });

  it("are not served where a link, a folder or a file too large for a build has such a name", async () => {
    await keepAssets(release(script), dataDir, start);
    writeFileSync(join(dataDir, "secret"), "secret");
    symlinkSync(join(dataDir, "secret"), join(dataDir, "assets/key-01234567.js"));
    mkdirSync(join(dataDir, "assets/folder-01234567.js"));
    const large = join(dataDir, "assets/large-01234567.js");
    writeFileSync(large, "");
    truncateSync(large, 20_000_001);
    for (const name of ["key", "folder", "large"])
      expect(await findKeptAsset(dataDir, `/assets/${name}-01234567.js`)).toBeUndefined();
  });

  it("are files that a build has named, and nothing else in or above the folder", async () => {
    await keepAssets(release(script, "plain.js", ".x-01234567.js", "x-01234567.br.js"), dataDir, start);
    expect(kept()).toEqual([script]);
    mkdirSync(join(dataDir, "others"));
    for (const name of [
      "site.db",
      "assets/plain.js",
      "assets/x-01234567.html",
      "up-01234567.js",
      "others/x-01234567.js",
    ])
      writeFileSync(join(dataDir, name), "secret");
    for (const path of [
      "/site.db",
      "/assets/../site.db",
      "/assets/../up-01234567.js",
      "/others/x-01234567.js",
      "/assets/%2e%2e/up-01234567.js",
      "/assets/cards/../../up-01234567.js",
      "/assets/plain.js",
      "/assets/x-01234567.html",
      `/assets/${script}/`,
      `/assets/${script}.br`,
      "/assets/none-01234567.js",
      `/assets/${"a".repeat(5_000)}-01234567.js`,
    ])
      expect([path, await findKeptAsset(dataDir, path)]).toEqual([path, undefined]);
  });

  it("are not said to be missing where the folder cannot be read", async () => {
    writeFileSync(join(dataDir, "assets"), "in the way");
    await expect(findKeptAsset(dataDir, `/assets/${script}`)).rejects.toThrow("ENOTDIR");
  });
});
