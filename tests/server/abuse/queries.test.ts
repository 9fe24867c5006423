// Query parameters that no page reads are removed before the cache key is computed, so that arbitrary queries get the
// cached page.
import { beforeAll, describe, expect, it } from "vitest";
import { PAGE_KINDS } from "../../support/page-kinds.ts";
import { sharedSite } from "../../support/shared-site.ts";
import { type Answer, type Site, until } from "../../support/site.ts";

let site: Site;
beforeAll(async () => {
  site = await sharedSite();
});

/** Returns the source of a response, from the request's log line. */
async function sourceOf({ headers }: Answer): Promise<unknown> {
  const line = await until(
    async () => site.log.find((one) => one.msg === "request" && one.requestId === headers["x-request-id"]),
    (found) => found !== undefined,
    5_000,
  );
  return line?.from;
}

/** Pages that belong to a user, or whose routes are declared as not shared. */
const UNSHARED_PAGES = new Set(["my algos", "tracklist", "docs, playground"]);

describe("an unknown query parameter", () => {
  it.each(Object.entries(PAGE_KINDS).filter(([kind]) => !UNSHARED_PAGES.has(kind)))(
    "creates no separate cache entry for the page “%s”",
    async (_, path) => {
      const and = path.includes("?") ? "&" : "?";
      // A page with prices is fresh for two seconds. On a busy machine two calls may take longer.
      for (const extra of ["zz=1", `x${Math.random()}=1&utm_source=a`, "__proto__=1", "Q=1", "_data=nothing"])
        await until(
          async () => {
            const plain = await site.get(path);
            const answer = await site.get(`${path}${and}${extra}`);
            return [extra, await sourceOf(answer), plain.headers.etag === answer.headers.etag, answer.status];
          },
          ([, from, isSame]) => (from === "cache" || from === "stale") && isSame === true,
          10_000,
        );
    },
  );

  it("causes at most two page renders for 100 different names", async () => {
    await site.get("/algos/managers");
    const before = site.log.length;
    await Promise.all(
      Array.from({ length: 100 }, (_, count) => site.get(`/algos/managers?n${count}=${count}`)),
    );
    const rendered = site.log
      .slice(before)
      .filter((line) => line.path === "/algos/managers" && line.from === "render");
    expect(rendered.length).toBeLessThanOrEqual(2);
  });
});

describe("pages in the shared cache", () => {
  it("do not depend on unrelated cookies of the request", async () => {
    const one = await site.get("/support", { cookie: "other=1; session=rubbish" });
    const two = await site.get("/support");
    expect(one.headers.etag).toBe(two.headers.etag);
    const own = await site.get("/support", { cookie: "chat=rubbish" });
    expect(own.headers["cache-control"]).toBe("no-store");
  });

  it("do not depend on the code language that one user has selected", async () => {
    const isPython = (text: string) => /lang=python#[\w-]+" rel="nofollow" aria-current/.test(text);
    const python = await site.get("/docs/v2/orders/place-order", { cookie: "docs-language=python" });
    expect(isPython(python.text)).toBe(true);
    // The page depends on the chosen language, so browsers may cache it but proxies may not.
    expect(python.headers["cache-control"]).toBe("private, no-cache");
    const usual = await site.get("/docs/v2/orders/place-order");
    expect(isPython(usual.text)).toBe(false);
    expect(usual.headers["cache-control"]).toContain("public");
  });

  it.each(["/login", "/logout", "/algos/my-algos", "/docs/v2/playground"])(
    "do not include %s, which is rendered per request",
    async (path) => {
      expect((await site.get(path)).headers["cache-control"]).toMatch(/no-store|private/);
      expect(await sourceOf(await site.get(path))).toBe("render");
    },
  );

  it("send Vary: Cookie with their data responses", async () => {
    const data = await site.get("/algos?_data=routes%2Falgos._index");
    expect(data.headers.vary).toContain("Cookie");
    expect(data.headers["content-security-policy"]).toContain("default-src 'none'");
  });
});
