// Text of the receipt of a consent.
export const text = {
  title: "Receipt",
  titleOf: (algo: string) => `Receipt: ${algo}`,
  description: "The text that was consented to, with its hash, time and version.",

  portfolio: "Portfolio",
  receiptOfYourConsent: "Receipt of your consent",
  algoAndVersion: ({ algo, version }: { algo: string; version: string }) => `${algo}, version ${version}.`,
  given: "Given",
  byClient: "By client",
  deployment: "Deployment",
  wordingVersion: "Version of the wording",
  riskDisclosure: "Risk disclosure acknowledged",
  facts: "Facts of the consent",
  hashOfTheText: "SHA-256 of the text:",
  downloadTheText: "Download the text",
  toTheDeployment: "To the deployment",
} as const;
