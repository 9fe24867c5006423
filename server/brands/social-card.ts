// Draws the social card, the picture that other sites show next to a link to this site: a curve with its lowest point,
// in the brand's colour. It contains no text, because that would require fonts for every script.
import { crc32, deflateSync } from "node:zlib";

const WIDTH = 1200;
const HEIGHT = 630;
const OWN_ACCENT = "#3a3a8c";
/** Heights of the curve in pixels from the top, at equal horizontal distances. */
const CURVE = [470, 420, 440, 360, 300, 340, 410, 330, 240, 260, 180, 130];
const STROKE = 9;

/** Returns a PNG of 1200 × 630 pixels. `accent` has the form "#rrggbb". */
export function createSocialCard(accent: string | null): Buffer {
  const front = [1, 3, 5].map((at) => Number.parseInt((accent ?? OWN_ACCENT).slice(at, at + 2), 16));
  const palette = Buffer.from([...front, 255, 255, 255, 236, 122, 90]);
  const rows = Buffer.alloc((WIDTH + 1) * HEIGHT);
  for (let x = 0; x < WIDTH; x++) {
    const place = (x / (WIDTH - 1)) * (CURVE.length - 1);
    const from = Math.min(CURVE.length - 2, Math.floor(place));
    const [before = 0, after = 0] = CURVE.slice(from, from + 2);
    const middle = before + (after - before) * (place - from);
    for (let y = 0; y < HEIGHT; y++)
      rows[y * (WIDTH + 1) + 1 + x] =
        Math.hypot(x - 655, y - 410) < 22 ? 2 : Math.abs(y - middle) < STROKE ? 1 : 0;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  // Sets bit depth 8 and colour type 3 (palette).
  header.set([8, 3], 8);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("PLTE", palette),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}
