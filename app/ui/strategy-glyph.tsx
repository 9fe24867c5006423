// A small, decorative glyph of an algo's kind next to its name: the payoff of its option position at expiry, or a
// symbol for a rule on shares. It is derived from the position's structure, or from the tags if there is no structure.
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import sprite from "./icons.svg?url";

export const GLYPH_KINDS = [
  "condor",
  "fly",
  "spread",
  "straddle",
  "strangle",
  "bought",
  "covered",
  "protected",
  "calendar",
  "basket",
  "momentum",
  "dip",
  "breakout",
] as const;
export type GlyphKind = (typeof GLYPH_KINDS)[number];

type Described = Pick<StrategySummary, "structure" | "tags" | "product" | "instrument">;

export function selectGlyph({ structure, tags, product, instrument }: Described): GlyphKind {
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
      <svg viewBox="0 0 34 34" aria-hidden="true">
        <use href={`${sprite}#glyph-${props.kind}`} />
      </svg>
    </span>
  );
}
