// Loads the instruments of an algo, or one instrument by its key, from the base API.

import type { Instrument } from "../../app/contract/base-api/strategy.ts";
import { nullOn } from "../../app/contract/site/fault.ts";
import { splitInstrumentKey } from "../../app/domain/instrument-key.ts";
import { EXCHANGE_SEGMENTS } from "../../app/domain/vocabulary.ts";
import type { BaseApiClient } from "./base-api-client.ts";
import type { CachedCatalogue } from "./cached-catalogue.ts";

/**
 * Creates the relay's source of instruments. `by` selects the lane of a call. Lookups of viewers have a separate lane,
 * so that they do not delay pages.
 */
export function createInstrumentSource(
  catalogue: Pick<CachedCatalogue, "forRequest">,
  api: Pick<BaseApiClient, "marketsFor">,
  responseTimeoutMs: number,
) {
  const contextFor = (by: "page" | "viewer") => ({
    signal: AbortSignal.timeout(2 * responseTimeoutMs),
    requestId: "relay",
    lane: by === "page" ? ("pages" as const) : ("lookups" as const),
  });
  const provider = (by: "page" | "viewer") => catalogue.forRequest(contextFor(by));
  return {
    async ofStrategy(id: string, by: "page" | "viewer"): Promise<Instrument[] | null> {
      try {
        return (await provider(by).listStrategyInstruments(id)).items;
      } catch (fault) {
        return nullOn(404)(fault);
      }
    },
    async ofInstrument(key: string, by: "page" | "viewer"): Promise<Instrument[] | null> {
      const { exchangeSegment, securityId } = splitInstrumentKey(key);
      if (!(EXCHANGE_SEGMENTS as readonly string[]).includes(exchangeSegment)) return null;
      try {
        const { instrument } = await api
          .marketsFor(contextFor(by))
          .getInstrument(exchangeSegment, securityId);
        const { symbol, name } = instrument;
        return [{ exchangeSegment, securityId, symbol, name, role: "traded" }];
      } catch (fault) {
        return nullOn(404)(fault);
      }
    },
  };
}
