// A small glyph of an algo's kind: the payoff of its option position at expiry, or a symbol of its rule for shares. It
// is decorative, next to the name. The position's structure determines the glyph, or the tags if there is no structure.
import type { StrategySummary } from "../contract/base-api/strategy.ts";

const ZERO = 18;
type Point = [x: number, y: number];

/** Corners of the payoff lines in a viewBox of 34 by 34. The zero line is at `ZERO`, gains are above it. */
const PAYOFFS = {
  condor: "1,27 7,27 13,8 21,8 27,27 33,27",
  fly: "1,26 8,26 17,5 26,26 33,26",
  spread: "1,27 11,27 21,9 33,9",
  straddle: "2,31 17,6 32,31",
  strangle: "1,31 11,9 23,9 33,31",
  bought: "1,24 16,24 33,4",
  covered: "1,32 21,9 33,9",
  protected: "1,24 11,24 25,8 33,8",
  calendar: "1,25 8,24 13,19 17,7 21,19 26,24 33,25",
} as const;

const PICTURES = ["basket", "momentum", "dip", "breakout"] as const;
export type GlyphKind = keyof typeof PAYOFFS | (typeof PICTURES)[number];
export const GLYPH_KINDS = [...(Object.keys(PAYOFFS) as (keyof typeof PAYOFFS)[]), ...PICTURES];

type Described = Pick<StrategySummary, "structure" | "tags" | "product" | "instrument">;

export function glyphOf({ structure, tags, product, instrument }: Described): GlyphKind {
  if (structure === undefined) {
    if (instrument === "Equity") return SHARE_GLYPHS[product] ?? "basket";
    if (!tags.includes("Selling")) return "bought";
    return tags.includes("Hedged") ? "condor" : "strangle";
  }
  const options = structure.legs.filter(({ kind }) => kind !== "share");
  if (options.length === 0) return SHARE_GLYPHS[structure.product] ?? "basket";
  const sold = options.filter(({ ratio }) => ratio < 0);
  const bought = options.length - sold.length;
  if (options.length < structure.legs.length) return bought > 0 ? "protected" : "covered";
  if (sold.length === 0) return "bought";
  if (new Set(options.map(({ days }) => days)).size > 1) return "calendar";
  const isOneStrike = new Set(sold.map(({ strike }) => strike)).size === 1;
  if (sold.length === 1) return "spread";
  if (bought === 0) return isOneStrike ? "straddle" : "strangle";
  return isOneStrike ? "fly" : "condor";
}

const SHARE_GLYPHS: Partial<Record<string, GlyphKind>> = {
  Delivery: "basket",
  Swing: "momentum",
  Intraday: "breakout",
  Scalping: "dip",
};

export function StrategyGlyph(props: { kind: GlyphKind; size?: "small" | "large" }) {
  return (
    <span className={props.size === undefined ? "glyph" : `glyph glyph-${props.size}`}>
      <svg viewBox="0 0 34 34" aria-hidden="true" focusable="false">
        <Drawing kind={props.kind} />
      </svg>
    </span>
  );
}

function Drawing({ kind }: { kind: GlyphKind }) {
  switch (kind) {
    case "basket":
      return (
        <>
          <path className="glyph-bar" d="M1 14h5v15H1ZM15 17h5v12h-5ZM29 12h5v17h-5Z" />
          <path className="glyph-bar-faint" d="M8 9h5v20H8ZM22 6h5v23h-5Z" />
        </>
      );
    case "momentum":
      return (
        <>
          <path className="glyph-bar-faint" d="M3 29 10 24 16 25 23 15 30 6V29Z" />
          <path className="glyph-price" d="M3 28 10 23 16 24 23 14 30 5M24 4.5 30.5 4 30 10.5" />
        </>
      );
    case "dip":
      return (
        <>
          <path className="glyph-zero" d="M1 11H33" />
          <path className="glyph-loss" d="M4 11 11 12 17 28 25 12Z" />
          <path className="glyph-payoff" d="M2 10 10 12 17 28 24 13 32 10" />
        </>
      );
    case "breakout":
      return (
        <>
          <path className="glyph-bar-faint" d="M1 15h19v13H1Z" />
          <path className="glyph-price" d="M2 24 6 18 10 26 14 18 18 24 23 13 31 4" />
        </>
      );
    default:
      return <Payoff corners={PAYOFFS[kind]} />;
  }
}

function Payoff({ corners }: { corners: string }) {
  const line = withZeroCrossings(corners.split(" ").map((pair) => pair.split(",").map(Number) as Point));
  const [first, last] = [line[0]?.[0] ?? 0, line.at(-1)?.[0] ?? 0];
  const area = (limit: (y: number) => number) =>
    `M${first} ${ZERO}L${line.map(([x, y]) => `${x} ${limit(y)}`).join(" ")} ${last} ${ZERO}Z`;
  return (
    <>
      <path className="glyph-gain" d={area((y) => Math.min(y, ZERO))} />
      <path className="glyph-loss" d={area((y) => Math.max(y, ZERO))} />
      <path className="glyph-zero" d={`M1 ${ZERO}H33`} />
      <path className="glyph-payoff" d={`M${corners}`} />
    </>
  );
}

/** Adds the points at which the line crosses zero, so that the areas of gain and loss meet there. */
function withZeroCrossings(line: Point[]): Point[] {
  return line.flatMap((point, index) => {
    const before = line[index - 1];
    if (before === undefined || (before[1] - ZERO) * (point[1] - ZERO) >= 0) return [point];
    const x = before[0] + ((ZERO - before[1]) / (point[1] - before[1])) * (point[0] - before[0]);
    return [[Math.round(x * 10) / 10, ZERO], point] as Point[];
  });
}
