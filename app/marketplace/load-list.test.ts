import { expect, it } from "vitest";
import type { SiteContext } from "../context.ts";
import { PAGE_SIZE_MAX } from "../contract/base-api/limits.ts";
import { LIST_PAGE_SIZE } from "./list-query.ts";
import { loadList } from "./load-list.ts";

const TOTAL = 130;
const algos = Array.from({ length: TOTAL }, (_, index) => ({ id: String(index), minAmountRupees: 10_000 }));

/**
 * Loads a page sorted by drawdown, without any record that may be shown. The provider's cursor is the index of the
 * page's first algo.
 */
async function load(cursor: string) {
  return loadAt(`?sort=drawdown&cursor=${cursor}`);
}

async function loadAt(search: string, base = {}) {
  const recordsOf: string[] = [];
  const context = {
    provider: {
      cachedSince: () => null,
      listStrategies: async ({ limit = LIST_PAGE_SIZE, cursor: from = "0" }) => {
        const startIndex = Number(from);
        const end = startIndex + limit;
        return {
          items: algos.slice(startIndex, end),
          total: TOTAL,
          startIndex,
          previousCursor: startIndex === 0 ? null : String(Math.max(0, startIndex - LIST_PAGE_SIZE)),
          nextCursor: end < TOTAL ? String(end) : null,
          facets: { manager: [{ value: "kestrel", count: TOTAL }] },
          loosen: [],
        };
      },
    },
    evidence: {
      record: async ({ id }: { id: string }) => {
        recordsOf.push(id);
        return { kind: "withheld", reason: "x" };
      },
      trades: async () => ({ kind: "withheld", reason: "x" }),
    },
  } as unknown as SiteContext;
  const request = new Request(`https://site.example/algos${search}`);
  const { page } = await loadList({ request, context } as never, base as never);
  return { page, recordsOf };
}

it("loads only the displayed algos' records on a page beyond PAGE_SIZE_MAX", async () => {
  const { page, recordsOf } = await load(String(PAGE_SIZE_MAX));
  expect(page.items.map(({ id }) => id)).toEqual(recordsOf);
  expect(recordsOf).toEqual(algos.slice(PAGE_SIZE_MAX, PAGE_SIZE_MAX + LIST_PAGE_SIZE).map(({ id }) => id));
  expect(page.previousCursor).toBe(`from_${PAGE_SIZE_MAX - LIST_PAGE_SIZE}`);
});

it("loads PAGE_SIZE_MAX records to sort an earlier page by drawdown", async () => {
  expect((await load("from_12")).recordsOf).toHaveLength(PAGE_SIZE_MAX);
});

it("suggests removing the drawdown filter if it excludes all algos", async () => {
  const { page } = await loadAt("?drawdown=10");
  expect(page.total).toBe(0);
  expect(page.loosen).toEqual([{ filter: "drawdown", total: TOTAL }]);
});

it("neither offers nor accepts another manager in the list of one manager", async () => {
  const base = { filter_manager: ["kestrel"] };
  const refused = await loadAt("?manager=other&cursor=12", base).catch((answer: Response) => answer);
  expect((refused as Response).headers.get("Location")).toBe("/algos?cursor=12");
  expect((await loadAt("", base)).page.facets.manager).toBeUndefined();
  expect((await loadAt("?manager=other")).page.facets.manager).toHaveLength(1);
});
