// Parses the binary messages of the price sockets by the API's layout table. It never throws: parsing stops at the
// first invalid length, and packets of unknown kinds are skipped.
import {
  DEPTH_CODES,
  DEPTH_DISCONNECT_REASON_OFFSET,
  DEPTH_HEADER,
  DEPTH_HEADER_BYTES,
  DEPTH_ROW,
  DEPTH_ROW_BYTES,
  type Fields,
  FULL_LEVEL,
  FULL_LEVEL_BYTES,
  FULL_LEVELS,
  FULL_LEVELS_OFFSET,
  MARKET_HEADER,
  MARKET_HEADER_BYTES,
  MARKET_PACKETS,
  type MarketPacketKind,
  type NumberType,
  SEGMENT_NUMBERS,
  type Values,
} from "../../../app/contract/trading-api/packets.ts";

/** Segments by their number in packets. */
export const SEGMENT_NAMES: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(SEGMENT_NUMBERS).map(([name, number]) => [number, name]),
);

type InstrumentRef = { exchangeSegment: string; securityId: string };
type PacketFields<Kind extends MarketPacketKind> = { kind: Kind } & InstrumentRef &
  Values<(typeof MARKET_PACKETS)[Kind]["fields"]>;
export type FullLevel = Values<typeof FULL_LEVEL>;
/** Prices are in rupees. `lastTradeTime` is in seconds since 1970 in Indian local time. */
export type MarketPacket =
  | { [Kind in Exclude<MarketPacketKind, "full">]: PacketFields<Kind> }[Exclude<MarketPacketKind, "full">]
  | (PacketFields<"full"> & { levels: FullLevel[] });
export type DepthRow = Values<typeof DEPTH_ROW>;
/** `sequence` is the number of the message with 20 levels, and the number of rows with 200 levels. */
export type DepthPacket =
  | ({ kind: "bid" | "ask"; sequence: number; rows: DepthRow[] } & InstrumentRef)
  | ({ kind: "disconnect"; reason: number } & InstrumentRef);

const READERS: Record<NumberType, (view: DataView, at: number) => number> = {
  u8: (view, at) => view.getUint8(at),
  u16: (view, at) => view.getUint16(at, true),
  u32: (view, at) => view.getUint32(at, true),
  i16: (view, at) => view.getInt16(at, true),
  i32: (view, at) => view.getInt32(at, true),
  f32: (view, at) => view.getFloat32(at, true),
  f64: (view, at) => view.getFloat64(at, true),
};
const KINDS = new Map(
  Object.entries(MARKET_PACKETS).map(([kind, { code }]) => [code as number, kind as MarketPacketKind]),
);

/** Prices are rounded to this many decimals. A 32-bit float has only seven significant digits. */
const DECIMALS = 2;
const CURRENCY_DECIMALS = 4;

function read<F extends Fields>(fields: F, view: DataView, at: number, decimals = DECIMALS): Values<F> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, [type, offset]]) => {
      const value = READERS[type](view, at + offset);
      return [name, type === "f32" ? Number(value.toFixed(decimals)) : value];
    }),
  ) as Values<F>;
}

const decimalsOf = (segment: number) =>
  SEGMENT_NAMES[segment]?.endsWith("_CURRENCY") === true ? CURRENCY_DECIMALS : DECIMALS;

const where = ({ segment, securityId }: { segment: number; securityId: number }): InstrumentRef => ({
  exchangeSegment: SEGMENT_NAMES[segment] ?? String(segment),
  securityId: String(securityId),
});

/** Returns all packets of one message of the live market feed. */
export function readMarketMessage(message: ArrayBuffer): MarketPacket[] {
  const view = new DataView(message);
  const packets: MarketPacket[] = [];
  for (let at = 0; at + MARKET_HEADER_BYTES <= view.byteLength; ) {
    const header = read(MARKET_HEADER, view, at);
    if (header.length < MARKET_HEADER_BYTES || at + header.length > view.byteLength) break;
    const kind = KINDS.get(header.code);
    if (kind !== undefined && header.length >= MARKET_PACKETS[kind].bytes)
      packets.push({
        kind,
        ...where(header),
        ...read(MARKET_PACKETS[kind].fields, view, at, decimalsOf(header.segment)),
        ...(kind === "full"
          ? {
              levels: Array.from({ length: FULL_LEVELS }, (_, level) =>
                read(
                  FULL_LEVEL,
                  view,
                  at + FULL_LEVELS_OFFSET + level * FULL_LEVEL_BYTES,
                  decimalsOf(header.segment),
                ),
              ),
            }
          : {}),
      } as MarketPacket);
    at += header.length;
  }
  return packets;
}

/** Returns all packets of one message of the depth feed. An instrument's bids and asks are two packets. */
export function readDepthMessage(message: ArrayBuffer): DepthPacket[] {
  const view = new DataView(message);
  const packets: DepthPacket[] = [];
  for (let at = 0; at + DEPTH_HEADER_BYTES <= view.byteLength; ) {
    const header = read(DEPTH_HEADER, view, at);
    if (header.length < DEPTH_HEADER_BYTES || at + header.length > view.byteLength) break;
    if (header.code === DEPTH_CODES.disconnect)
      packets.push({
        kind: "disconnect",
        ...where(header),
        reason: view.getUint16(at + DEPTH_DISCONNECT_REASON_OFFSET, true),
      });
    if (header.code === DEPTH_CODES.bid || header.code === DEPTH_CODES.ask) {
      const count = Math.floor((header.length - DEPTH_HEADER_BYTES) / DEPTH_ROW_BYTES);
      packets.push({
        kind: header.code === DEPTH_CODES.bid ? "bid" : "ask",
        ...where(header),
        sequence: header.extra,
        rows: Array.from({ length: count }, (_, row) =>
          read(DEPTH_ROW, view, at + DEPTH_HEADER_BYTES + row * DEPTH_ROW_BYTES),
        ),
      });
    }
    at += header.length;
  }
  return packets;
}

/**
 * Adds the contract's spelling to an order update: keys with an upper-case first letter, and a status in capitals. A
 * live account sends keys such as `orderNo` and statuses such as `Part Traded`.
 */
export function withContractSpelling(data: object): object {
  const update: Record<string, unknown> = { ...data };
  for (const [name, value] of Object.entries(data))
    update[`${name.charAt(0).toUpperCase()}${name.slice(1)}`] = value;
  if (typeof update.Status === "string")
    update.Status = update.Status.trim()
      .toUpperCase()
      .replaceAll(/[\s-]+/g, "_");
  return update;
}
