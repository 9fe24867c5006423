// Pages that a thread puts together are those that the loop puts together; and what a thread cannot do, or no longer does, is done all the
// same.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PageWork } from "../../app/wire/page-work.ts";
import type { RenderThreads, RenderThreadsOptions } from "../../server/http/render-threads.ts";
import { freePort } from "../support/free-port.ts";
import { PAGE_KINDS } from "../support/page-kinds.ts";
import { type Site, startSite, until } from "../support/site.ts";

describe("a site with a thread", () => {
  let threaded: Site;
  let plain: Site;
  let metrics: string;
  beforeAll(async () => {
    const port = String(await freePort());
    metrics = `http://127.0.0.1:${port}/metrics`;
    [threaded, plain] = await Promise.all([
      startSite({ RENDER_THREADS: "1", ADMIN_PORT: port }),
      startSite({ RENDER_THREADS: "0" }),
    ]);
    await until(ready, (count) => count === 1, 20_000);
  });
  afterAll(() => Promise.all([threaded.stop(), plain.stop()]));

  const ready = async () =>
    Number(/render_threads_ready\S* (\d+)/.exec(await (await fetch(metrics)).text())?.[1]);
  /** What of a page is no price, no time and no name of a request: its head, headings, links, fields, scripts and what they are checked by. */
  const bones = (html: string) =>
    [...html.matchAll(/<(?:title|h\d)[^>]*>[^<]*|<(?:a|link|script|form|input|button|select)\b[^>]*>/g)].map(
      ([tag]) =>
        tag.replaceAll(/ (?:value|href|action|aria-label)="[^"]*\d[^"]*"/g, "").replaceAll(/\d+/g, "0"),
    );

  it.each(Object.entries(PAGE_KINDS))("%s is the same page", async (_, path) => {
    const look = async () => {
      const [by, without] = await Promise.all([threaded.get(path), plain.get(path)]);
      return { status: [by.status, without.status], by: bones(by.text), without: bones(without.text) };
    };
    // A provider that has just begun gives a part of a page a moment later: to one of the two sites, or to the other.
    const { status, by, without } = await until(
      look,
      (seen) => seen.by.join() === seen.without.join(),
      20_000,
    ).catch(look);
    expect(status[0]).toBe(status[1]);
    expect(by).toEqual(without);
    expect(by.length).toBeGreaterThan(20);
    expect(await ready()).toBe(1);
  });

  it("answers faults as ever, and tells of none", async () => {
    for (const path of ["/no/such/page", "/algos/managers/nobody/nothing"])
      expect((await threaded.get(path)).status).toBe(404);
    expect(threaded.log.filter(({ msg }) => msg === "unexpected fault")).toEqual([]);
  });
});

describe("the threads", () => {
  const folder = mkdtempSync(join(tmpdir(), "threads-"));
  const buildFile = join(folder, "build.mjs");
  const opened: RenderThreads[] = [];
  let faults: unknown[];
  beforeAll(() => {
    writeFileSync(
      buildFile,
      `export const assets = { routes: {} }, routes = {}, future = {}, isSpaMode = false;
       const acts = {
         page: ({ requestId }, { integrity }) => "page " + requestId + " " + integrity.get("a.js"),
         fault() { throw new Error("cannot be"); },
         never() { for (;;); },
         end() { process.exit(3); },
       };
       export const entry = { module: { printWork: (work, routes, tools) => acts[work.url](work, tools) } };`,
    );
  });
  afterAll(async () => {
    await Promise.all(opened.map((threads) => threads.close()));
    rmSync(folder, { recursive: true });
  });

  async function open(change: Partial<RenderThreadsOptions> = {}): Promise<RenderThreads> {
    // As it runs: a thread needs the compiled file.
    const file = new URL("../../build/node/server/http/render-threads.js", import.meta.url).href;
    const { createRenderThreads } = (await import(
      file
    )) as typeof import("../../server/http/render-threads.ts");
    faults = [];
    const threads = createRenderThreads({
      buildFile,
      integrity: new Map([["a.js", "sha"]]),
      printedPartChars: 1_000,
      count: 1,
      withinMs: 5_000,
      heapMib: 64,
      newMib: 8,
      againAfterMs: 10,
      onFault: (fault) => faults.push(fault),
      ...change,
    });
    opened.push(threads);
    await expect.poll(threads.ready).toBe(change.count ?? 1);
    return threads;
  }
  const work = (url: string, requestId = "r1"): PageWork => ({
    url,
    requestId,
    scriptMark: undefined,
    keptSince: null,
    state: {
      basename: undefined,
      location: { pathname: "/", search: "", hash: "", state: null, key: "" },
      loaderData: {},
      statusCode: 200,
    },
    matches: [],
  });

  it("put pages together, several at once, each its own", async () => {
    const threads = await open({ count: 2 });
    const pages = await Promise.all(["a", "b", "c", "d"].map((name) => threads.render(work("page", name))));
    expect(pages).toEqual(["page a sha", "page b sha", "page c sha", "page d sha"]);
  });

  it("give back what a page throws, and go on", async () => {
    const threads = await open();
    await expect(threads.render(work("fault"))).rejects.toThrow("cannot be");
    expect(await threads.render(work("page"))).toBe("page r1 sha");
    expect(faults).toEqual([]);
  });

  it("give up a page that does not end; what waited behind it is left to the loop, and another thread takes over", async () => {
    const threads = await open({ withinMs: 200 });
    const [never] = await Promise.allSettled([threads.render(work("never")), threads.render(work("page"))]);
    expect(never).toMatchObject({
      status: "rejected",
      reason: { message: expect.stringContaining("200 ms") },
    });
    expect(await threads.render(work("page"))).toBeNull();
    await expect.poll(() => threads.render(work("page"))).toBe("page r1 sha");
  });

  it("that end leave their page to the loop", async () => {
    const threads = await open();
    expect(await threads.render(work("end"))).toBeNull();
    await expect.poll(() => threads.render(work("page"))).toBe("page r1 sha");
  });

  it("are not asked for what cannot be copied, and that is told", async () => {
    const threads = await open();
    const strange = work("page");
    strange.state.loaderData = { root: { act: () => 1 } };
    expect(await threads.render(strange)).toBeNull();
    expect(String(faults)).toContain("could not be cloned");
  });

  it("may be none", async () => {
    const threads = await open({ count: 0 });
    expect(await threads.render(work("page"))).toBeNull();
  });
});
