// Text around the regulator's risk disclosure.
export const text = {
  textHasChanged: "The text has changed. Read it again, then acknowledge it.",
  tickOnceRead: "Tick the box once you have read the disclosures.",

  description: "What the regulator's study says of individual traders in futures and options.",

  source: (source: string) => `Source: ${source}`,
  version: (version: string) => `Version ${version} of this text.`,
  back: "Back",
  notAcknowledged: "Not acknowledged yet",
  iHaveRead: "I have read these risk disclosures.",
  acknowledge: "Acknowledge and go on",
  leave: "Leave",
  acknowledgedOn: (moment: string) => `You acknowledged this version on ${moment}.`,
} as const;
