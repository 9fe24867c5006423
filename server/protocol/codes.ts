// Codes of the provider's sockets: request codes of clients, close reasons of the provider, and numbers of segments.
import { SEGMENT_NUMBERS } from "../../app/contract/trading-api/packets.ts";
import type { ExchangeSegment } from "../../app/domain/vocabulary.ts";

/** Live market feed: request codes that subscribe to each packet mode. */
export const SUBSCRIBE_CODES = { ticker: 15, quote: 17, full: 21 } as const;
export const UNSUBSCRIBE_CODES = { ticker: 16, quote: 18, full: 22 } as const;
export type FeedMode = keyof typeof SUBSCRIBE_CODES;

export const DEPTH_SUBSCRIBE_CODE = 23;
/**
 * Request codes that unsubscribe from market depth. Public descriptions differ, so servers accept both codes. Clients
 * send the code that the provider's official client uses.
 */
export const DEPTH_UNSUBSCRIBE_CODES = [24, 25] as const;
export const DISCONNECT_CODE = 12;

export const DISCONNECT_REASONS: Record<number, string> = {
  800: "internal server error",
  804: "too many instruments",
  805: "too many connections",
  806: "data plan not subscribed",
  807: "access token expired",
  808: "authentication failed",
  809: "access token invalid",
  810: "client id invalid",
  811: "invalid expiry date",
  812: "invalid date format",
  813: "invalid security id",
  814: "invalid request",
};

/**
 * Returns how a client reacts to a close reason. `replaced`: it pauses, because the provider replaced this connection
 * with another one. `credentials`: it waits for another token or plan. `temporary`: it reconnects.
 */
export function reasonKind(reason: number): "replaced" | "credentials" | "temporary" {
  if (reason === 805) return "replaced";
  if (reason >= 806 && reason <= 810) return "credentials";
  return "temporary";
}

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
