// Text of the page of the reader's amount.
export const text = {
  notAnAmount: (typed: string) => `“${typed}” is not an amount. Type rupees, such as 75,000 or 1.5 lakh.`,
  outOfRange: ({ least, most }: { least: string; most: string }) =>
    `Type an amount from ${least} to ${most}.`,

  title: "My amount",
  description: "The amount that every rupee figure on this site is stated for.",

  lead: "Losses, costs and results on this site are stated in rupees of this amount.",
  notChanged: "The amount was not changed",
} as const;
