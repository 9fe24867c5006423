// Encodes and decodes full market depth packets. A packet contains one side of one instrument's book; a message
// contains several packets.
import {
  DEPTH_CODES,
  DEPTH_DISCONNECT_BYTES,
  DEPTH_DISCONNECT_REASON_OFFSET,
  DEPTH_HEADER,
  DEPTH_HEADER_BYTES,
  DEPTH_ROW,
  DEPTH_ROW_BYTES,
  DEPTH_ROWS_MAX,
  type Values,
} from "../../app/contract/trading-api/packets.ts";
import type { ExchangeSegment } from "../../app/domain/vocabulary.ts";
import { segmentName, segmentNumber } from "./codes.ts";
import { type Decoded, type DecodeFault, decodePackets, readFields, writeFields } from "./layouts.ts";
import { isPrice } from "./market-feed.ts";

export type DepthRow = Values<typeof DEPTH_ROW>;
type InstrumentRef = { exchangeSegment: ExchangeSegment; securityId: number };
/**
 * `sequence` is the last field of the header: the number of the message with 20 levels, the number of rows with 200
 * levels.
 */
export type DepthPacket =
  | ({ kind: "bid" | "ask"; sequence: number; rows: DepthRow[] } & InstrumentRef)
  | ({ kind: "disconnect"; reason: number } & InstrumentRef);

export function decodeDepthMessage(message: Buffer): Decoded<DepthPacket> {
  return decodePackets(message, {
    header: DEPTH_HEADER,
    headerBytes: DEPTH_HEADER_BYTES,
    isLength,
    read: readPacket,
  });
}

function isLength({ code, length }: Values<typeof DEPTH_HEADER>): boolean {
  if (code === DEPTH_CODES.disconnect) return length === DEPTH_DISCONNECT_BYTES;
  if (code !== DEPTH_CODES.bid && code !== DEPTH_CODES.ask) return true;
  const rows = (length - DEPTH_HEADER_BYTES) / DEPTH_ROW_BYTES;
  return Number.isInteger(rows) && rows <= DEPTH_ROWS_MAX;
}

function readPacket(
  header: Values<typeof DEPTH_HEADER>,
  message: Buffer,
  at: number,
): DepthPacket | DecodeFault {
  const exchangeSegment = segmentName(header.segment);
  if (exchangeSegment === undefined || header.securityId < 0) return "segment";
  const where = { exchangeSegment, securityId: header.securityId };
  if (header.code === DEPTH_CODES.disconnect)
    return {
      kind: "disconnect",
      ...where,
      reason: message.readUInt16LE(at + DEPTH_DISCONNECT_REASON_OFFSET),
    };
  if (header.code !== DEPTH_CODES.bid && header.code !== DEPTH_CODES.ask) return "code";
  const rows: DepthRow[] = [];
  for (let row = at + DEPTH_HEADER_BYTES; row < at + header.length; row += DEPTH_ROW_BYTES) {
    const values = readFields(DEPTH_ROW, message, row);
    if (!isPrice(values.price)) return "price";
    rows.push(values);
  }
  return { kind: header.code === DEPTH_CODES.bid ? "bid" : "ask", ...where, sequence: header.extra, rows };
}

export function encodeDepthPacket(packet: DepthPacket): Buffer {
  const isDisconnect = packet.kind === "disconnect";
  const length = isDisconnect
    ? DEPTH_DISCONNECT_BYTES
    : DEPTH_HEADER_BYTES + packet.rows.length * DEPTH_ROW_BYTES;
  const buffer = Buffer.alloc(length);
  writeFields(DEPTH_HEADER, buffer, 0, {
    length,
    code: DEPTH_CODES[packet.kind],
    segment: segmentNumber(packet.exchangeSegment),
    securityId: packet.securityId,
    extra: isDisconnect ? packet.reason : packet.sequence,
  });
  if (isDisconnect) buffer.writeUInt16LE(packet.reason, DEPTH_DISCONNECT_REASON_OFFSET);
  else
    packet.rows.forEach((row, index) => {
      writeFields(DEPTH_ROW, buffer, DEPTH_HEADER_BYTES + index * DEPTH_ROW_BYTES, row);
    });
  return buffer;
}
