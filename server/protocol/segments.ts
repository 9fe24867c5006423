// Exchange segments: their numbers in binary packets, their names in JSON, and the key of an instrument in the relay.
import type { ExchangeSegment } from "../../app/domain/vocabulary.ts";

const NUMBER_OF: Record<ExchangeSegment, number> = {
  IDX_I: 0,
  NSE_EQ: 1,
  NSE_FNO: 2,
  NSE_CURRENCY: 3,
  BSE_EQ: 4,
  MCX_COMM: 5,
  BSE_CURRENCY: 7,
  BSE_FNO: 8,
};
const NAME_OF = new Map(
  Object.entries(NUMBER_OF).map(([name, number]) => [number, name as ExchangeSegment] as const),
);

export function segmentNumber(name: ExchangeSegment): number {
  return NUMBER_OF[name];
}

/** Returns the segment's name; undefined for an unassigned number. */
export function segmentName(number: number): ExchangeSegment | undefined {
  return NAME_OF.get(number);
}

/** Returns the key of an instrument: "NSE_EQ:1333". */
export function instrumentKey(at: { exchangeSegment: ExchangeSegment; securityId: number | string }): string {
  return `${at.exchangeSegment}:${at.securityId}`;
}

export function isSegmentName(text: string): text is ExchangeSegment {
  return Object.hasOwn(NUMBER_OF, text);
}
