// Encodes and decodes live market feed packets.
import {
  FULL_LEVEL,
  FULL_LEVEL_BYTES,
  FULL_LEVELS,
  FULL_LEVELS_OFFSET,
  IGNORED_MARKET_CODES,
  MARKET_HEADER,
  MARKET_HEADER_BYTES,
  MARKET_PACKETS,
  type MarketPacketKind,
  type Values,
} from "../../app/contract/trading-api/packets.ts";
import type { ExchangeSegment } from "../../app/domain/vocabulary.ts";
import { segmentName, segmentNumber } from "./codes.ts";
import { type Decoded, type DecodeFault, decodePackets, readFields, writeFields } from "./layouts.ts";

type InstrumentRef = { exchangeSegment: ExchangeSegment; securityId: number };
export type FullLevel = Values<typeof FULL_LEVEL>;
type Plain<Kind extends MarketPacketKind> = { kind: Kind } & InstrumentRef &
  Values<(typeof MARKET_PACKETS)[Kind]["fields"]>;

export type MarketPacket =
  | { [Kind in Exclude<MarketPacketKind, "full">]: Plain<Kind> }[Exclude<MarketPacketKind, "full">]
  | (Plain<"full"> & { levels: FullLevel[] });

const KIND_BY_CODE = new Map(
  Object.entries(MARKET_PACKETS).map(([kind, layout]) => [layout.code as number, kind as MarketPacketKind]),
);
const PRICE_FIELDS = [
  "lastPrice",
  "averagePrice",
  "dayOpen",
  "close",
  "dayHigh",
  "dayLow",
  "previousClose",
] as const;
/** Maximum valid price in rupees, far above any share price ever quoted. */
const PRICE_MAX_RUPEES = 1e9;

export function isPrice(value: number): boolean {
  return value >= 0 && value <= PRICE_MAX_RUPEES;
}

export function decodeMarketMessage(message: Buffer): Decoded<MarketPacket> {
  return decodePackets(message, {
    header: MARKET_HEADER,
    headerBytes: MARKET_HEADER_BYTES,
    isLength: ({ code, length }) => {
      const kind = KIND_BY_CODE.get(code);
      return kind === undefined || MARKET_PACKETS[kind].bytes === length;
    },
    read: readPacket,
  });
}

function readPacket(
  header: Values<typeof MARKET_HEADER>,
  message: Buffer,
  at: number,
): MarketPacket | DecodeFault | null {
  const kind = KIND_BY_CODE.get(header.code);
  if (kind === undefined) return IGNORED_MARKET_CODES.has(header.code) ? null : "code";
  const exchangeSegment = segmentName(header.segment);
  if (exchangeSegment === undefined) return "segment";
  const values = readFields(MARKET_PACKETS[kind].fields, message, at) as Record<string, number>;
  for (const name of PRICE_FIELDS) if (name in values && !isPrice(values[name] ?? 0)) return "price";
  const packet = { kind, exchangeSegment, securityId: header.securityId, ...values };
  if (kind !== "full") return packet as MarketPacket;
  const levels: FullLevel[] = [];
  for (let level = 0; level < FULL_LEVELS; level += 1) {
    const row = readFields(FULL_LEVEL, message, at + FULL_LEVELS_OFFSET + level * FULL_LEVEL_BYTES);
    if (!isPrice(row.bidPrice) || !isPrice(row.askPrice)) return "price";
    levels.push(row);
  }
  return { ...packet, levels } as MarketPacket;
}

/** Encodes a packet. Throws RangeError if a number does not fit its field; the caller must wrap quantities. */
export function encodeMarketPacket(packet: MarketPacket): Buffer {
  const layout = MARKET_PACKETS[packet.kind];
  const buffer = Buffer.alloc(layout.bytes);
  writeFields(MARKET_HEADER, buffer, 0, {
    code: layout.code,
    length: layout.bytes,
    segment: segmentNumber(packet.exchangeSegment),
    securityId: packet.securityId,
  });
  writeFields(layout.fields, buffer, 0, packet as unknown as Values<typeof layout.fields>);
  if (packet.kind === "full")
    for (let level = 0; level < FULL_LEVELS; level += 1) {
      const row = packet.levels[level];
      if (row !== undefined)
        writeFields(FULL_LEVEL, buffer, FULL_LEVELS_OFFSET + level * FULL_LEVEL_BYTES, row);
    }
  return buffer;
}

/**
 * Time base of trade times. Live feeds reportedly count seconds since 1970 in Indian local time rather than UTC. Both
 * are supported; the sandbox uses Indian time.
 */
export type FeedTimeBase = "ist" | "utc";
const IST_OFFSET_S = 19_800;

/** Returns epoch milliseconds, UTC. */
export function feedTimeToEpochMs(seconds: number, base: FeedTimeBase): number {
  return (base === "ist" ? seconds - IST_OFFSET_S : seconds) * 1_000;
}

export function epochMsToFeedTime(epochMs: number, base: FeedTimeBase): number {
  const seconds = Math.floor(epochMs / 1_000);
  return base === "ist" ? seconds + IST_OFFSET_S : seconds;
}
