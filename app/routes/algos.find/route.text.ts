// Text of the page of the stepper.
export const text = {
  title: "Find your algo",
  description:
    "Three questions: how much, how much of it you could bear to lose, and what to trade. Each answer says why an algo fits or what it misses.",

  home: "Home",
  algos: "Algos",
} as const;
