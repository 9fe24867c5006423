// Text above the consent.
export const text = {
  whatYouConsent: "What you consent to",
} as const;
