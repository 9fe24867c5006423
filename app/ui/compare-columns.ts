// How a comparison stands on phones: two columns share the width under their heading; of more, each value carries its name.

export function compareColumns(count: number): string {
  return count <= 2 ? `compare-of-${Math.max(1, count)}` : "compare-named";
}
