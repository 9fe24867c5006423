// Layout of a comparison on phones: two columns share the width under their headings; with more columns each value has
// its name.

export function compareColumns(count: number): string {
  return count <= 2 ? `compare-of-${Math.max(1, count)}` : "compare-named";
}
