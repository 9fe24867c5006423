// Compares lists for random queries with those of a simple implementation, and follows the cursors.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PAGE_SIZE_DEFAULT } from "../../app/contract/base-api/limits.ts";
import type { Strategy } from "../../app/contract/base-api/strategy.ts";
import type { StrategyQuery } from "../../app/contract/base-api/strategy-query.ts";
import { FILTERS, filterKey } from "../../app/domain/filters.ts";
import {
  NAMED_LISTS,
  RISKS,
  SORTS,
  type Sort,
  STRATEGY_STATES,
  type StrategyState,
  TAGS,
} from "../../app/domain/vocabulary.ts";
import { DISCOVER_MENU, discoverQuery } from "../../app/marketplace/menu.ts";
import { buildCatalogue } from "../sandbox/algos/catalogue/build-catalogue.ts";
import { createStrategyFinder, searchedStrategy } from "./strategy-finder.ts";
import { CursorError, type ListedStrategy, listStrategies } from "./strategy-list.ts";

const AT = Date.parse("2026-09-15T11:00:00+05:30");
const TODAY = "2026-09-15";
const built = buildCatalogue();
const STATES: readonly StrategyState[] = ["open", "open", "closed", "suspended", "withdrawn"];
/** Each strategy occurs twice, so that sort keys are equal, and in all states. */
const strategies: Strategy[] = built.strategies.flatMap((strategy, index) => [
  strategy,
  {
    ...strategy,
    id: `${strategy.id}-copy`,
    status: { ...strategy.status, state: STATES[index % STATES.length] ?? "open" },
    deployedCount: strategy.deployedCount - (strategy.deployedCount % 50),
  },
]);
const entries: ListedStrategy[] = strategies.map((strategy) => ({
  summary: strategy,
  filtered: strategy,
  searched: searchedStrategy(strategy, strategy),
}));
const find = createStrategyFinder(entries.map(({ searched }) => searched));

const rank = ({ risk }: Strategy) => (RISKS as readonly string[]).indexOf(risk);
const SPEC_ORDERS: Record<Sort, (a: Strategy, b: Strategy) => number> = {
  deployed: (a, b) => b.deployedCount - a.deployedCount,
  tracked: (a, b) => b.trackedCount - a.trackedCount,
  live: (a, b) => Date.parse(a.liveSince) - Date.parse(b.liveSince),
  min_amount: (a, b) => a.minAmountRupees - b.minAmountRupees,
  "-min_amount": (a, b) => b.minAmountRupees - a.minAmountRupees,
  Risk: (a, b) => rank(a) - rank(b) || a.minAmountRupees - b.minAmountRupees,
  "-Risk": (a, b) => rank(b) - rank(a) || a.minAmountRupees - b.minAmountRupees,
};
const sorted = (list: readonly Strategy[], sort: Sort) =>
  [...list].sort((a, b) => SPEC_ORDERS[sort](a, b) || (a.id < b.id ? -1 : 1));

/** The simple implementation: filters strategies by one parameter of the query after the other. */
function specification(query: StrategyQuery): Strategy[] {
  let remaining = strategies.filter(({ status }) =>
    (query.state?.length ? query.state : ["open", "closed", "suspended"]).includes(status.state),
  );
  const remove = (isMatch: (strategy: Strategy) => boolean) => {
    remaining = remaining.filter(isMatch);
  };
  const { tags, min_amount: bound, capital, q, partner_name, id: ids } = query;
  if (tags?.length && query.tags_match_type === "any")
    remove((strategy) => tags.some((tag) => strategy.tags.includes(tag)));
  else for (const tag of tags ?? []) remove((strategy) => strategy.tags.includes(tag));
  if (bound !== undefined && query.min_amount_val === "Lower")
    remove(({ minAmountRupees }) => minAmountRupees < bound);
  if (bound !== undefined && query.min_amount_val === "Greater")
    remove(({ minAmountRupees }) => minAmountRupees >= bound);
  if (query.risk !== undefined) remove(({ risk }) => risk === query.risk);
  if (partner_name !== undefined)
    remove(({ manager }) => manager.name.toLowerCase() === partner_name.toLowerCase());
  if (query.field_name !== undefined) {
    const tag = /option/.test(query.field_name)
      ? "Options"
      : /equity/.test(query.field_name)
        ? "Equity"
        : null;
    const open = strategies.filter(
      (one) => one.status.state === "open" && (tag === null || one.tags.includes(tag)),
    );
    const first = sorted(open, /tracked/.test(query.field_name) ? "tracked" : "deployed").slice(0, 8);
    remove((strategy) => first.includes(strategy));
  }
  for (const { name, of } of FILTERS) {
    const values = query[filterKey(name)];
    if (values?.length) remove((strategy) => of(strategy, TODAY).some((value) => values.includes(value)));
  }
  if (capital !== undefined) remove(({ minAmountRupees }) => minAmountRupees <= capital);
  if (ids?.length) remove(({ id }) => ids.includes(id));
  if (q !== undefined) {
    const found = find(q);
    remove(({ id }) => found.includes(id));
  }
  return sorted(remaining, query.sort ?? "deployed");
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>, freq = 2) => fc.option(arbitrary, { nil: undefined, freq });
const managers = built.managers.map(({ id }) => id);
const anyQuery: fc.Arbitrary<StrategyQuery> = fc
  .record({
    tags: maybe(fc.array(fc.constantFrom(...TAGS), { maxLength: 3 })),
    tags_match_type: maybe(fc.constantFrom("all" as const, "any" as const)),
    amount: maybe(
      fc.record({
        min_amount: fc.constantFrom(50_000, 100_000, 125_000),
        min_amount_val: fc.constantFrom("Lower" as const, "Greater" as const),
      }),
    ),
    risk: maybe(fc.constantFrom(...RISKS), 1),
    partner_name: maybe(
      fc.constantFrom("nobody", ...built.managers.map(({ name }) => name.toUpperCase())),
      1,
    ),
    field_name: maybe(fc.constantFrom(...NAMED_LISTS), 1),
    filters: fc.subarray(
      FILTERS.map((row) => row),
      { maxLength: 3 },
    ),
    picks: fc.array(fc.nat(), { minLength: 3, maxLength: 6 }),
    capital: maybe(fc.constantFrom(40_000, 90_000, 500_000), 1),
    q: maybe(fc.constantFrom("nifty", "bank", "Kestrel", "cond", "high risk", "zzz", "!!"), 1),
    id: maybe(fc.subarray(strategies.slice(0, 8).map(({ id }) => id)), 1),
    state: maybe(fc.subarray([...STRATEGY_STATES])),
    sort: maybe(fc.constantFrom(...SORTS)),
    limit: maybe(fc.constantFrom(0, 1, 5, 12, 100)),
  })
  .map(({ amount, filters, picks, ...others }) => {
    const chosen = filters.map(({ name, values }) => {
      const known = values?.map(({ value }) => value) ?? managers;
      return [filterKey(name), [...new Set(picks.map((pick) => known[pick % known.length] ?? ""))]];
    });
    const all = Object.entries({ ...others, ...amount, ...Object.fromEntries(chosen) });
    return Object.fromEntries(all.filter(([, value]) => value !== undefined));
  });

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);

describe("a list of strategies", () => {
  it("equals the result of a simple reference implementation for any query", () => {
    fc.assert(
      fc.property(anyQuery, (query) => {
        const page = listStrategies(entries, query, AT);
        const expected = specification(query);
        expect(ids(page.items)).toEqual(ids(expected.slice(0, query.limit ?? PAGE_SIZE_DEFAULT)));
        expect([page.total, page.startIndex]).toEqual([expected.length, 0]);
        for (const { name, of } of FILTERS) {
          const others = specification({ ...query, [filterKey(name)]: undefined });
          for (const { value, count } of page.facets[name] ?? [])
            expect(others.filter((one) => of(one, TODAY).includes(value)).length).toBe(count);
        }
        for (const { filter, total } of page.loosen)
          expect(specification({ ...query, [filter]: undefined }).length).toBe(total);
        if (page.total > 0) expect(page.loosen).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  it("contains each match once in both paging directions, for any page size", () => {
    fc.assert(
      fc.property(anyQuery, fc.constantFrom(3, 7, 12), (query, limit) => {
        const all = ids(specification(query));
        const ask = (cursor: string | null) =>
          listStrategies(entries, { ...query, limit, ...(cursor !== null && { cursor }) }, AT);
        let page = ask(null);
        const walked = ids(page.items);
        while (page.nextCursor !== null) {
          // A cursor must be usable in the address of a page.
          expect(page.nextCursor).toMatch(/^[\w-]{1,400}$/);
          page = ask(page.nextCursor);
          expect(page.startIndex).toBe(walked.length);
          walked.push(...ids(page.items));
        }
        expect(walked).toEqual(all);
        const back = [...page.items];
        while (page.previousCursor !== null) {
          page = ask(page.previousCursor);
          back.unshift(...page.items);
        }
        expect(ids(back)).toEqual(all);
      }),
      { numRuns: 100 },
    );
  });

  it.each(DISCOVER_MENU.flatMap(({ items }) => items).map((item) => [item.link, item] as const))(
    "equals the reference implementation's result for the menu link %s",
    (_, item) => {
      const query = discoverQuery(item);
      expect(ids(listStrategies(entries, query, AT).items)).toEqual(
        ids(specification(query).slice(0, PAGE_SIZE_DEFAULT)),
      );
    },
  );

  it("omits the counts of fee filters if any strategy's fee is unknown", () => {
    const [first, ...others] = entries as [ListedStrategy, ...ListedStrategy[]];
    const { fee: _, ...unread } = first.filtered;
    expect(listStrategies(entries, {}, AT).facets.fee).toBeDefined();
    expect(listStrategies([{ ...first, filtered: unread }, ...others], {}, AT).facets.fee).toBeUndefined();
  });
});

describe("a cursor of a strategy list", () => {
  const cursorOf = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString("base64url");
  const page = (cursor: string, sort: Sort = "deployed") =>
    listStrategies(entries, { sort, limit: 12, cursor }, AT);

  it("continues before or after its strategy, even in the format of earlier releases", () => {
    for (const sort of SORTS) {
      const all = specification({ sort });
      const at = all[20] as Strategy;
      const keys = {
        deployed: [at.deployedCount],
        tracked: [at.trackedCount],
        live: [Number(at.liveSince.replaceAll("-", ""))],
        min_amount: [at.minAmountRupees],
        "-min_amount": [at.minAmountRupees],
        Risk: [rank(at), at.minAmountRupees],
        "-Risk": [rank(at), at.minAmountRupees],
      }[sort];
      expect(ids(page(cursorOf("after", sort, keys, at.id), sort).items)).toEqual(ids(all.slice(21, 33)));
      expect(ids(page(cursorOf("before", sort, keys, at.id), sort).items)).toEqual(ids(all.slice(8, 20)));
    }
  });

  it("returns the nearest page if its position is outside the list", () => {
    const all = ids(specification({}));
    expect(ids(page(cursorOf("after", "deployed", [-1], "x")).items)).toEqual(all.slice(-12));
    expect(ids(page(cursorOf("before", "deployed", [1e9], "x")).items)).toEqual(all.slice(0, 12));
    expect(ids(listStrategies(entries, { limit: 12 }, AT, 5_000).items)).toEqual(all.slice(-12));
  });

  it("is rejected if it is malformed, or belongs to another sort order or provider", () => {
    const next = listStrategies(entries, { limit: 12 }, AT).nextCursor ?? "";
    expect(() => page(next, "Risk")).toThrow(CursorError);
    for (const text of ["stranger", "kept_deployed_12", cursorOf("after", "deployed"), cursorOf(null)])
      expect(() => page(text)).toThrow(CursorError);
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(() => page(text)).toThrow(CursorError);
      }),
    );
    // A request for zero items ignores the cursor.
    expect(listStrategies(entries, { limit: 0, cursor: "stranger" }, AT).items).toEqual([]);
  });
});

it("counts a record's age in days of IST, even between midnight and 05:30", () => {
  // 182 days are less than six months, 183 are more.
  const own = { ...(strategies[0] as Strategy), liveSince: "2026-03-16" };
  const recordFacets = (time: string) =>
    listStrategies(
      [{ summary: own, filtered: own, searched: searchedStrategy(own, own) }],
      {},
      Date.parse(`${TODAY}T${time}+05:30`),
    ).facets.record;
  expect(recordFacets("00:30:00")).toEqual(recordFacets("11:00:00"));
});
