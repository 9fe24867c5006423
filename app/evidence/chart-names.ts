// Separates the labels at the ends of a chart's lines, so that they do not overlap.

/** Minimum distance between labels in plot units. */
const LABEL_GAP = 16;

/** Moves overlapping labels down, from top to bottom. Labels below `floor` are then moved up again. */
export function spreadLabels<T extends { at: number }>(
  names: readonly T[],
  gap = LABEL_GAP,
  floor = Number.POSITIVE_INFINITY,
): T[] {
  const placed = [...names]
    .sort((a, b) => a.at - b.at)
    .reduce<T[]>((above, next) => {
      const last = above.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
      above.push({ ...next, at: Math.max(next.at, last + gap) });
      return above;
    }, []);
  for (let index = placed.length - 1, limit = floor; index >= 0; index -= 1) {
    const name = placed[index];
    if (name === undefined || name.at <= limit) break;
    placed[index] = { ...name, at: limit };
    limit -= gap;
  }
  return placed;
}
