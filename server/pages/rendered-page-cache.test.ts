import { describe, expect, it, vi } from "vitest";
import { RenderedPageCache } from "./rendered-page-cache.ts";

function setUp() {
  const clock = { now: 0 };
  const cache = new RenderedPageCache<string>(() => clock.now, { fresh: 5, stale: 60, pages: 2 });
  return { clock, cache };
}
const gives = (page: string | undefined) => vi.fn(async () => page);

describe("RenderedPageCache", () => {
  it("gives a fresh page without rendering it again", async () => {
    const { cache } = setUp();
    await cache.get("/", gives("a"));
    const render = gives("b");
    expect(await cache.get("/", render)).toBe("a");
    expect(render).not.toHaveBeenCalled();
  });

  it("renders once for all who come meanwhile", async () => {
    const { cache } = setUp();
    const render = gives("a");
    const pages = await Promise.all(Array.from({ length: 9 }, () => cache.get("/", render)));
    expect(new Set(pages)).toEqual(new Set(["a"]));
    expect(render).toHaveBeenCalledTimes(1);
  });

  it("gives the older page to everybody while one rendering is under way", async () => {
    const { cache, clock } = setUp();
    await cache.get("/", gives("a"));
    clock.now = 6;
    const render = gives("b");
    expect(await Promise.all([cache.get("/", render), cache.get("/", render)])).toEqual(["a", "a"]);
    expect(render).toHaveBeenCalledTimes(1);
    await vi.waitFor(async () => expect(await cache.get("/", gives("c"))).toBe("b"));
  });

  it("forgets a page that is too old or is not to be kept any longer", async () => {
    const { cache, clock } = setUp();
    await cache.get("/", gives("a"));
    clock.now = 61;
    expect(await cache.get("/", gives("b"))).toBe("b");
    clock.now += 6;
    expect(await cache.get("/", gives(undefined))).toBe("b");
    await new Promise(setImmediate);
    expect(await cache.get("/", gives("c"))).toBe("c");
  });

  it("keeps the older page when it cannot be rendered again, and says so when there is none", async () => {
    const { cache, clock } = setUp();
    const fails = vi.fn(() => Promise.reject(new Error("broken")));
    await expect(cache.get("/", fails)).rejects.toThrow("broken");
    await cache.get("/", gives("a"));
    clock.now = 6;
    expect(await cache.get("/", fails)).toBe("a");
    await vi.waitFor(() => expect(fails).toHaveBeenCalledTimes(2));
    expect(await cache.get("/", gives("b"))).toBe("a");
  });

  it("gives no page of another state of things, but where none can be rendered", async () => {
    const { cache } = setUp();
    await cache.get("/", gives("before"), "1");
    expect(await cache.get("/", gives("after"), "2")).toBe("after");
    expect(await cache.get("/", gives("never"), "2")).toBe("after");
    expect(await cache.get("/", () => Promise.reject(new Error("broken")), "3")).toBe("after");
  });

  it("joins no rendering that began in another state", async () => {
    const { cache } = setUp();
    let end = (_page: string) => {};
    const slow = cache.get("/", () => new Promise((resolve) => (end = resolve)), "1");
    expect(await cache.get("/", gives("after"), "2")).toBe("after");
    end("before");
    expect(await slow).toBe("before");
    expect(await cache.get("/", gives("again"), "2")).toBe("after");
  });

  it("still joins a rendering when one that began before it ends", async () => {
    const { cache } = setUp();
    const ends: ((page: string) => void)[] = [];
    const slowly = vi.fn(() => new Promise<string>((resolve) => ends.push(resolve)));
    const before = cache.get("/", slowly, "1");
    const after = cache.get("/", slowly, "2");
    ends[0]?.("before");
    await before;
    const joined = cache.get("/", slowly, "2");
    ends[1]?.("after");
    expect(await Promise.all([after, joined])).toEqual(["after", "after"]);
    expect(slowly).toHaveBeenCalledTimes(2);
  });

  it("keeps so many pages, and forgets the one that was rendered first", async () => {
    const { cache } = setUp();
    for (const path of ["/1", "/2", "/1", "/3"]) await cache.get(path, gives(path));
    expect(await cache.get("/2", gives("new"))).toBe("/2");
    expect(await cache.get("/3", gives("new"))).toBe("/3");
    expect(await cache.get("/1", gives("new"))).toBe("new");
  });

  it("takes a page that was rendered again for a new one", async () => {
    const { cache, clock } = setUp();
    for (const path of ["/1", "/2"]) await cache.get(path, gives(path));
    clock.now = 6;
    await cache.get("/1", gives("again"));
    await new Promise(setImmediate);
    await cache.get("/3", gives("/3"));
    expect(await cache.get("/1", gives("new"))).toBe("again");
    expect(await cache.get("/2", gives("new"))).toBe("new");
  });
});
