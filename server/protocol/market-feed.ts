// Encodes and decodes live market feed packets. Decoding never throws: packets are read one after the other by their
// length field. Decoding stops at the first invalid length, because the remaining bytes cannot be interpreted.
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
import { readFields, writeFields } from "./layouts.ts";
import { segmentName, segmentNumber } from "./segments.ts";

type InstrumentRef = { exchangeSegment: ExchangeSegment; securityId: number };
export type FullLevel = Values<typeof FULL_LEVEL>;
type Plain<Kind extends MarketPacketKind> = { kind: Kind } & InstrumentRef &
  Values<(typeof MARKET_PACKETS)[Kind]["fields"]>;

export type MarketPacket =
  | { [Kind in Exclude<MarketPacketKind, "full">]: Plain<Kind> }[Exclude<MarketPacketKind, "full">]
  | (Plain<"full"> & { levels: FullLevel[] });

/** For `truncated` and `length`, decoding stopped at the fault. For other faults only that packet was skipped. */
export type DecodeFault = "truncated" | "length" | "code" | "segment" | "price";
export type Decoded<Packet> = { packets: Packet[]; faults: DecodeFault[] };

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
const PRICE_AT_MOST_RUPEES = 1e9;

export function isPrice(value: number): boolean {
  return value >= 0 && value <= PRICE_AT_MOST_RUPEES;
}

export function decodeMarketMessage(message: Buffer): Decoded<MarketPacket> {
  const packets: MarketPacket[] = [];
  const faults: DecodeFault[] = [];
  let at = 0;
  while (at < message.length) {
    if (message.length - at < MARKET_HEADER_BYTES) {
      faults.push("truncated");
      break;
    }
    const header = readFields(MARKET_HEADER, message, at);
    if (header.length < MARKET_HEADER_BYTES) {
      faults.push("length");
      break;
    }
    if (header.length > message.length - at) {
      faults.push("truncated");
      break;
    }
    const kind = KIND_BY_CODE.get(header.code);
    if (kind !== undefined && MARKET_PACKETS[kind].bytes !== header.length) {
      faults.push("length");
      break;
    }
    if (kind === undefined) {
      if (!IGNORED_MARKET_CODES.has(header.code)) faults.push("code");
    } else {
      const packet = readPacket(kind, header, message, at);
      if (typeof packet === "string") faults.push(packet);
      else packets.push(packet);
    }
    at += header.length;
  }
  return { packets, faults };
}

function readPacket(
  kind: MarketPacketKind,
  header: Values<typeof MARKET_HEADER>,
  message: Buffer,
  at: number,
): MarketPacket | DecodeFault {
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
