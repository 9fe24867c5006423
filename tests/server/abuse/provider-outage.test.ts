// Simulates the failures of a provider. The catalogue is shown with its age, requests that need the provider fail with
// a clear message, and the site recovers without a restart.
import { parse } from "node-html-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DISCOVER_MENU } from "../../../app/marketplace/menu.ts";
import { SANDBOX_CLIENTS } from "../../../server/sandbox/accounts/clients.ts";
import { buildCatalogue } from "../../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { type OutsideProvider, startOutsideProvider } from "../../support/outside-provider.ts";
import { TestUser } from "../../support/sign-in.ts";
import { type Answer, type Site, send, startSite, until } from "../../support/site.ts";

const NOTICE = "Delayed. Last updated";
const { strategies, managers } = buildCatalogue();
const algoPath = (strategy: (typeof strategies)[number]) =>
  `/algos/managers/${strategy.manager.id}/${strategy.id}`;

let provider: OutsideProvider;
let site: Site;
let reader: TestUser;

beforeAll(async () => {
  provider = await startOutsideProvider();
  site = await startSite(provider.env);
  reader = await signedIn();
  await until(async () => site.log.some((line) => line.msg === "catalogue loaded"), Boolean, 60_000);
}, 120_000);
afterAll(async () => {
  provider?.resume();
  await site?.stop();
  provider?.close();
});

async function signedIn(): Promise<TestUser> {
  const found = new TestUser(site);
  const [client] = SANDBOX_CLIENTS;
  const consentId = new URL((await found.get("/login")).headers.location ?? "").searchParams.get("consentId");
  const done = await send(Number(new URL(provider.url).port), {
    method: "POST",
    path: "/auth/consent-login",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      consentId: consentId ?? "",
      clientId: client?.id ?? "",
      step: "code",
      method: "pin",
      code: client?.pin ?? "",
    }).toString(),
  });
  const tokenId = new URL(done.headers.location ?? "", provider.url).searchParams.get("tokenId");
  const answer = await found.get(`/auth/callback?tokenId=${tokenId}`);
  expect(answer.status).toBe(303);
  return found;
}

const noticeOf = (answer: Answer) => parse(answer.text).querySelector("[data-kept-since]")?.text ?? null;

async function untilNotice(path: string): Promise<Answer> {
  const answer = await site.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  expect(noticeOf(answer)).toMatch(new RegExp(`^${NOTICE} (?:\\d.*, )?\\d\\d:\\d\\d:\\d\\d IST\\.$`));
  return answer;
}

/** Waits until earlier pages have expired and pages state the age of their data. */
async function untilCached(path: string): Promise<void> {
  await until(
    () => site.get(path),
    (answer) => noticeOf(answer) !== null,
    45_000,
  );
}

/** Waits until the catalogue is current and requests for accounts succeed again. Each has its own circuit. */
async function recovered(): Promise<void> {
  await until(
    () => site.get(`/algos?q=back${Date.now()}`),
    (answer) => answer.status === 200 && noticeOf(answer) === null,
    30_000,
  );
  await until(
    () => reader.get("/algos/my-algos"),
    (answer) => answer.status === 200,
    30_000,
  );
}

describe.each(["silent", "failing", "garbled"] as const)("a provider that is %s", (mode) => {
  beforeAll(async () => {
    provider.mode = mode;
    await untilCached("/algos");
  }, 60_000);
  afterAll(async () => {
    provider.mode = "answering";
    await recovered();
  }, 60_000);

  it("every list, collection and manager page states the age of its data", { timeout: 120_000 }, async () => {
    await untilCached("/algos/managers");
    for (const item of DISCOVER_MENU.flatMap(({ items }) => items)) {
      const answer = await untilNotice(item.link);
      expect(parse(answer.text).querySelectorAll("#results").length).toBe(1);
    }
    for (const { id } of managers) await untilNotice(`/algos/managers/${id}`);
    await untilNotice("/algos/find?capital=100000&risk=High&instrument=Index");
    const compared = await untilNotice(`/algos/compare?id=${strategies[0]?.id}&id=${strategies[1]?.id}`);
    expect(compared.text).toContain("Records cannot be shown now");
    expect((await site.get("/sitemap.xml")).status).toBe(200);
  });

  it("filters, search, sort order and paging of the list work with cached data", {
    timeout: 60_000,
  }, async () => {
    const filtered = await untilNotice("/algos?q=nifty&risk=High&sort=min_amount");
    expect(parse(filtered.text).querySelectorAll("#results ~ *, .panel").length).toBeGreaterThan(0);
    const seen = new Set<string>();
    let path: string | undefined = "/algos?sort=Risk";
    while (path !== undefined) {
      const page: ReturnType<typeof parse> = parse((await untilNotice(path)).text);
      for (const link of page.querySelectorAll('a[href^="/algos/managers/"]'))
        seen.add((link.getAttribute("href") ?? "").split("?")[0] ?? "");
      path = page.querySelector('a[rel="next"]')?.getAttribute("href")?.replaceAll("&amp;", "&");
    }
    const listed = strategies.filter(({ status }) => status.state !== "withdrawn").map(algoPath);
    expect(listed.filter((known) => !seen.has(known))).toEqual([]);
  });

  it("the page of an uncached algo loads, and states that records cannot be shown", {
    timeout: 60_000,
  }, async () => {
    const algo = strategies.findLast(({ disclosureBasis }) => disclosureBasis === "backtest");
    if (algo === undefined) throw new Error("no algo has a record on view");
    const about = await untilNotice(algoPath(algo));
    expect(about.text).toContain(algo.name);
    for (const tab of ["performance", "figures", "trades"]) {
      const answer = await untilNotice(`${algoPath(algo)}?tab=${tab}`);
      expect(answer.text).toContain("Records cannot be shown now");
    }
    expect((await site.get(`${algoPath(algo)}/record.json`)).status).toBe(mode === "garbled" ? 502 : 503);
  });

  it("requests that need the provider get 502 or 503 and are not shared", { timeout: 60_000 }, async () => {
    const algo = strategies[3];
    if (algo === undefined) throw new Error("no algo");
    for (const path of [
      "/algos/my-algos",
      "/algos/my-algos/orders",
      "/algos/tracklist",
      `${algoPath(algo)}/deploy`,
    ]) {
      const answer = await reader.get(path);
      expect([path, answer.status]).toEqual([path, mode === "garbled" ? 502 : 503]);
      expect(noticeOf(answer)).toBeNull();
      if (mode !== "garbled") {
        expect(parse(answer.text).querySelector("main")?.text).toMatch(/is not responding/);
        expect(answer.headers["retry-after"]).toBeDefined();
      }
    }
    expect((await site.get("/login")).status).toBe(503);
    // Signed-in clients also see the catalogue, and their pages are not shared.
    const list = await reader.get("/algos?sort=-Risk");
    expect([list.status, noticeOf(list) !== null]).toEqual([200, true]);
    expect(list.headers["cache-control"]).toMatch(/no-store|private/);
  });

  it("an unknown algo gets 502 or 503, not 404", async () => {
    const answer = await site.get("/algos/managers/nobody/no-such-algo");
    expect(answer.status).toBe(mode === "garbled" ? 502 : 503);
  });

  it("the median page response is under 1 s after the outage was detected", { timeout: 60_000 }, async () => {
    if (mode === "garbled") return;
    const times: number[] = [];
    for (const algo of strategies.slice(20, 50)) {
      const startedAt = performance.now();
      await untilNotice(algoPath(algo));
      times.push(performance.now() - startedAt);
    }
    const median = times.sort((a, b) => a - b)[15] ?? 0;
    expect(median).toBeLessThan(1_000);
  });

  it("pages with old data have s-maxage=2 in Cache-Control", async () => {
    const answer = await untilNotice("/algos?sort=-min_amount");
    expect(answer.headers["cache-control"]).toMatch(/s-maxage=2\b/);
  });
});

describe("a provider whose process hangs, including its feeds", () => {
  it("prices are labelled as stale during the outage and as live after it", {
    timeout: 120_000,
  }, async () => {
    const algo = strategies[10];
    if (algo === undefined) throw new Error("no algo");
    // The first request of the page makes the site subscribe to its prices.
    await until(
      () => site.get(algoPath(algo)),
      ({ text }) => /Live|Delayed/.test(text),
      20_000,
    );
    provider.suspend();
    const answer = await until(
      () => site.get(algoPath(algo)),
      (page) => noticeOf(page) !== null && /Stale|Not available/.test(page.text),
      60_000,
    );
    expect(answer.status).toBe(200);
    provider.resume();
    await recovered();
    await until(
      () => site.get(algoPath(algo)),
      ({ text }) => /\bLive\b/.test(text),
      60_000,
    );
  });
});
