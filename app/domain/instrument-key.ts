// The name of an instrument inside the product: segment and security id, "NSE_EQ:1333".
import type { ExchangeSegment } from "./vocabulary.ts";

export type InstrumentKey = `${ExchangeSegment}:${string}`;

export function instrumentKey(exchangeSegment: ExchangeSegment, securityId: string): InstrumentKey {
  return `${exchangeSegment}:${securityId}`;
}

/** The parts of a key. `instrumentKey` makes keys, so the segment is in the list. */
export function splitInstrumentKey(key: string): { exchangeSegment: ExchangeSegment; securityId: string } {
  const at = key.indexOf(":");
  return { exchangeSegment: key.slice(0, at) as ExchangeSegment, securityId: key.slice(at + 1) };
}
