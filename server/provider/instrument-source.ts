// What the relay asks the base API: the instruments behind an algo, and the main instruments of all that are listed.

import { splitInstrumentKey } from "../../app/wire/instrument-key.ts";
import { PAGE_SIZE_MAX } from "../../app/wire/limits.ts";
import type { Instrument } from "../../app/wire/strategy.ts";
import { EXCHANGE_SEGMENTS } from "../../app/wire/vocabulary.ts";
import type { BaseApiClient } from "./base-api-client.ts";
import type { CachedCatalogue } from "./cached-catalogue.ts";

/** Pages of the catalogue that are read for the cards' prices; a larger one shows prices for its first algos. */
const PAGES_AT_MOST = 10;

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
    async ofCards(by: "page" | "viewer"): Promise<Instrument[]> {
      const found: Instrument[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < PAGES_AT_MOST; page += 1) {
        const answer = await provider(by).listStrategies({
          limit: PAGE_SIZE_MAX,
          ...(cursor === undefined ? {} : { cursor }),
        });
        found.push(...answer.items.map((strategy) => strategy.mainInstrument));
        if (answer.nextCursor === null) break;
        cursor = answer.nextCursor;
      }
      return found;
    },
  };
}
