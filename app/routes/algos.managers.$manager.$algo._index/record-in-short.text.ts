// Text of the record in short.
export const text = {
  fromTo: ({ evidence, from, to }: { evidence: string; from: string; to: string }) =>
    `${evidence}, ${from} to ${to}`,
  theWholeRecord: "The whole record",
} as const;
