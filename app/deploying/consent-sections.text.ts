// What stands above the text that is consented to.
export const text = {
  whatYouConsent: "What you consent to",
} as const;
