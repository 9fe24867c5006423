// Path data of the lines in charts.

/**
 * Returns the path of a line. Each point is written relative to the previous one, because distances take fewer bytes
 * than positions. Positions are rounded before the subtraction, so that rounding errors do not add up.
 */
export function linePath(points: readonly (readonly [x: number, y: number])[], digits = 0): string {
  const unit = 10 ** digits;
  const at = points.map(([x, y]) => [Math.round(x * unit), Math.round(y * unit)] as const);
  return at
    .map(([x, y], index) => {
      const [fromX, fromY] = at[index - 1] ?? [0, 0];
      const [right, down] = [(x - fromX) / unit, (y - fromY) / unit];
      const start = index === 0 ? "M" : index === 1 ? "l" : right < 0 ? "" : " ";
      return `${start}${right}${down < 0 ? "" : " "}${down}`;
    })
    .join("");
}
