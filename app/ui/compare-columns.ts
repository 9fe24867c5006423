// Layout of a comparison on phones. The columns share the width below their headings. In a table of facts with more than
// two columns each value has the name of its column as a label, because its text is too long for so narrow a column.

export function compareColumns(count: number, has: "figures" | "facts"): string {
  return count <= 2 || has === "figures" ? `compare-of-${Math.max(1, count)}` : "compare-named";
}
