// Reads and writes fields of the provider's binary packets by their layout table, and splits messages into packets.
import type { Fields, NumberType, Values } from "../../app/contract/trading-api/packets.ts";

const READ: Record<NumberType, (buffer: Buffer, at: number) => number> = {
  u8: (buffer, at) => buffer.readUInt8(at),
  u16: (buffer, at) => buffer.readUInt16LE(at),
  u32: (buffer, at) => buffer.readUInt32LE(at),
  i16: (buffer, at) => buffer.readInt16LE(at),
  i32: (buffer, at) => buffer.readInt32LE(at),
  f32: (buffer, at) => buffer.readFloatLE(at),
  f64: (buffer, at) => buffer.readDoubleLE(at),
};

const WRITE: Record<NumberType, (buffer: Buffer, value: number, at: number) => void> = {
  u8: (buffer, value, at) => buffer.writeUInt8(value, at),
  u16: (buffer, value, at) => buffer.writeUInt16LE(value, at),
  u32: (buffer, value, at) => buffer.writeUInt32LE(value, at),
  i16: (buffer, value, at) => buffer.writeInt16LE(value, at),
  i32: (buffer, value, at) => buffer.writeInt32LE(value, at),
  f32: (buffer, value, at) => buffer.writeFloatLE(value, at),
  f64: (buffer, value, at) => buffer.writeDoubleLE(value, at),
};

/** Reads all fields of a layout. The caller must check that the buffer is long enough. */
export function readFields<F extends Fields>(fields: F, buffer: Buffer, start: number): Values<F> {
  const values: Record<string, number> = {};
  for (const name in fields) {
    const field = fields[name];
    if (field !== undefined) values[name] = READ[field[0]](buffer, start + field[1]);
  }
  return values as Values<F>;
}

/** Writes all fields of a layout. Throws RangeError if a value does not fit its field. */
export function writeFields<F extends Fields>(
  fields: F,
  buffer: Buffer,
  start: number,
  values: Values<F>,
): void {
  for (const name in fields) {
    const field = fields[name];
    if (field !== undefined) WRITE[field[0]](buffer, values[name], start + field[1]);
  }
}

/** For `truncated` and `length`, decoding stopped at the fault. For other faults only that packet was skipped. */
export type DecodeFault = "truncated" | "length" | "code" | "segment" | "price";
export type Decoded<Packet> = { packets: Packet[]; faults: DecodeFault[] };

type PacketReader<Header extends Fields, Packet> = {
  header: Header;
  headerBytes: number;
  /** True if a packet with this header can have this length. */
  isLength(header: Values<Header>): boolean;
  /** Returns the packet whose header is at `at`; null for a packet that is ignored. */
  read(header: Values<Header>, message: Buffer, at: number): Packet | DecodeFault | null;
};

/**
 * Decodes the packets of a message, which are read one after the other by their length field. Never throws. Stops at
 * the first invalid length, because the remaining bytes cannot be interpreted.
 */
export function decodePackets<Header extends Fields & { length: Fields[string] }, Packet extends object>(
  message: Buffer,
  reader: PacketReader<Header, Packet>,
): Decoded<Packet> {
  const packets: Packet[] = [];
  const faults: DecodeFault[] = [];
  for (let at = 0; at < message.length; ) {
    const remainingBytes = message.length - at;
    if (remainingBytes < reader.headerBytes) {
      faults.push("truncated");
      break;
    }
    const header = readFields(reader.header, message, at);
    if (header.length < reader.headerBytes || !reader.isLength(header)) {
      faults.push("length");
      break;
    }
    if (header.length > remainingBytes) {
      faults.push("truncated");
      break;
    }
    const packet = reader.read(header, message, at);
    if (typeof packet === "string") faults.push(packet);
    else if (packet !== null) packets.push(packet);
    at += header.length;
  }
  return { packets, faults };
}
