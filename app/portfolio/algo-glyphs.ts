// Glyphs of the client's algos by strategy id, from the cached catalogue. Algos that are not in the catalogue have
// none.
import type { SiteContext } from "../context.ts";
import { type GlyphKind, selectGlyph } from "../ui/strategy-glyph.tsx";

export type Glyphs = Readonly<Record<string, GlyphKind>>;

export function getGlyphs(
  context: { provider?: Pick<SiteContext["provider"], "allStrategies"> },
  strategyIds: readonly string[],
): Glyphs {
  const requested = new Set(strategyIds);
  const known = (context.provider?.allStrategies() ?? []).filter(({ id }) => requested.has(id));
  return Object.fromEntries(known.map((strategy) => [strategy.id, selectGlyph(strategy)]));
}
