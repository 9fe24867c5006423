// Runs the Postman collection with Postman's runner on a new account, from top to bottom. All assertions pass.
import newman from "newman";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { postmanCollection } from "../../app/docs/collections.ts";
import { sandboxPlace } from "../../app/docs/place.ts";
import { openBaseApi } from "../support/base-api.ts";

type Failure = { error: { message: string }; source?: { name?: string } };
type Summary = {
  run: {
    failures: Failure[];
    stats: { requests: { total: number }; assertions: { total: number } };
    executions: { item: { name: string } }[];
  };
};

const RUN_WITHIN_MS = 120_000;

describe.runIf(process.env.CONTRACT_BASE_URL === undefined)("the Postman collection", () => {
  let api: Awaited<ReturnType<typeof openBaseApi>>;
  beforeAll(async () => {
    api = await openBaseApi({ accountsPerHour: 1_000 });
  });
  afterAll(() => api.close());

  it("passes all its assertions on a new account and renews the token last", {
    timeout: RUN_WITHIN_MS,
  }, async () => {
    const collection = postmanCollection({ ...sandboxPlace(api.url), rest: `${api.url}/v2` });
    // This test calls the sandbox directly, without the site.
    for (const variable of collection.variable) if (variable.key === "sandboxUrl") variable.value = api.url;
    const { run } = await new Promise<Summary>((resolve, reject) =>
      newman.run({ collection, reporters: [], timeoutRequest: 20_000 }, (fault, summary) =>
        fault === null ? resolve(summary) : reject(fault),
      ),
    );
    expect(run.failures.map(({ source, error }) => `${source?.name}: ${error.message}`)).toEqual([]);
    expect(run.stats.requests.total).toBe(TRADING_OPERATION_LIST.length + 4);
    expect(run.stats.assertions.total).toBeGreaterThan(2 * TRADING_OPERATION_LIST.length);
    expect(run.executions.at(-1)?.item.name).toMatch(/token/i);
  });
});
