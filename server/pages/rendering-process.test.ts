import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type MadePage, renderingProcess } from "./rendering-process.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "process-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = new Date("2026-11-21T10:00:00Z");
const settings = { siteUrl: "https://a.example", session: null, formScripts: null };
const calendar = {
  events: Array.from({ length: 600 }, (_, index) => ({ slug: `talk-${index}`, start: at })),
  entries: [{ uid: "a" }],
  zones: new Map([["Zone", "text"]]),
} as never;

/**
 * What comes of three pages, from a process that does this with an order.
 *
 * @param act statements, of `order`, `parts` and `send`
 */
async function run(
  act: string,
  { signal = new AbortController().signal, limit = 60_000, onPage = () => {} } = {},
) {
  const program = join(folder, `${crypto.randomUUID()}.mjs`);
  const text = `
    const parts = [];
    const send = (made) => process.send(made);
    process.once("disconnect", () => process.exit());
    process.on("message", (order) => {
      if (order.part) return void parts.push(order.part);
      ${act}
    });`;
  writeFileSync(program, text);
  const pages = ["/", "/events", "/events/talk-1"].map((path) => ({ path, at }));
  const made: [number, MadePage][] = [];
  const take = (place: number, page: MadePage) => {
    made.push([place, page]);
    onPage();
  };
  const render = renderingProcess(pathToFileURL(program), settings, 1_000, limit);
  const failure = await render(calendar, pages, take, signal).then(
    () => undefined,
    (error: Error) => error.message,
  );
  return { made, failure };
}

it("hands over the whole calendar, and gets pages with their places, in memory of their own", async () => {
  const { made, failure } = await run(`
    const events = parts.flatMap((part) => part.events);
    const seen = [parts.length, events.length, events[599].start.toISOString(), parts[0].entries[0].uid,
      order.calendar.zones.get("Zone"), order.settings.siteUrl, order.freshFor, order.pages[2].path];
    send({ shows: seen.join(" ") });
    send({ page: { bodies: { br: Buffer.from("br"), gzip: Buffer.from("gzip") }, headers: { etag: "x" } } });
    send({ failure: "broken" });`);
  expect(failure).toBeUndefined();
  expect(made.map(([place]) => place)).toEqual([0, 1, 2]);
  const [first, second, third] = made.map(([, page]) => page);
  expect(first?.shows).toBe(`3 600 ${at.toISOString()} a text https://a.example 1000 /events/talk-1`);
  expect([String(second?.page?.bodies.br), String(second?.page?.bodies.gzip)]).toEqual(["br", "gzip"]);
  expect(second?.page?.headers).toEqual({ etag: "x" });
  expect(third?.failure).toBe("broken");
});

it.each([
  ["ends", "send({}); process.exit(3);", "the process ended: 3", 1],
  [
    "is killed",
    "send({}); send({}); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 0);",
    "the process ended: SIGKILL",
    2,
  ],
])(
  "a process that %s before the last page is an error, and its pages stay",
  async (_, act, expected, count) => {
    const { made, failure } = await run(act);
    expect([failure, made.length]).toEqual([expected, count]);
  },
);

it("gives up a process that says nothing any more, and ends it", async () => {
  const { made, failure } = await run("send({ shows: String(process.pid) }); for (;;);", { limit: 2_000 });
  expect(failure).toBe("no page for 2000 ms");
  const pid = Number(made[0]?.[1].shows);
  await expect.poll(() => isThere(pid)).toBe(false);
});

it("ends a process whose pages nobody wants any longer", async () => {
  const control = new AbortController();
  const onPage = () => control.abort(new Error("changed"));
  const { made, failure } = await run("send({ shows: String(process.pid) });", {
    signal: control.signal,
    onPage,
  });
  expect([failure, made.length]).toEqual(["changed", 1]);
  await expect.poll(() => isThere(Number(made[0]?.[1].shows))).toBe(false);
  expect((await run("", { signal: control.signal })).failure).toBe("changed");
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
