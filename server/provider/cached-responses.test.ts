import { expect, it } from "vitest";
import type { StrategyPage } from "../../app/contract/base-api/operations.ts";
import type { StrategyQuery } from "../../app/contract/base-api/strategy-query.ts";
import { catalogueLimits, LIMITS } from "../limits.ts";
import { buildCatalogue } from "../sandbox/algos/catalogue/build-catalogue.ts";
import { createCachedResponses } from "./cached-responses.ts";

it("stores the start index of a cursor separately for each query", () => {
  const { strategies } = buildCatalogue();
  const answers = createCachedResponses({ limits: { ...LIMITS, ...catalogueLimits(1_000) }, now: () => 0 });
  answers.adopt(strategies, 0);
  const firstPage = (query: StrategyQuery, length: number) =>
    answers.storeList(query, {
      items: strategies.slice(0, length),
      startIndex: 0,
      nextCursor: "page-2",
      previousCursor: null,
    } as unknown as StrategyPage);
  firstPage({ limit: 12 }, 12);
  firstPage({ limit: 30 }, 30);
  firstPage({ limit: 12, filter_risk: ["High"] }, 5);
  const startOf = (query: StrategyQuery) =>
    answers.cachedList({ ...query, cursor: "page-2" })?.make().startIndex;
  expect(startOf({ limit: 12 })).toBe(12);
  expect(startOf({ limit: 30 })).toBe(30);
  expect(() => startOf({ limit: 20 })).toThrow();
});
