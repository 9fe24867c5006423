// Rounds of the catalogue's reader with a provider that fails for some algos.
import { expect, it, vi } from "vitest";
import type { Catalogue } from "../../app/context.ts";
import { HOUR_MS } from "../../app/domain/time.ts";
import { LIMITS } from "../limits.ts";
import { type CatalogueReaderOptions, createCatalogueReader } from "./catalogue-reader.ts";
import { refusalResponse, unreachableResponse } from "./faults.ts";

const IDS = ["a", "b", "c", "d", "e", "f", "g"];

/**
 * Creates a loader. `faultOf` returns the provider's fault for the page of an algo. The provider's total also counts an
 * omitted algo.
 */
function startRig(
  faultOf: (id: string) => Response | null,
  ids = IDS,
  share?: CatalogueReaderOptions["share"],
  onLists: CatalogueReaderOptions["onLists"] = () => {},
) {
  const rig = { requested: [] as string[], now: 1_000_000 };
  const cachedAt = new Map<string, number>();
  const api = {
    listManagers: async () => ({ items: [] }),
    listStrategies: async () => ({
      items: ids.map((id) => ({ id })),
      total: ids.length + 1,
      nextCursor: null,
    }),
    getStrategy: async (id: string) => {
      rig.requested.push(id);
      const fault = faultOf(id);
      if (fault !== null) throw fault;
      cachedAt.set(id, rig.now);
    },
    listSimilarStrategies: async () => ({ items: [] }),
    listStrategyInstruments: async () => ({ items: [] }),
  } as unknown as Catalogue;
  const reader = createCatalogueReader({
    catalogue: {
      reading: () => api,
      adopt: () => {},
      oldestCachedAt: (id) => cachedAt.get(id) ?? null,
      stored: () => ({}),
      restore: () => {},
    } satisfies CatalogueReaderOptions["catalogue"],
    limits: { ...LIMITS, catalogueAlgosMax: 100, cataloguePauseMs: 0, catalogueCallsPerSecond: 10_000 },
    ...(share === undefined ? {} : { share }),
    now: () => rig.now,
    onLists,
    onRead: () => {},
    onFault: (fault) => {
      throw fault;
    },
  });
  /** Runs a round and returns its result and the requested algos. */
  const round = async (afterMs: number) => {
    rig.now += afterMs;
    rig.requested = [];
    return [await reader.read(), rig.requested.join("")];
  };
  return round;
}

it("loads the other algos if one algo fails, and retries it in a later round", async () => {
  const round = startRig((id) => (id === "b" ? unreachableResponse() : null));
  expect(await round(0)).toEqual([true, "abcdefg"]);
  expect(await round(1_000)).toEqual([true, ""]);
  expect(await round(LIMITS.catalogueReadEveryMs)).toEqual([true, "b"]);
  expect(await round(HOUR_MS)).toEqual([true, "acdefgb"]);
});

it("ends a round after three failed algos, and loads the others in the next round", async () => {
  const round = startRig((id) => ("bcd".includes(id) ? unreachableResponse() : null));
  expect(await round(0)).toEqual([false, "abcd"]);
  expect(await round(1_000)).toEqual([true, "efg"]);
});

it("retries a refused algo at most once per hour", async () => {
  const round = startRig((id) => (id === "b" ? refusalResponse(404, "No strategy has this id") : null));
  expect(await round(0)).toEqual([true, "abcdefg"]);
  expect(await round(LIMITS.catalogueReadEveryMs)).toEqual([true, ""]);
  expect(await round(HOUR_MS)).toEqual([true, "abcdefg"]);
});

it("shares an empty list, so that the other replicas also remove the algos", async () => {
  const stored = new Map<string, unknown>();
  const round = startRig(() => null, [], {
    role: "reads",
    store: (name, value) => void stored.set(name, value),
    prune: async () => {},
  });
  await round(0);
  expect(stored.get("list 0")).toMatchObject({ parts: 1, items: [] });
});

it("counts the algos at the end of the list, without omitted ones", async () => {
  const onLists = vi.fn();
  await startRig(() => null, IDS, undefined, onLists)(0);
  expect(onLists).toHaveBeenCalledWith({ read: IDS.length, total: IDS.length });
});

it("creates a separate abort signal for each round", async () => {
  const any = vi.spyOn(AbortSignal, "any");
  const round = startRig(() => null);
  const signalsOf = async (afterMs: number) => {
    any.mockClear();
    await round(afterMs);
    return new Set(any.mock.calls.map(([signals]) => [...signals][0]));
  };
  const [first, second] = [await signalsOf(0), await signalsOf(HOUR_MS)];
  any.mockRestore();
  expect([first.size, second.size]).toEqual([1, 1]);
  expect([...second][0]).not.toBe([...first][0]);
});
