// Exchange segments: their numbers in binary packets, and their names in JSON.
import { SEGMENT_NUMBERS } from "../../app/contract/trading-api/packets.ts";
import type { ExchangeSegment } from "../../app/domain/vocabulary.ts";

const NUMBER_OF: Record<ExchangeSegment, number> = SEGMENT_NUMBERS;
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

export function isSegmentName(text: string): text is ExchangeSegment {
  return Object.hasOwn(NUMBER_OF, text);
}
