// Caches instruments for pages: equal requests within a second share a response. While the provider is late or does not
// respond, the last response is served with its age for a limited time. Account data is never cached here.
import { LRUCache } from "lru-cache";
import type { Markets } from "../../app/context.ts";
import type { MarketCalls } from "../../app/contract/base-api/calls.ts";
import { MARKET_OPERATIONS } from "../../app/contract/base-api/market-operations.ts";
import { encodeQuery } from "../../app/contract/base-api/operation.ts";
import { isProviderUnavailable } from "../../app/contract/site/fault.ts";
import { TIMED_OUT, withTimeLimit } from "../../app/domain/with-time-limit.ts";
import type { Limits } from "../limits.ts";
import type { BaseApiClient } from "./base-api-client.ts";
import { createSharedResponses, waitUntilAborted } from "./shared-responses.ts";

export type CachedMarketsOptions = {
  api: Pick<BaseApiClient, "marketsFor">;
  limits: Pick<
    Limits,
    | "cachedAfterMs"
    | "marketsFreshMs"
    | "marketsKeptForMs"
    | "marketsKeptAnswers"
    | "marketsKeptBytes"
    | "providerTimeoutMs"
  >;
  /** Returns the time, epoch ms. */
  now: () => number;
};

type MarketOperationId = keyof MarketCalls;
type Ask = (...sent: (string | object)[]) => Promise<object>;
const IDS = Object.keys(MARKET_OPERATIONS) as MarketOperationId[];

export type CachedMarkets = { forRequest(request: { signal: AbortSignal; requestId: string }): Markets };

export function createCachedMarkets({ api, limits, now }: CachedMarketsOptions): CachedMarkets {
  const cache = new LRUCache<string, { value: object; at: number }>({
    max: limits.marketsKeptAnswers,
    maxSize: limits.marketsKeptBytes,
    maxEntrySize: limits.marketsKeptBytes,
    sizeCalculation: ({ value }) => JSON.stringify(value).length + 200,
  });

  // Simultaneous requests share one call, which ends only at its deadline, even if a client disconnects.
  const share = createSharedResponses({
    freshMs: limits.marketsFreshMs,
    most: limits.marketsKeptAnswers,
    now,
  });

  return {
    forRequest(request) {
      const reader = () =>
        api.marketsFor({ ...request, signal: AbortSignal.timeout(2 * limits.providerTimeoutMs) });
      let oldest: number | null = null;
      async function read(id: MarketOperationId, sent: readonly (string | object)[]): Promise<object> {
        const key = cacheKey(id, sent);
        const cached = cache.get(key);
        const at = now();
        const known = cached !== undefined && at - cached.at <= limits.marketsKeptForMs ? cached : null;
        const answer = waitUntilAborted(
          request.signal,
          share(key, async () => {
            const value = await (reader()[id] as Ask)(...sent);
            cache.set(key, { value, at });
            return value;
          }),
        );
        if (known === null) return answer;
        const result = await withTimeLimit(limits.cachedAfterMs, answer, TIMED_OUT).catch(
          (fault: unknown): typeof TIMED_OUT => {
            if (isProviderUnavailable(fault)) return TIMED_OUT;
            throw fault;
          },
        );
        if (result !== TIMED_OUT) return result;
        oldest = Math.min(oldest ?? known.at, known.at);
        return known.value;
      }
      const methods = IDS.map((id) => [id, (...sent: (string | object)[]) => read(id, sent)] as const);
      return { ...(Object.fromEntries(methods) as MarketCalls), cachedSince: () => oldest };
    },
  };
}

/** Cache key of a call. An empty query has the same key as no query. */
function cacheKey(id: string, sent: readonly (string | object)[]): string {
  return [id, ...sent.map((one) => (typeof one === "string" ? one : encodeQuery(one).toString()))]
    .join(" ")
    .trimEnd();
}
