// Reads from the base API the instruments behind an algo, and one instrument by its key.

import type { Instrument } from "../../app/contract/base-api/strategy.ts";
import { splitInstrumentKey } from "../../app/domain/instrument-key.ts";
import { EXCHANGE_SEGMENTS } from "../../app/domain/vocabulary.ts";
import type { BaseApiClient } from "./base-api-client.ts";
import type { CachedCatalogue } from "./cached-catalogue.ts";

/** `by` says whose calls these are: what viewers name is looked up in a share of its own, behind which no page waits. */
export function createInstrumentSource(
  catalogue: Pick<CachedCatalogue, "forRequest">,
  api: Pick<BaseApiClient, "marketsFor">,
  answerWithinMs: number,
) {
  const asked = (by: "page" | "viewer") => ({
    signal: AbortSignal.timeout(2 * answerWithinMs),
    requestId: "relay",
    lane: by === "page" ? ("pages" as const) : ("lookUps" as const),
  });
  const provider = (by: "page" | "viewer") => catalogue.forRequest(asked(by));
  return {
    async ofStrategy(id: string, by: "page" | "viewer"): Promise<Instrument[] | null> {
      try {
        return (await provider(by).listStrategyInstruments(id)).items;
      } catch (fault) {
        if (fault instanceof Response && fault.status === 404) return null;
        throw fault;
      }
    },
    async ofInstrument(key: string, by: "page" | "viewer"): Promise<Instrument[] | null> {
      const { exchangeSegment, securityId } = splitInstrumentKey(key);
      if (!(EXCHANGE_SEGMENTS as readonly string[]).includes(exchangeSegment)) return null;
      try {
        const { instrument } = await api.marketsFor(asked(by)).getInstrument(exchangeSegment, securityId);
        const { symbol, name } = instrument;
        return [{ exchangeSegment, securityId, symbol, name, role: "traded" }];
      } catch (fault) {
        if (fault instanceof Response && fault.status === 404) return null;
        throw fault;
      }
    },
  };
}
