// Names at the ends of a drawing's lines, moved apart so that none covers another.

/** Names do not stand closer than this, in the drawing's units. */
const NAME_GAP = 16;

/** From the top down. */
export function spread<T extends { at: number }>(names: readonly T[]): T[] {
  return [...names]
    .sort((a, b) => a.at - b.at)
    .reduce<T[]>((placed, next) => {
      const above = placed.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
      placed.push({ ...next, at: Math.max(next.at, above + NAME_GAP) });
      return placed;
    }, []);
}
