import { describe, expect, it, vi } from "vitest";
import type { FinishedPage } from "./finished-page.ts";
import { RenderedPageCache } from "./rendered-page-cache.ts";

const page = (name: string) => ({ headers: { etag: name } }) as unknown as FinishedPage;

function setUp() {
  const clock = { now: 0 };
  const cache = new RenderedPageCache(() => clock.now, { fresh: 5, stale: 60 });
  return { clock, cache };
}

describe("RenderedPageCache", () => {
  it("gives a fresh page without rendering it again", () => {
    const { cache } = setUp();
    const refresh = vi.fn();
    cache.keep("/", page("a"));
    expect(cache.find("/", refresh)).toEqual(page("a"));
    expect(refresh).not.toHaveBeenCalled();
  });

  it("gives the older page to everybody while one rendering is under way", async () => {
    const { cache, clock } = setUp();
    cache.keep("/", page("a"));
    clock.now = 6;
    const refresh = vi.fn(async () => page("b"));
    expect(cache.find("/", refresh)).toEqual(page("a"));
    expect(cache.find("/", refresh)).toEqual(page("a"));
    expect(refresh).toHaveBeenCalledTimes(1);
    await vi.waitFor(() => expect(cache.find("/", refresh)).toEqual(page("b")));
  });

  it("forgets a page that is too old, may not be kept any longer, or fails to render", async () => {
    const { cache, clock } = setUp();
    cache.keep("/", page("a"));
    clock.now = 61;
    expect(cache.find("/", vi.fn())).toBeUndefined();

    for (const refresh of [async () => undefined, () => Promise.reject(new Error("broken"))]) {
      cache.keep("/", page("a"));
      clock.now += 6;
      cache.find("/", refresh);
      await vi.waitFor(() => expect(cache.find("/", vi.fn())).toBeUndefined());
    }
  });
});
