import { describe, expect, it, vi } from "vitest";
import { RenderedPageCache } from "./rendered-page-cache.ts";

const setUp = () => new RenderedPageCache<string>(2);
const gives = (page: string | undefined) => vi.fn(async () => page);
const fails = () => vi.fn(() => Promise.reject(new Error("broken")));
const state = (key: string, from: number, until: number) => ({
  key,
  from: new Date(from),
  until: new Date(until),
});
const one = state("1 a", 1, 5);
/** A feed says something else since; what it said before is only older. */
const edited = state("2 a", 2, 5);
const begun = state("2 b", 5, 9);
const later = state("3 c", 9, 12);

describe("RenderedPageCache", () => {
  it("gives a page without rendering it again, however old it is", async () => {
    const cache = setUp();
    await cache.get("/", one, gives("a"));
    const render = gives("b");
    expect(await cache.get("/", one, render)).toBe("a");
    expect(render).not.toHaveBeenCalled();
  });

  it("renders once for all who come meanwhile", async () => {
    const cache = setUp();
    const render = gives("a");
    const pages = await Promise.all(Array.from({ length: 9 }, () => cache.get("/", one, render)));
    expect(new Set(pages)).toEqual(new Set(["a"]));
    expect(render).toHaveBeenCalledTimes(1);
  });

  it("lets nobody wait for a newer page whose time has not gone by", async () => {
    const cache = setUp();
    await cache.get("/", one, gives("a"));
    const { promise, resolve } = Promise.withResolvers<string>();
    const render = vi.fn(() => promise);
    const asked = [cache.get("/", edited, render), cache.get("/", edited, render)];
    expect(await Promise.all(asked)).toEqual(["a", "a"]);
    expect(render).toHaveBeenCalledTimes(1);
    resolve("b");
    await expect.poll(() => cache.get("/", edited, gives("c"))).toBe("b");
  });

  it("gives no page of another time, but where none can be rendered", async () => {
    const cache = setUp();
    await cache.get("/", one, gives("before"));
    expect(await cache.get("/", begun, gives("after"))).toBe("after");
    expect(await cache.get("/", later, fails())).toBe("after");
  });

  it("keeps the page of now beside that of the next state, and no third", async () => {
    const cache = setUp();
    await cache.get("/", one, gives("now"));
    await cache.get("/", begun, gives("next"));
    const render = gives("again");
    expect([await cache.get("/", one, render), await cache.get("/", begun, render)]).toEqual(["now", "next"]);
    expect(render).not.toHaveBeenCalled();
    await cache.get("/", later, gives("later"));
    expect(await cache.get("/", one, render)).toBe("again");
  });

  it("keeps the older page when it cannot be rendered again, and says so when there is none", async () => {
    const cache = setUp();
    await expect(cache.get("/", one, fails())).rejects.toThrow("broken");
    await cache.get("/", one, gives("a"));
    const render = fails();
    expect(await cache.get("/", edited, render)).toBe("a");
    await expect.poll(() => render.mock.calls).toHaveLength(1);
    await new Promise(setImmediate);
    expect(await cache.get("/", edited, fails())).toBe("a");
  });

  it("tells how each page was found", async () => {
    const found: string[] = [];
    const cache = new RenderedPageCache<string>(2, (outcome) => found.push(outcome));
    for (const state of [one, one, edited, begun]) await cache.get("/", state, gives("a"));
    expect(found).toEqual(["miss", "hit", "older", "miss"]);
  });

  it("forgets a page that is not to be kept any longer", async () => {
    const cache = setUp();
    await cache.get("/", one, gives("a"));
    await cache.get("/", edited, gives(undefined));
    await new Promise(setImmediate);
    expect(await cache.get("/", one, gives("c"))).toBe("c");
  });

  it("joins no rendering that began in another state", async () => {
    const cache = setUp();
    const slow = Promise.withResolvers<string>();
    const before = cache.get("/", one, () => slow.promise);
    expect(await cache.get("/", begun, gives("after"))).toBe("after");
    slow.resolve("before");
    expect(await before).toBe("before");
    expect(await cache.get("/", begun, gives("again"))).toBe("after");
  });

  it("forgets the pages of other states, which were right when they were rendered", async () => {
    const cache = setUp();
    await cache.get("/1", one, gives("old"));
    await cache.get("/2", edited, gives("new"));
    cache.forgetOthers([edited.key]);
    expect(await cache.get("/1", edited, gives("rendered now"))).toBe("rendered now");
    expect(await cache.get("/2", edited, gives("again"))).toBe("new");
  });

  it("forgets no page of one of these states for an older one of its address", async () => {
    const cache = setUp();
    await cache.get("/", one, gives("before"));
    await cache.get("/", begun, gives("after"));
    cache.forgetOthers([begun.key]);
    expect(await cache.get("/", begun, gives("again"))).toBe("after");
  });

  it("keeps so many addresses, and forgets the one that was rendered first", async () => {
    const cache = setUp();
    for (const path of ["/1", "/2", "/3"]) await cache.get(path, one, gives(path));
    expect(await cache.get("/2", one, gives("new"))).toBe("/2");
    expect(await cache.get("/3", one, gives("new"))).toBe("/3");
    expect(await cache.get("/1", one, gives("new"))).toBe("new");
  });

  it("counts the age of an address from its latest rendering", async () => {
    const cache = setUp();
    for (const path of ["/1", "/2"]) await cache.get(path, one, gives(path));
    await cache.get("/1", begun, gives("later"));
    await cache.get("/3", begun, gives("/3"));
    expect(await cache.get("/1", begun, gives("new"))).toBe("later");
  });

  it("renders nothing for a visitor to whom it can give an older page, when others see to it", async () => {
    const cache = setUp();
    cache.isRenderedElsewhere = true;
    cache.keep("/", one, "a");
    const render = gives("b");
    expect(await cache.get("/", edited, render)).toBe("a");
    expect(render).not.toHaveBeenCalled();
    expect(await cache.get("/", begun, render)).toBe("b");
    expect(await cache.get("/other", one, render)).toBe("b");
  });

  it("gives no page before its time", async () => {
    const cache = setUp();
    cache.keep("/", begun, "next");
    expect(await cache.get("/", edited, gives("now"))).toBe("now");
  });

  it("forgets for no visitor what nobody has asked for", async () => {
    const cache = setUp();
    cache.keep("/", one, "a");
    for (const path of ["/1", "/2", "/3"]) await cache.get(path, one, gives(path));
    // Its newer page was rendered for a visitor, who found none.
    await cache.get("/", begun, gives("b"));
    for (const path of ["/4", "/5"]) await cache.get(path, one, gives(path));
    expect([cache.latest("/"), cache.latest("/3"), cache.latest("/5")]).toEqual(["b", undefined, "/5"]);
    cache.forgetOthers(["none"]);
    expect(cache.latest("/")).toBeUndefined();
  });
});
