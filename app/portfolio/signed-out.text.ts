// What a page of the account says to who is signed out.
export const text = {
  findAnAlgo: "Find an algo",
} as const;
