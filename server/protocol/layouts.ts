// Reads and writes fields of the provider's binary packets by their layout table.
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
