// The cached catalogue during and after an outage. The test controls the clock and the provider.
import { describe, expect, it } from "vitest";
import type { Catalogue } from "../../app/context.ts";
import type { StrategyPage } from "../../app/contract/base-api/operations.ts";
import type { Manager, Strategy, StrategySummary } from "../../app/contract/base-api/strategy.ts";
import type { StrategyQuery } from "../../app/contract/base-api/strategy-query.ts";
import { HOUR_MS } from "../../app/domain/time.ts";
import { LIMITS } from "../limits.ts";
import { buildCatalogue } from "../sandbox/algos/catalogue/build-catalogue.ts";
import { searchedStrategy } from "../search/strategy-finder.ts";
import { listStrategies } from "../search/strategy-list.ts";
import { createCachedCatalogue } from "./cached-catalogue.ts";
import { createCatalogueReader } from "./catalogue-reader.ts";
import { invalidResponse, refusalResponse, unreachableResponse } from "./faults.ts";

const catalogue = buildCatalogue();
const { strategies } = catalogue;
const managers: Manager[] = catalogue.managers.map((known) => ({
  ...known,
  strategyCount: 1,
  withdrawnCount: 0,
  deployedCount: 0,
}));
const some = strategies[0] as Strategy;
const manager = managers[0] as Manager;
const entries = strategies.map((summary) => ({
  summary,
  filtered: summary,
  searched: searchedStrategy(summary, summary),
}));

type State = "up" | "down" | "garbled" | "silent" | "refusing" | "gone";

/** Creates a provider whose state the test controls. Its cursors have another format than the site's cursors. */
function startRig(
  options: { limits?: Partial<typeof LIMITS> | Record<string, number>; first?: string } = {},
) {
  const rig = {
    state: "up" as State,
    /** True if the circuit breaker allows calls. */
    isCircuitClosed: true,
    now: Date.parse("2026-09-15T11:00:00+05:30"),
    calls: [] as string[],
    lists: [] as { read: number; total: number }[],
    rounds: [] as { strategies: number; pages: number }[],
    catalogue: null as unknown as ReturnType<typeof createCachedCatalogue>,
    provider: () => rig.catalogue.forRequest({ signal: new AbortController().signal, requestId: "test" }),
    reader: null as unknown as ReturnType<typeof createCatalogueReader>,
  };
  const stub =
    <Args extends unknown[], T>(name: string, answer: (...args: Args) => T) =>
    async (...args: Args): Promise<T> => {
      rig.calls.push(`${name} ${args.map((arg) => JSON.stringify(arg)).join()}`);
      if (rig.state === "silent") return new Promise<T>(() => {});
      if (rig.state === "down") throw unreachableResponse();
      if (rig.state === "garbled") throw invalidResponse();
      if (rig.state === "refusing") throw refusalResponse(403, "The catalogue is closed today.");
      if (rig.state === "gone") throw refusalResponse(404, "No strategy has this id");
      return answer(...args);
    };
  const api: Catalogue = {
    listStrategies: stub("listStrategies", (query: StrategyQuery = {}): StrategyPage => {
      const from = Number(/^theirs(\d+)$/.exec(query.cursor ?? "")?.[1] ?? 0);
      const page = listStrategies(entries, query, rig.now, from);
      const { limit = page.items.length } = query;
      return {
        ...page,
        nextCursor: page.nextCursor && `theirs${from + page.items.length}`,
        previousCursor: page.previousCursor && `theirs${Math.max(0, from - limit)}`,
      };
    }),
    getStrategy: stub("getStrategy", (id) => {
      const found = strategies.find((strategy) => strategy.id === id);
      if (found === undefined) throw refusalResponse(404, "No strategy has this id");
      return found;
    }),
    listSimilarStrategies: stub("listSimilarStrategies", () => ({ items: [some as StrategySummary] })),
    listStrategyInstruments: stub("listStrategyInstruments", () => ({
      items: some.instruments,
      asOf: new Date(rig.now).toISOString(),
    })),
    getStrategyMargin: stub("getStrategyMargin", (strategyId) => ({
      strategyId,
      marginPaise: 1_000,
      chargesPaise: 10,
      legs: [],
      asOf: new Date(rig.now).toISOString(),
    })),
    suggestStrategies: stub("suggestStrategies", () => ({ items: [] })),
    getSharedTracklist: stub("getSharedTracklist", () => {
      throw refusalResponse(404, "none");
    }),
    listManagers: stub("listManagers", () => ({ items: managers })),
    getManager: stub("getManager", (id) => {
      const found = managers.find((one) => one.id === id);
      if (found === undefined) throw refusalResponse(404, "No manager has this id");
      return found;
    }),
  };
  const limits = {
    ...LIMITS,
    cachedAfterMs: 20,
    cataloguePauseMs: 0,
    catalogueAlgosMax: 10_000,
    maxStrategyAnswers: 6_000,
    answersSharedForMs: 0,
    ...options.limits,
  };
  rig.catalogue = createCachedCatalogue({
    api: {
      forRequest: () => api,
      status: () => ({
        isCircuitClosed: rig.isCircuitClosed,
        circuit: "closed" as const,
        opened: 0,
        retries: 0,
        rejectedByLane: 0,
        lanes: {},
        readable: "all",
        isRefusingUs: false as const,
      }),
    },
    limits,
    now: () => rig.now,
  });
  rig.reader = createCatalogueReader({
    catalogue: rig.catalogue,
    limits,
    now: () => rig.now,
    onLists: (lists) => rig.lists.push(lists),
    onRead: (round) => rig.rounds.push(round),
    onFault: (fault) => {
      throw fault;
    },
  });
  return rig;
}

const statusOf = (call: Promise<unknown>) =>
  call.then(
    () => 200,
    (fault: unknown) => (fault instanceof Response ? fault.status : Promise.reject(fault)),
  );

describe("the catalogue cache while the provider responds", () => {
  it("returns provider responses unchanged and reports no cache age", async () => {
    const rig = startRig();
    const provider = rig.provider();
    expect(await provider.getStrategy(some.id)).toEqual(some);
    await provider.getStrategy(some.id);
    expect(rig.calls.filter((call) => call.startsWith("getStrategy"))).toHaveLength(2);
    expect(provider.cachedSince()).toBeNull();
    expect(rig.catalogue.answersServed()).toBe(0);
  });
});

describe("the catalogue cache in a provider's outage", () => {
  it.each(["down", "garbled", "silent"] as const)(
    "serves cached responses with their age (state of the provider: %s)",
    async (state) => {
      const rig = startRig();
      await rig.provider().getStrategy(some.id);
      const at = rig.now;
      rig.state = state;
      rig.now += HOUR_MS;
      const provider = rig.provider();
      expect(await provider.getStrategy(some.id)).toEqual(some);
      expect(provider.cachedSince()).toBe(at);
      expect(rig.provider().cachedSince()).toBeNull();
    },
  );

  it.each([
    ["refusing", 403],
    ["gone", 404],
  ] as const)(
    "returns the provider's refusal, not a cached response (state %s, status %i)",
    async (state, status) => {
      const rig = startRig();
      await rig.provider().getStrategy(some.id);
      rig.state = state;
      expect(await statusOf(rig.provider().getStrategy(some.id))).toBe(status);
    },
  );

  it("returns 503 for an algo that the provider deleted before the outage", async () => {
    const rig = startRig();
    await rig.provider().getStrategy(some.id);
    rig.state = "gone";
    await statusOf(rig.provider().getStrategy(some.id));
    rig.state = "down";
    expect(await statusOf(rig.provider().getStrategy(some.id))).toBe(503);
  });

  it("returns 503 for data that was never loaded", async () => {
    const rig = startRig();
    rig.state = "down";
    const provider = rig.provider();
    for (const call of [
      provider.getStrategy(some.id),
      provider.listManagers(),
      provider.listStrategies({ limit: 12 }),
      provider.suggestStrategies({ text: "x" }),
    ])
      expect(await statusOf(call)).toBe(503);
    expect(provider.cachedSince()).toBeNull();
  });

  it("serves cached responses for six hours and not longer", async () => {
    const rig = startRig();
    await rig.reader.read();
    rig.state = "down";
    rig.now += LIMITS.cachedForMs;
    expect(await statusOf(rig.provider().listStrategies({ limit: 12 }))).toBe(200);
    expect(await statusOf(rig.provider().getStrategy(some.id))).toBe(200);
    rig.now += 60_000;
    expect(await statusOf(rig.provider().listStrategies({ limit: 12 }))).toBe(503);
    expect(await statusOf(rig.provider().getStrategy(some.id))).toBe(503);
    expect(await statusOf(rig.provider().getManager(manager.id))).toBe(503);
  });

  it("reports the age of the oldest response that was used", async () => {
    const rig = startRig();
    await rig.provider().getStrategy(some.id);
    const first = rig.now;
    rig.now += 60_000;
    await rig.provider().listManagers();
    rig.state = "down";
    const provider = rig.provider();
    await provider.listManagers();
    expect(provider.cachedSince()).toBe(first + 60_000);
    await provider.getStrategy(some.id);
    expect(provider.cachedSince()).toBe(first);
  });

  it("returns 503 instead of a cached response if fresh data is required", async () => {
    const rig = startRig();
    await rig.provider().getStrategy(some.id);
    rig.state = "down";
    expect(await statusOf(rig.provider().fresh.getStrategy(some.id))).toBe(503);
  });

  it("responds at once while the circuit breaker is open, and makes one test call", async () => {
    const rig = startRig();
    await rig.reader.read();
    rig.state = "silent";
    rig.isCircuitClosed = false;
    rig.calls.length = 0;
    for (let count = 0; count < 50; count += 1) await rig.provider().getStrategy(some.id);
    expect(rig.calls).toHaveLength(1);
  });

  it("stops using cached responses when the provider responds again", async () => {
    const rig = startRig();
    await rig.reader.read();
    rig.state = "down";
    const during = rig.provider();
    await during.listStrategies({ limit: 12 });
    expect(during.cachedSince()).not.toBeNull();
    rig.state = "up";
    const after = rig.provider();
    await after.listStrategies({ limit: 12 });
    expect(after.cachedSince()).toBeNull();
  });
});

describe("a completely loaded catalogue", () => {
  it("serves every list, algo and manager in an outage without earlier requests", async () => {
    const rig = startRig();
    expect(await rig.reader.read()).toBe(true);
    rig.state = "down";
    const provider = rig.provider();
    const page = await provider.listStrategies({ filter_risk: ["High"], sort: "min_amount", limit: 5 });
    expect(page.items.map(({ id }) => id)).toEqual(
      listStrategies(entries, { filter_risk: ["High"], sort: "min_amount", limit: 5 }, 0).items.map(
        ({ id }) => id,
      ),
    );
    for (const { id } of strategies) {
      expect((await provider.getStrategy(id)).id).toBe(id);
      expect((await provider.listSimilarStrategies(id)).items).toHaveLength(1);
      expect((await provider.listStrategyInstruments(id)).items.length).toBeGreaterThan(0);
    }
    for (const { id } of managers) expect((await provider.getManager(id)).id).toBe(id);
  });

  it("accepts a cursor of the provider, and rejects an unknown cursor with 400", async () => {
    const rig = startRig();
    await rig.reader.read();
    const first = await rig.provider().listStrategies({ limit: 12 });
    rig.state = "down";
    const second = await rig.provider().listStrategies({ limit: 12, cursor: first.nextCursor ?? "" });
    expect(second.startIndex).toBe(12);
    const third = await rig.provider().listStrategies({ limit: 12, cursor: second.nextCursor ?? "" });
    expect(third.startIndex).toBe(24);
    const back = await rig.provider().listStrategies({ limit: 12, cursor: third.previousCursor ?? "" });
    expect(back.items).toEqual(second.items);
    expect(await statusOf(rig.provider().listStrategies({ limit: 12, cursor: "stranger" }))).toBe(400);
    expect(
      await statusOf(rig.provider().listStrategies({ sort: "Risk", cursor: second.nextCursor ?? "" })),
    ).toBe(400);
  });

  it("contains at most the configured number of algos, even in an outage", async () => {
    const rig = startRig({ limits: { catalogueAlgosMax: 20 } });
    await rig.reader.read();
    expect(rig.lists).toEqual([{ read: 20, total: strategies.length }]);
    rig.state = "down";
    const page = await rig.provider().listStrategies({ limit: 12, sort: "Risk" });
    expect([page.items.length, page.total]).toEqual([12, 20]);
    expect(rig.provider().allStrategies()).toHaveLength(20);
  });

  it("is loaded in rounds of ten algos, and read() returns false after a failure", async () => {
    const rig = startRig({ limits: { catalogueStrategiesPerRound: 10 } });
    for (let round = 0; round < Math.ceil(strategies.length / 10); round += 1) {
      rig.now += 1_000;
      expect(await rig.reader.read()).toBe(true);
    }
    expect(strategies.filter(({ id }) => rig.catalogue.oldestCachedAt(id) === null)).toEqual([]);
    expect(rig.rounds[0]).toEqual({ strategies: strategies.length, pages: 10 });
    rig.state = "down";
    expect(await rig.reader.read()).toBe(false);
  });

  it("is loaded in consecutive batches until every algo has been loaded", async () => {
    const rig = startRig({
      limits: { catalogueStrategiesPerRound: 10, catalogueReadEveryMs: 3_600_000, catalogueReadAgainMs: 1 },
    });
    rig.reader.start();
    const rounds = Math.ceil(strategies.length / 10);
    while (rig.rounds.length < rounds) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(strategies.filter(({ id }) => rig.catalogue.oldestCachedAt(id) === null)).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await rig.reader.stop();
    expect(rig.rounds).toHaveLength(rounds);
  });

  it("stops loading at the configured number of algos if the cursors form a cycle", async () => {
    const rig = startRig({ limits: { catalogueAlgosMax: 300 } });
    let pages = 0;
    const reader = createCatalogueReader({
      catalogue: {
        ...rig.catalogue,
        reading: (request) => ({
          ...rig.catalogue.reading(request),
          listStrategies: async (query = {}) => {
            pages += 1;
            const page = await rig.catalogue.reading(request).listStrategies({ ...query, cursor: undefined });
            return { ...page, nextCursor: "again" };
          },
        }),
      },
      limits: { ...LIMITS, catalogueAlgosMax: 300, cataloguePauseMs: 0 },
      now: () => rig.now,
      onLists: () => {},
      onRead: () => {},
      onFault: () => {},
    });
    expect(await reader.read()).toBe(true);
    expect(pages).toBe(3);
  });

  it("is not loaded again after the loader has stopped", async () => {
    const rig = startRig({ limits: { cataloguePauseMs: 5 } });
    rig.reader.start();
    while (!rig.calls.some((call) => call.startsWith("getStrategy")))
      await new Promise((resolve) => setTimeout(resolve, 1));
    await rig.reader.stop();
    const requestCount = rig.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(rig.calls).toHaveLength(requestCount);
    expect(rig.rounds).toEqual([]);
    expect(requestCount).toBeLessThan(strategies.length);
  });

  it("caches at most the configured number of responses", async () => {
    const rig = startRig({ limits: { maxStrategyAnswers: 30, maxListAnswers: 10, catalogueAlgosMax: 1 } });
    await rig.reader.read();
    for (const { id } of strategies) await rig.provider().getStrategy(id);
    for (let count = 0; count < 100; count += 1)
      await rig.provider().suggestStrategies({ text: `word${count}` });
    rig.state = "down";
    let cachedCount = 0;
    for (const { id } of strategies)
      if ((await statusOf(rig.provider().getStrategy(id))) === 200) cachedCount += 1;
    expect(cachedCount).toBe(30);
    expect(await statusOf(rig.provider().suggestStrategies({ text: "word1" }))).toBe(503);
    expect(await statusOf(rig.provider().suggestStrategies({ text: "word99" }))).toBe(200);
  });
});
