// Text of the page of a group of collections.
export const text = {
  noSuchGroup: "There is no group of algos with this name.",

  title: (group: string) => `Algos ${group}`,
  popularAlgos: "popular algos",
  thatArePopular: "that are popular",
  description: ({ group, collections }: { group: string; collections: string }) =>
    `Collections of algos ${group}: ${collections}.`,

  home: "Home",
  algos: "Algos",
  lead: "Each collection is a published rule, applied again at every visit.",
} as const;
