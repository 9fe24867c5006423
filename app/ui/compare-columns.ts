// Layout of a comparison on phones. Two columns share the width below their headings. With more columns, each value has
// the name of its column as a label.

export function compareColumns(count: number): string {
  return count <= 2 ? `compare-of-${Math.max(1, count)}` : "compare-named";
}
