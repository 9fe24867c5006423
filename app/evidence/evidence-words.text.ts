// Text around the words of evidence.
export const text = {
  verifiedBy: ({ by, reference, day }: { by: string; reference: string; day: string }) =>
    `Verified by ${by}, reference ${reference}, last on ${day}.`,
  inFull: "What these words mean in full",
} as const;
