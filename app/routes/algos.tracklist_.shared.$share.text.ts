// Text of a shared tracklist.
export const text = {
  noneShared: "No tracklist is shared at this address.",

  title: "Shared tracklist",
  titleOf: (name: string) => `Shared: ${name}`,
  description: "A list of algos that somebody shares for reading. It is not a recommendation.",

  home: "Home",
  algos: "Algos",
  lead: "A list that a reader shares. It is not a recommendation of this site.",
  nothingOnIt: "Nothing on it at present.",
} as const;
