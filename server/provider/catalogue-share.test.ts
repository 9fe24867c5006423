// Replicas share one loaded catalogue over a bus in memory.
import { afterEach, describe, expect, it } from "vitest";
import type { Catalogue } from "../../app/context.ts";
import type { StrategySummary } from "../../app/contract/base-api/strategy.ts";
import { LIMITS } from "../limits.ts";
import { createCachedCatalogue } from "./cached-catalogue.ts";
import { createCatalogueReader } from "./catalogue-reader.ts";
import { CatalogueShare, type ShareBus, type ShareLease } from "./catalogue-share.ts";

const ALGOS = 40;
const PAGE = 100;

/** Hash, channel and lease of a bus. If `isDown` is true, every command fails. */
class MemoryBus {
  isDown = false;
  holder: string | null = null;
  readonly hash = new Map<string, string>();
  readonly listeners = new Map<string, { onMessage(text: string, isGap: boolean): void; onCall(): void }>();

  #check(): void {
    if (this.isDown) throw new Error("down");
  }

  open(nodeId: string): { bus: ShareBus; lease: ShareLease } {
    const bus: ShareBus = {
      nodeId,
      connect: (events) => void this.listeners.set(nodeId, events),
      isConnected: () => !this.isDown,
      publish: async (text) => {
        this.#check();
        for (const { onMessage } of this.listeners.values()) onMessage(text, false);
      },
      putValues: async (values) => {
        this.#check();
        for (const [name, text] of values) this.hash.set(name, text);
      },
      values: async (names) => {
        this.#check();
        return new Map(
          names.flatMap((name) => (this.hash.has(name) ? [[name, this.hash.get(name) ?? ""]] : [])),
        );
      },
      allValues: async (use) => {
        this.#check();
        for (const [name, text] of this.hash) use(name, text);
      },
      valueNames: async () => [...this.hash.keys()],
      removeValues: async (names) => {
        for (const name of names) this.hash.delete(name);
      },
      releaseLease: async () => {
        if (this.holder === nodeId) this.holder = null;
      },
      call: async () => {
        for (const { onCall } of this.listeners.values()) onCall();
      },
      close: async () => void this.listeners.delete(nodeId),
    };
    const hub = this;
    const lease: ShareLease = {
      get isHeld() {
        return hub.holder === nodeId;
      },
      acquireOrRenew: async () => {
        this.#check();
        this.holder ??= nodeId;
      },
      expireIfUnrenewed() {},
      end: () => this.holder === nodeId,
    };
    return { bus, lease };
  }
}

class CountingProvider {
  calls: string[] = [];
  name = "Rule";
  count = ALGOS;
  api(): Catalogue {
    const record = (call: string) => void this.calls.push(call);
    const one = (n: number) =>
      ({
        id: `rule-${n}`,
        name: `${this.name} ${n}`,
        deployedCount: this.calls.length,
        trackedCount: 0,
      }) as StrategySummary;
    return {
      listStrategies: async () => {
        record("listStrategies");
        const items = Array.from({ length: this.count }, (_, n) => one(n));
        return {
          items: items.slice(0, PAGE),
          total: items.length,
          startIndex: 0,
          nextCursor: null,
          previousCursor: null,
        };
      },
      getStrategy: async (id: string) => {
        record(`getStrategy ${id}`);
        return { id, name: this.name };
      },
      listSimilarStrategies: async (id: string) => {
        record(`listSimilarStrategies ${id}`);
        return { items: [] };
      },
      listStrategyInstruments: async (id: string) => {
        record(`listStrategyInstruments ${id}`);
        return { items: [] };
      },
      listManagers: async () => {
        record("listManagers");
        return { items: [{ id: "m", name: "Manager", listed: true, strategyCount: 1 }] };
      },
    } as unknown as Catalogue;
  }
}

const limits = {
  ...LIMITS,
  maxStrategyAnswers: 1_000,
  catalogueAlgosMax: 1_000,
  cataloguePauseMs: 0,
  catalogueFollowMs: 5,
  catalogueShareEveryMs: 5,
  catalogueReadEveryMs: 60,
  catalogueReadAgainMs: 20,
  catalogueCallsPerSecond: 1_000,
  busRenewMs: 10,
  busSilentMs: 20,
};
const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((replica) => replica.stop()));
});

function startReplica(hub: MemoryBus, provider: CountingProvider, node: string, version = "1") {
  const catalogue = createCachedCatalogue({
    api: {
      forRequest: () => provider.api(),
      status: () => ({ isCircuitClosed: true }),
    } as unknown as Parameters<typeof createCachedCatalogue>[0]["api"],
    limits,
    now: () => Date.now(),
  });
  let rounds = 0;
  const { bus, lease } = hub.open(node);
  const share = new CatalogueShare({
    bus,
    lease,
    limits,
    version,
    onValue: (name, value) => reader.receive(name, value),
    onEvent() {},
  });
  const reader = createCatalogueReader({
    catalogue,
    share,
    limits,
    now: () => Date.now(),
    onLists() {},
    onRead: () => {
      rounds += 1;
    },
    onFault: (fault) => {
      throw fault;
    },
  });
  share.start();
  reader.start();
  const replica = {
    node,
    catalogue,
    rounds: () => rounds,
    has: (n: number) => catalogue.oldestCachedAt(`rule-${n}`) !== null,
    hasAll: () =>
      Array.from({ length: ALGOS }, (_, n) => n).every((n) => catalogue.oldestCachedAt(`rule-${n}`) !== null),
    menu: () => catalogue.menuManagers().length,
    list: () =>
      catalogue.forRequest({ signal: new AbortController().signal, requestId: "test" }).allStrategies(),
    async stop() {
      await reader.stop();
      await share.stop();
    },
  };
  running.push(replica);
  return replica;
}

async function until(isDone: () => boolean): Promise<void> {
  const end = Date.now() + 8_000;
  while (!isDone()) {
    if (Date.now() > end) throw new Error("not in time");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("replicas on one message bus", () => {
  it("load the catalogue from the provider once and share it", async () => {
    const hub = new MemoryBus();
    const provider = new CountingProvider();
    const replicas = Array.from({ length: 10 }, (_, n) => startReplica(hub, provider, `node-${n}`));
    await until(() =>
      replicas.every((one) => one.hasAll() && one.list()?.length === ALGOS && one.menu() === 1),
    );
    expect(provider.calls.filter((call) => call.startsWith("getStrategy"))).toHaveLength(ALGOS);
    const reader = replicas.find(({ node }) => node === hub.holder);
    // Further rounds load the lists, but no algos, because only the algos' counts have changed.
    const before = reader?.rounds() ?? 0;
    await until(() => (reader?.rounds() ?? 0) > before + 2);
    expect(provider.calls.filter((call) => call.startsWith("getStrategy"))).toHaveLength(ALGOS);
  });

  it("reload a changed algo once, and delete a removed algo from the bus", async () => {
    const hub = new MemoryBus();
    const provider = new CountingProvider();
    const replicas = [startReplica(hub, provider, "a"), startReplica(hub, provider, "b")];
    await until(() => replicas.every((one) => one.hasAll()));
    provider.name = "Changed";
    provider.count = ALGOS - 1;
    await until(() =>
      replicas.every((one) => one.list()?.length === ALGOS - 1 && one.list()?.[0]?.name === "Changed 0"),
    );
    await until(
      () => provider.calls.filter((call) => call.startsWith("getStrategy")).length === 2 * ALGOS - 1,
    );
    await until(() => !hub.hash.has(`algo rule-${ALGOS - 1}`));
  });

  it("do not load algos again after another replica takes over the loading", async () => {
    const hub = new MemoryBus();
    const provider = new CountingProvider();
    const replicas = [startReplica(hub, provider, "a"), startReplica(hub, provider, "b")];
    await until(() => replicas.every((one) => one.hasAll()));
    const leaving = replicas.find(({ node }) => node === hub.holder);
    await leaving?.stop();
    const staying = replicas.find((one) => one !== leaving);
    const before = staying?.rounds() ?? 0;
    await until(() => hub.holder === staying?.node && (staying?.rounds() ?? 0) > before + 1);
    expect(provider.calls.filter((call) => call.startsWith("getStrategy"))).toHaveLength(ALGOS);
    const joining = startReplica(hub, provider, "c");
    await until(() => joining.hasAll() && joining.list()?.length === ALGOS);
    expect(provider.calls.filter((call) => call.startsWith("getStrategy"))).toHaveLength(ALGOS);
  });

  it("ignore catalogue data that a replica of another version stored", async () => {
    const hub = new MemoryBus();
    const provider = new CountingProvider();
    const old = startReplica(hub, provider, "a", "1");
    await until(() => old.hasAll());
    const other = startReplica(hub, provider, "b", "2");
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(other.has(0)).toBe(false);
  });
});

describe("without the message bus", () => {
  it("each replica loads the catalogue itself", async () => {
    const hub = new MemoryBus();
    hub.isDown = true;
    const provider = new CountingProvider();
    const replicas = [startReplica(hub, provider, "a"), startReplica(hub, provider, "b")];
    await until(() => replicas.every((one) => one.hasAll()));
    expect(provider.calls.filter((call) => call === "getStrategy rule-0")).toHaveLength(2);
    hub.isDown = false;
    await until(() => hub.holder !== null && hub.hash.size > 0);
  });
});
