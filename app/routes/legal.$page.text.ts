// Text around a legal text.
export const text = {
  noSuchPage: "There is no such legal page.",

  description: (title: string) => `${title}: what holds for the use of this site, its algos and its APIs.`,
} as const;
