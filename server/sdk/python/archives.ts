// Packs the Python package as a wheel, and as a source archive with a permanent address. The source archive builds the
// same wheel without a package index.
import { createHash } from "node:crypto";
import { gzipSync, strToU8, zipSync } from "fflate";

/**
 * Modification time of all files in the archives. It is fixed, so that the same contract produces the same bytes. Zip
 * supports no time before 1980.
 */
const MADE_AT = new Date(1980, 0, 2);
const BLOCK = 512;
const FILE_MODE = 0o644;

type Files = Readonly<Record<string, string>>;

/** Creates a wheel from files that include a `.dist-info` folder. */
export function zipPackage(files: Files, distInfo: string): Uint8Array {
  const record = Object.entries(files).map(
    ([name, text]) =>
      `${name},sha256=${createHash("sha256").update(text).digest("base64url")},${Buffer.byteLength(text)}`,
  );
  const all: Files = {
    ...files,
    [`${distInfo}/RECORD`]: `${[...record, `${distInfo}/RECORD,,`].join("\n")}\n`,
  };
  return zipSync(Object.fromEntries(Object.entries(all).map(([name, text]) => [name, strToU8(text)])), {
    mtime: MADE_AT,
  });
}

/** Creates a compressed tar archive (ustar). Names have at most 100 characters. */
export function tarOf(files: Files): Uint8Array {
  const parts = Object.entries(files).flatMap(([name, text]) => {
    const content = Buffer.from(text);
    return [header(name, content.length), content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { mtime: MADE_AT });
}

function header(name: string, size: number): Buffer {
  if (name.length > 100) throw new Error(`${name}: longer than a tar archive allows`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  const write = (text: string, at: number) => block.write(text, at, "latin1");
  write(name, 0);
  write(octal(FILE_MODE, 7), 100);
  write(octal(0, 7), 108);
  write(octal(0, 7), 116);
  write(octal(size, 11), 124);
  write(octal(MADE_AT.getTime() / 1_000, 11), 136);
  write("        ", 148);
  write("0", 156);
  write("ustar\u000000", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return block;
}
