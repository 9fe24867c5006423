// Text of the page of a collection.
export const text = {
  noSuchGroup: "There is no group of algos with this name.",
  noSuchCollection: "There is no such collection in this group.",

  home: "Home",
  algos: "Algos",
  rule: ({ rule, moment }: { rule: string; moment: string }) => `Rule: ${rule} As of ${moment}.`,
  questions: "Questions",

  allStillHere: (listed: number) => `Of ${listed} that were listed a year ago, all are still here.`,
  stillHere: ({ listed, left }: { listed: number; left: number }) =>
    `Of ${listed} that were listed a year ago, ${left} are still here.`,
} as const;
