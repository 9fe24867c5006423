// Text of the page of all algos.
export const text = {
  title: "All algos",
  description:
    "Every listed algo with its risk, minimum amount and what it trades. Search, filter and sort; each page says what you could lose.",

  algos: "Algos",
  findYourAlgo: "Find your algo",
  threeQuestions: "Three questions, with a reason for each answer.",
  collections: "Collections",
  home: "Home",
} as const;
