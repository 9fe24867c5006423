// Text for a page on which no algo is chosen yet.
export const text = {
  orBegin: "Or begin with the two most deployed, {pair}; or choose in {list}.",
  pairOf: (names: readonly string[]) => names.join(" and "),
  theList: "the list of all algos",
} as const;
