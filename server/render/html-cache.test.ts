// The page cache sends fresh and stale pages, renders stale pages again, evicts pages, and never sends one user's page
// to another.
import { beforeEach, describe, expect, it } from "vitest";
import { HtmlCache } from "./html-cache.ts";
import { RenderedPage } from "./rendered-page.ts";

let now = 0;
let cache: HtmlCache;
beforeEach(() => {
  now = 0;
  cache = new HtmlCache({
    pageCacheBytes: 1e6,
    pageCacheEntries: 10,
    pageFreshMs: 5,
    pageStaleMs: 30,
    pageOverloadedStaleMs: 100,
    now: () => now,
    isCacheable: (candidate) => candidate.status === 200,
  });
});

const page = (text: string, status = 200, freshMs: number | null = null) =>
  new RenderedPage(status, [], Buffer.from(text), freshMs);
const settle = () => new Promise((resolve) => setImmediate(resolve));
const failIfRendered = () => Promise.reject(new Error("rendered"));

/** Returns the page that a user receives: the cached page, else a rendered one. */
async function get(render: () => Promise<RenderedPage>, isOverloaded = false): Promise<string> {
  const found = cache.find("/", render, isOverloaded);
  return found === null
    ? `render ${(await cache.render("/", render)).body}`
    : `${found.from} ${found.page.body}`;
}

describe("the page cache", () => {
  it("sends a fresh page again without rendering", async () => {
    expect(await get(async () => page("one"))).toBe("render one");
    expect(await get(failIfRendered)).toBe("cache one");
  });

  it("sends a stale page once more while it is renewed in the background", async () => {
    await get(async () => page("one"));
    now = 10;
    expect(await get(async () => page("two"))).toBe("stale one");
    await settle();
    expect(await get(failIfRendered)).toBe("cache two");
  });

  it("renders a page again once it exceeds its own maximum age, even under overload", async () => {
    await get(async () => page("one", 200, 2));
    now = 3;
    expect(await get(async () => page("two", 200, 2), true)).toBe("render two");
  });

  it("evicts a page if its renewal throws or returns an error status", async () => {
    for (const renew of [() => Promise.reject(new Error("no")), async () => page("sorry", 503)]) {
      now = 0;
      await get(async () => page("one"));
      now = 10;
      await get(renew);
      await settle();
      expect(await get(async () => page("truth", 503))).toBe("render truth");
    }
  });

  it("sends older pages under overload without renewing them", async () => {
    await get(async () => page("one"));
    now = 90;
    expect(await get(failIfRendered, true)).toBe("stale one");
    now = 101;
    expect(await get(async () => page("two"), true)).toBe("render two");
  });

  it("renders a page once for simultaneous users, and again when it is too old", async () => {
    let renders = 0;
    const render = async () => {
      renders += 1;
      return page("one");
    };
    await Promise.all([get(render), get(render)]);
    expect(renders).toBe(1);
    now = 31;
    expect(await get(render)).toBe("render one");
  });

  it("renders an uncacheable page separately for each user", async () => {
    let renders = 0;
    const render = async () => {
      renders += 1;
      return page(`mine ${renders}`, 404);
    };
    expect(await Promise.all([get(render), get(render)])).toEqual(["render mine 1", "render mine 2"]);
    expect(await get(async () => page("other"))).toBe("render other");
  });

  it("renders again after all pages were evicted, even while an older rendering runs", async () => {
    let finish = (_: RenderedPage) => {};
    const older = cache.render("/", () => new Promise((resolve) => (finish = resolve)));
    cache.clear();
    expect(await get(async () => page("new"))).toBe("render new");
    finish(page("old"));
    expect((await older).body.toString()).toBe("old");
    expect(await get(failIfRendered)).toBe("cache new");
  });
});
