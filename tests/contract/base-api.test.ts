// The base API's contract for any provider. Responses match their schemas, lists contain the items that match the query,
// cursors reach all items once, and invalid input gets a problem with the parameter's name. The tests do not depend on
// the sandbox's catalogue.
import type { ChildProcess } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { request } from "undici";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { PAGE_SIZE_MAX } from "../../app/contract/base-api/limits.ts";
import type { BaseApiOperation } from "../../app/contract/base-api/operation.ts";
import { encodeQuery } from "../../app/contract/base-api/operation.ts";
import {
  BASE_API_OPERATIONS,
  problemSchema,
  type StrategyPage,
} from "../../app/contract/base-api/operations.ts";
import type { StrategySummary } from "../../app/contract/base-api/strategy.ts";
import type { StrategyQuery } from "../../app/contract/base-api/strategy-query.ts";
import {
  INSTRUMENT_KINDS,
  LISTED_STATES,
  NAMED_LIST_LENGTH,
  NAMED_LISTS,
  PRODUCTS,
  RISKS,
  riskRank,
  SORTS,
} from "../../app/domain/vocabulary.ts";
import { DISCOVER_MENU, discoverQuery } from "../../app/marketplace/menu.ts";
import { forkSandbox } from "../support/base-api.ts";

let baseUrl: string;
let sandbox: ChildProcess | null = null;
let dataDir: string | null = null;

beforeAll(async () => {
  const named = process.env.CONTRACT_BASE_URL;
  if (named !== undefined) {
    baseUrl = named;
    return;
  }
  dataDir = mkdtempSync(join(tmpdir(), "contract-"));
  const child = forkSandbox({ dataDir, port: 0, records: [] });
  sandbox = child;
  baseUrl = await new Promise<string>((resolve, reject) => {
    child.on("message", (message: { kind: string; port: number }) => {
      if (message.kind === "listening") resolve(`http://127.0.0.1:${message.port}`);
    });
    child.on("exit", (code) => reject(new Error(`the sandbox ended with ${code}`)));
  });
  child.removeAllListeners("exit");
});

afterAll(() => {
  sandbox?.kill("SIGKILL");
  if (dataDir !== null) rmSync(dataDir, { recursive: true, force: true });
});

async function getJson(path: string, headers: Record<string, string> = {}) {
  const response = await request(`${baseUrl}${path}`, { headers });
  const text = await response.body.text();
  return {
    status: response.statusCode,
    headers: response.headers,
    body: text === "" ? null : JSON.parse(text),
  };
}

async function answer<Schema extends z.ZodType>(
  operation: BaseApiOperation & { answer: Schema },
  path: string,
) {
  const { status, headers, body } = await getJson(path);
  expect(status, path).toBe(200);
  expect(headers["content-type"]).toMatch(/^application\/json/);
  return operation.answer.parse(body) as z.output<Schema>;
}

function list(query: StrategyQuery): Promise<StrategyPage> {
  return answer(BASE_API_OPERATIONS.listStrategies, `/v1/strategies?${encodeQuery(query)}`);
}

async function all(query: StrategyQuery, limit = PAGE_SIZE_MAX): Promise<StrategySummary[]> {
  const found: StrategySummary[] = [];
  let cursor: string | null = null;
  do {
    const page: StrategyPage = await list({ ...query, limit, ...(cursor === null ? {} : { cursor }) });
    expect(page.startIndex).toBe(found.length);
    found.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

describe("operations of the base API", () => {
  it("include a health check that returns the status “ok”", async () => {
    expect((await answer(BASE_API_OPERATIONS.getHealth, "/v1/health")).status).toBe("ok");
  });

  it("return details of each listed manager and strategy, and similar strategies", async () => {
    const managers = (await answer(BASE_API_OPERATIONS.listManagers, "/v1/managers")).items;
    for (const manager of managers)
      expect(await answer(BASE_API_OPERATIONS.getManager, `/v1/managers/${manager.id}`)).toEqual(manager);
    const ids = new Set(managers.map((manager) => manager.id));
    for (const summary of await all({})) {
      const strategy = await answer(BASE_API_OPERATIONS.getStrategy, `/v1/strategies/${summary.id}`);
      expect(strategy).toMatchObject(summary);
      expect(strategy.minAmountRupees).toBe(strategy.minimum.marginRupees + strategy.minimum.bufferRupees);
      expect(ids.has(strategy.manager.id)).toBe(true);
      const { items } = await answer(
        BASE_API_OPERATIONS.listSimilarStrategies,
        `/v1/strategies/${summary.id}/similar`,
      );
      expect(items.length).toBeLessThanOrEqual(6);
      expect(items.some((other) => other.manager.id === strategy.manager.id)).toBe(false);
    }
  });

  it("return for each manager the number of listed and withdrawn strategies", async () => {
    for (const manager of (await answer(BASE_API_OPERATIONS.listManagers, "/v1/managers")).items) {
      const page = await list({ filter_manager: [manager.id], limit: 0 });
      expect(page.total).toBe(manager.strategyCount);
      expect((await list({ filter_manager: [manager.id], state: ["withdrawn"], limit: 0 })).total).toBe(
        manager.withdrawnCount,
      );
    }
  });

  it("list open, closed and suspended strategies if the query contains no state", async () => {
    const listed = await list({ state: [...LISTED_STATES], limit: 0 });
    expect((await list({ limit: 0 })).total).toBe(listed.total);
  });

  it("return the request id from the request's header", async () => {
    const { headers } = await getJson("/v1/health", { "x-request-id": "abcDEF12-3456" });
    expect(headers["x-request-id"]).toBe("abcDEF12-3456");
  });

  it("suggest a strategy for its name without the first letter", async () => {
    const [first] = await all({ limit: 1 } as StrategyQuery, 1);
    const text = encodeURIComponent((first?.name ?? "").slice(1));
    const { items } = await answer(BASE_API_OPERATIONS.suggestStrategies, `/v1/suggestions?text=${text}`);
    expect(items.map((item) => item.id)).toContain(first?.id);
  });
});

describe("discover queries", () => {
  const items = DISCOVER_MENU.flatMap((category) => category.items).filter((item) => "query" in item);

  it.each(items.map((item) => [item.id, discoverQuery(item)] as const))(
    "of the menu item %s select exactly the matching algos",
    async (_, query) => {
      const everything = await all({});
      const expected = everything.filter(
        (s) =>
          (query.tags ?? []).every((tag) => s.tags.includes(tag)) &&
          (query.risk === undefined || s.risk === query.risk) &&
          (query.partner_name === undefined || s.manager.name === query.partner_name) &&
          (query.min_amount === undefined ||
            (query.min_amount_val === "Lower"
              ? s.minAmountRupees < query.min_amount
              : s.minAmountRupees >= query.min_amount)),
      );
      expect((await all(query)).map((s) => s.id).sort()).toEqual(expected.map((s) => s.id).sort());
    },
  );

  it("with tags_match_type=any select algos that have any of the tags", async () => {
    const everything = await all({});
    const found = await all({ tags: ["Sensex", "Long-Term"], tags_match_type: "any" });
    expect(found.map((s) => s.id).sort()).toEqual(
      everything
        .filter((s) => s.tags.includes("Sensex") || s.tags.includes("Long-Term"))
        .map((s) => s.id)
        .sort(),
    );
  });

  it.each(NAMED_LISTS)(
    "of the collection %s return the strategies with the highest counts",
    async (field_name) => {
      const open = (await all({})).filter((s) => s.status.state === "open");
      const tag = field_name.includes("option") ? "Options" : field_name.includes("equity") ? "Equity" : null;
      const countOf = (s: StrategySummary) =>
        field_name.includes("tracked") ? s.trackedCount : s.deployedCount;
      const ranked = open
        .filter((s) => tag === null || s.tags.includes(tag))
        .sort((a, b) => countOf(b) - countOf(a));
      const found = await all({ field_name });
      expect(found).toHaveLength(Math.min(NAMED_LIST_LENGTH, ranked.length));
      expect(Math.min(...found.map(countOf))).toBeGreaterThanOrEqual(
        countOf(ranked[found.length] ?? (ranked.at(-1) as StrategySummary)),
      );
    },
  );
});

describe("filters", () => {
  it("are combined with the query, and each facet count equals the filtered total", async () => {
    const query: StrategyQuery = {
      tags: ["Options"],
      filter_product: ["Intraday", "Scalping"],
      filter_risk: ["High"],
    };
    const page = await list({ ...query, limit: PAGE_SIZE_MAX });
    for (const s of page.items) {
      expect(s.tags).toContain("Options");
      expect(["Intraday", "Scalping"]).toContain(s.product);
      expect(s.risk).toBe("High");
    }
    for (const { value, count } of page.facets.instrument ?? [])
      expect((await list({ ...query, filter_instrument: [value], limit: 0 })).total).toBe(count);
    for (const { value, count } of page.facets.product ?? [])
      expect((await list({ ...query, filter_product: [value], limit: 0 })).total).toBe(count);
    for (const { value, count } of page.facets.risk ?? [])
      expect((await list({ ...query, filter_risk: [value], limit: 0 })).total).toBe(count);
    expect(page.facets.instrument?.map((facet) => facet.value)).toEqual([...INSTRUMENT_KINDS]);
    expect(page.facets.product?.map((facet) => facet.value)).toEqual([...PRODUCTS]);
    expect(page.facets.risk?.map((facet) => facet.value)).toEqual([...RISKS]);
  });

  it("by capital include a strategy whose minimum amount equals the capital", async () => {
    const [some] = await all({ sort: "-min_amount" });
    const found = await all({ capital: some?.minAmountRupees ?? 1 });
    expect(found.map((s) => s.id)).toContain(some?.id);
    expect((await all({ capital: (some?.minAmountRupees ?? 2) - 1 })).map((s) => s.id)).not.toContain(
      some?.id,
    );
  });

  it("by state list withdrawn strategies only if requested; each is readable by id", async () => {
    expect((await all({})).some((s) => s.status.state === "withdrawn")).toBe(false);
    for (const s of await all({ state: ["withdrawn"] })) {
      const strategy = await answer(BASE_API_OPERATIONS.getStrategy, `/v1/strategies/${s.id}`);
      expect(strategy.status).toMatchObject({ state: "withdrawn", reason: expect.stringMatching(/./) });
    }
  });

  it("list suspended strategies with the day and reason of the suspension", async () => {
    for (const s of (await all({})).filter(({ status }) => status.state === "suspended"))
      expect(s.status).toMatchObject({
        since: expect.stringMatching(/^20\d\d-/),
        reason: expect.stringMatching(/./),
      });
  });

  it("without matches report the number of matches without each filter", async () => {
    const query: StrategyQuery = { q: "zzzzzzzz", filter_risk: ["Low"] };
    const page = await list(query);
    expect([page.total, page.items]).toEqual([0, []]);
    for (const { filter, total } of page.loosen)
      expect((await list({ ...query, [filter]: undefined, limit: 0 })).total).toBe(total);
    expect(page.loosen.map((hint) => hint.filter)).toContain("q");
  });

  it.each(['"', "*", "' OR 1=1 --", "NEAR(a b)", "condor AND", "%", "_", "-", "()", "\u0000", "😀", "नमस्ते"])(
    "read the search text %j as plain text, or reject it with 400",
    async (q) => {
      const { status, body } = await getJson(`/v1/strategies?${new URLSearchParams({ q })}`);
      expect([200, 400]).toContain(status);
      // A text that acts as an operator, a wildcard or a condition would match every strategy.
      if (status === 200) expect(body.total).toBeLessThan((await list({ limit: 0 })).total);
    },
  );
});

describe("current instruments of a strategy", () => {
  it("start with the main instrument, and include traded contracts for index options", async () => {
    for (const s of (await all({})).filter((_, index) => index % 5 === 0)) {
      const strategy = await answer(BASE_API_OPERATIONS.getStrategy, `/v1/strategies/${s.id}`);
      const { items } = await answer(
        BASE_API_OPERATIONS.listStrategyInstruments,
        `/v1/strategies/${s.id}/instruments`,
      );
      const keys = items.map(({ exchangeSegment, securityId }) => `${exchangeSegment}:${securityId}`);
      for (const { exchangeSegment, securityId } of strategy.instruments)
        expect(keys).toContain(`${exchangeSegment}:${securityId}`);
      expect(keys[0]).toBe(`${s.mainInstrument.exchangeSegment}:${s.mainInstrument.securityId}`);
      if (s.instrument === "Index Options")
        expect(items.some((item) => item.role === "traded" && /_FNO$/.test(item.exchangeSegment))).toBe(true);
    }
  });
});

describe("current margin of a strategy", () => {
  it("is positive and includes charges exactly if the strategy has a position", async () => {
    let quoted = 0;
    const chosen = (await all({})).filter((_, index) => index % 8 === 0);
    for (const s of chosen) {
      const margin = await answer(BASE_API_OPERATIONS.getStrategyMargin, `/v1/strategies/${s.id}/margin`);
      expect(margin.strategyId).toBe(s.id);
      // An algo that trades only on expiry days has no position after the close of such a day.
      const hasPosition = margin.legs.length > 0;
      expect([s.id, (margin.marginPaise ?? 0) > 0, (margin.chargesPaise ?? 0) > 0]).toEqual([
        s.id,
        hasPosition,
        hasPosition,
      ]);
      quoted += hasPosition ? 1 : 0;
    }
    expect(quoted).toBeGreaterThanOrEqual(chosen.length - 1);
  });
});

describe("sorted and paged lists", () => {
  const rank = (s: StrategySummary) => riskRank(s.risk);

  it.each(SORTS)("return each item once and sorted by %s, in pages of three", async (sort) => {
    const allPages = await all({ sort });
    const walked = await all({ sort }, 3);
    expect(walked.map((s) => s.id)).toEqual(allPages.map((s) => s.id));
    expect(new Set(walked.map((s) => s.id)).size).toBe(walked.length);
    const keyOf: Record<string, (s: StrategySummary) => number> = {
      deployed: (s) => -s.deployedCount,
      min_amount: (s) => s.minAmountRupees,
      "-min_amount": (s) => -s.minAmountRupees,
      Risk: rank,
      "-Risk": (s) => -rank(s),
    };
    const keys = walked.map(keyOf[sort] ?? (() => 0));
    expect(keys).toEqual([...keys].sort((a, b) => a - b));
  });

  it("return to the first page with the cursor for the previous page", async () => {
    const first = await list({ limit: 5 });
    const second = await list({ limit: 5, cursor: first.nextCursor ?? "" });
    const back = await list({ limit: 5, cursor: second.previousCursor ?? "" });
    expect(back.items).toEqual(first.items);
    expect(back.previousCursor).toBeNull();
  });
});

describe("invalid input", () => {
  it.each([
    ["tags=Gold", "tags"],
    ["tags_match_type=some", "tags_match_type"],
    ["min_amount=lots&min_amount_val=Lower", "min_amount"],
    ["min_amount=50000", "min_amount_val"],
    ["min_amount=-1&min_amount_val=Lower", "min_amount"],
    ["min_amount=1e9&min_amount_val=Lower", "min_amount"],
    ["risk=Extreme", "risk"],
    ["field_name=best_algos", "field_name"],
    ["filter_product=Houses", "filter_product"],
    ["sort=return", "sort"],
    ["limit=101", "limit"],
    ["limit=x", "limit"],
    ["cursor=rubbish", "cursor"],
    ["cursor=WzEsMl0", "cursor"],
    ["risk=Low&risk=High", "risk"],
    ["colour=blue", "colour"],
    [`q=${"a".repeat(81)}`, "q"],
    ["id=UPPER", "id"],
  ])("%s is refused with a problem response that names the parameter", async (search, parameter) => {
    const { status, headers, body } = await getJson(`/v1/strategies?${search}`);
    expect(status).toBe(400);
    expect(headers["content-type"]).toMatch(/^application\/problem\+json/);
    const problem = problemSchema.parse(body);
    expect(
      problem.errors?.some((error) => error.parameter.startsWith(parameter)),
      JSON.stringify(problem),
    ).toBe(true);
  });

  it("a cursor of another sort order is rejected with 400", async () => {
    const page = await list({ sort: "Risk", limit: 2 });
    const { status } = await getJson(`/v1/strategies?sort=min_amount&cursor=${page.nextCursor}`);
    expect(status).toBe(400);
  });

  it.each([
    "/v1/strategies/no-such-algo",
    "/v1/strategies/no-such-algo/similar",
    "/v1/strategies/no-such-algo/instruments",
    "/v1/strategies/no-such-algo/margin",
    "/v1/managers/nobody",
    "/v1/nothing",
  ])("the unknown path %s returns a problem response with status 404", async (path) => {
    const { status, body } = await getJson(path);
    expect(status).toBe(404);
    expect(problemSchema.parse(body).status).toBe(404);
  });

  it.each(["/v1/suggestions", "/v1/suggestions?text=", `/v1/suggestions?text=${"a".repeat(121)}`])(
    "the suggestions request %s is rejected with 400",
    async (path) => {
      expect((await getJson(path)).status).toBe(400);
    },
  );
});
