// Instruments as pages see them: an answer is given to everybody who asks the same within a second of it, and for a while the last one
// with its age where the provider does not answer. Nothing of an account passes here.
import { LRUCache } from "lru-cache";
import type { Markets } from "../../app/context.ts";
import type { BaseApiClient, MarketReader } from "./base-api-client.ts";
import { createSharedAnswers } from "./shared-answers.ts";
import { untilGone } from "./until-gone.ts";

export type KeptMarketsOptions = {
  api: Pick<BaseApiClient, "marketsFor">;
  limits: {
    /** An answer is given to everybody who asks the same within this time, ms. */
    marketsFreshMs: number;
    /** Older answers are not shown while the provider does not answer, ms. */
    marketsKeptForMs: number;
    marketsKeptAnswers: number;
    marketsKeptBytes: number;
    providerAnswerWithinMs: number;
  };
  /** Epoch ms. */
  now: () => number;
};

export type KeptMarkets = { forRequest(request: { signal: AbortSignal; requestId: string }): Markets };

export function createKeptMarkets({ api, limits, now }: KeptMarketsOptions): KeptMarkets {
  const kept = new LRUCache<string, { value: object; at: number }>({
    max: limits.marketsKeptAnswers,
    maxSize: limits.marketsKeptBytes,
    maxEntrySize: limits.marketsKeptBytes,
    sizeCalculation: ({ value }) => JSON.stringify(value).length + 200,
  });

  // Two readers at once ask once; the call is nobody's own, so it ends by its own deadline alone.
  const share = createSharedAnswers({ freshMs: limits.marketsFreshMs, most: limits.marketsKeptAnswers, now });

  return {
    forRequest(request) {
      const reader = () =>
        api.marketsFor({ ...request, signal: AbortSignal.timeout(2 * limits.providerAnswerWithinMs) });
      let oldest: number | null = null;
      async function read<T extends object>(
        key: string,
        ask: (from: MarketReader) => Promise<T>,
      ): Promise<T> {
        const known = kept.get(key) as { value: T; at: number } | undefined;
        if (known !== undefined && now() - known.at < limits.marketsFreshMs) return known.value;
        const at = now();
        try {
          return await untilGone(
            request.signal,
            share(key, async () => {
              const value = await ask(reader());
              kept.set(key, { value, at });
              return value;
            }),
          );
        } catch (fault) {
          const isAway = fault instanceof Response && (fault.status === 503 || fault.status === 502);
          if (known === undefined || !isAway || at - known.at > limits.marketsKeptForMs) throw fault;
          oldest = Math.min(oldest ?? known.at, known.at);
          return known.value;
        }
      }
      return {
        find: (text, on) =>
          read(`find ${on ?? ""} ${text}`, (from) => from.find(text, on)).then(({ items }) => items),
        detail: (segment, id) => read(`detail ${segment}:${id}`, (from) => from.detail(segment, id)),
        candles: (segment, id, query) =>
          read(`candles ${segment}:${id} ${JSON.stringify(query)}`, (from) =>
            from.candles(segment, id, query),
          ),
        optionChain: (segment, id, expiry) =>
          read(`chain ${segment}:${id} ${expiry ?? ""}`, (from) => from.optionChain(segment, id, expiry)),
        keptSince: () => oldest,
      };
    },
  };
}
