// Key of an instrument in this product: segment and security id, for example "NSE_EQ:1333".
import type { ExchangeSegment } from "./vocabulary.ts";

export type InstrumentKey = `${ExchangeSegment}:${string}`;

export function instrumentKey(at: { exchangeSegment: string; securityId: string | number }): InstrumentKey {
  return `${at.exchangeSegment as ExchangeSegment}:${at.securityId}`;
}

/** Splits a key. The segment needs no validation, because only `instrumentKey` creates keys. */
export function splitInstrumentKey(key: string): { exchangeSegment: ExchangeSegment; securityId: string } {
  const at = key.indexOf(":");
  return { exchangeSegment: key.slice(0, at) as ExchangeSegment, securityId: key.slice(at + 1) };
}
