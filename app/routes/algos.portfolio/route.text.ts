// Text of the page of algos as one portfolio.
export const text = {
  tooMany: ({ most, shown }: { most: number; shown: number }) =>
    `A portfolio here has at most ${most} algos; the first ${shown} are shown.`,
  noSuchAlgo: (id: string) => `No algo is called “${id}”; it's left out.`,

  title: "Algos as one portfolio",
  description:
    "Two to five algos together on one capital: joint curve, drawdown, correlation, margin and worst day.",

  home: "Home",
  algos: "Algos",
  portfolio: "Portfolio",
  titleOf: (count: number) => `${count} algos as one portfolio`,
  leadWithoutAny: "Choose two to five algos to see what they would have done together on one capital.",
  firstAlgo: "First algo",
  addAnAlgo: "Add an algo",
  add: "Add",

  remove: "Remove",

  leadWithSome: "Choose one to four more to see what they would have done together on one capital.",
} as const;
