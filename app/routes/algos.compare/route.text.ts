// Text of the page that compares algos.
export const text = {
  tooMany: ({ most, shown }: { most: number; shown: number }) =>
    `At most ${most} algos stand side by side; the first ${shown} are shown.`,
  noSuchAlgo: (id: string) => `No algo is called “${id}”; it is left out.`,

  title: "Compare algos",
  description:
    "Two to four algos side by side: what they trade, need and can lose, with the differences marked.",

  home: "Home",
  algos: "Algos",
  compare: "Compare",
  titleOf: (count: number) => `${count} algos side by side`,
  leadWithoutAny: "Choose two to four; they are set side by side with the differences marked.",
  firstAlgo: "First algo",
  addAnAlgo: "Add an algo",
  add: "Add",

  leadWithSome: "Choose one to three more; they are set side by side with the differences marked.",
} as const;
