import { beforeEach, describe, expect, it } from "vitest";
import { PageCache } from "./page-cache.ts";
import { RenderedPage } from "./rendered-page.ts";

let now = 0;
let cache: PageCache;
beforeEach(() => {
  now = 0;
  cache = new PageCache({
    pageCacheBytes: 1e6,
    pageCacheEntries: 10,
    pageFreshMs: 5,
    pageStaleMs: 30,
    now: () => now,
  });
});

const page = (text: string, status = 200) => new RenderedPage(status, [], Buffer.from(text));
const isGood = (candidate: RenderedPage) => candidate.status === 200;
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe("the page cache", () => {
  it("sends a fresh page again without rendering", async () => {
    await cache.get("/", async () => page("one"), isGood);
    const again = await cache.get("/", () => Promise.reject(new Error("rendered")), isGood);
    expect([again.from, again.page.body.toString()]).toEqual(["cache", "one"]);
  });

  it("sends a stale page once more while it is renewed behind", async () => {
    await cache.get("/", async () => page("one"), isGood);
    now = 10;
    const stale = await cache.get("/", async () => page("two"), isGood);
    expect([stale.from, stale.page.body.toString()]).toEqual(["stale", "one"]);
    await settle();
    expect((await cache.get("/", async () => page("three"), isGood)).page.body.toString()).toBe("two");
  });

  it("drops a page whose renewal fails, by a fault or by its status", async () => {
    for (const renew of [() => Promise.reject(new Error("no")), async () => page("sorry", 503)]) {
      now = 0;
      await cache.get("/", async () => page("one"), isGood);
      now = 10;
      await cache.get("/", renew, isGood);
      await settle();
      expect((await cache.get("/", async () => page("truth", 503), isGood)).page.body.toString()).toBe(
        "truth",
      );
    }
  });

  it("renders once for readers that come together, and again past the stale time", async () => {
    let renders = 0;
    const render = async () => {
      renders += 1;
      return page("one");
    };
    await Promise.all([cache.get("/", render, isGood), cache.get("/", render, isGood)]);
    expect(renders).toBe(1);
    now = 31;
    expect((await cache.get("/", render, isGood)).from).toBe("render");
  });

  it("keeps no page that may not be shared", async () => {
    await cache.get("/", async () => page("mine", 404), isGood);
    expect((await cache.get("/", async () => page("other"), isGood)).from).toBe("render");
  });
});
