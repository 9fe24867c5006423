// Layout of a comparison on phones. Two columns share the width below their headings; with more columns, each value is
// labelled with its column's name.

export function compareColumns(count: number): string {
  return count <= 2 ? `compare-of-${Math.max(1, count)}` : "compare-named";
}
