// Text of a page of the account to who is signed out.
export const text = {
  findAnAlgo: "Find an algo",
} as const;
