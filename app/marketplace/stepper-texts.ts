// Questions, choices and reasons of the find-your-algo stepper (stepper.ts).

export const STEP_TEXTS = {
  capital: { question: "How much would you set aside for one algo?", label: "Capital" },
  risk: { question: "How much of it can you afford to lose?", label: "Risk level" },
  instrument: { question: "What should it trade?", label: "Instrument" },
};

/** Labels of the capital scale's points, by rupees. */
export const CAPITAL_LABELS: Record<string, string> = {
  "10000": "10K",
  "25000": "25K",
  "50000": "50K",
  "100000": "1L",
  "200000": "2L",
  "300000": "3L",
  "500000": "5L",
  "750000": "7.5L",
  "1000000": "10L",
};

export const CAPITAL_NOTICES = {
  notAnAmount: (text: string) => `“${text}” is not an amount. Type rupees, such as 75,000.`,
  smallest: (amount: string) => `The smallest amount is ${amount}, so ${amount} is used.`,
  largest: (amount: string) => `${amount} counts as “5L or more”: every minimum amount fits.`,
  stepped: ({ amount, down, step }: { amount: string; down: string; step: string }) =>
    `${amount} is rounded down to ${down}, because the scale has steps of ${step}.`,
  orMore: (amount: string) => `${amount} or more`,
};

export const REASONS = {
  within: ({ minimum, capital }: { minimum: string; capital: string }) =>
    `Needs ${minimum}, within your ${capital}.`,
  above: ({ minimum, missing, capital }: { minimum: string; missing: string; capital: string }) =>
    `Needs ${minimum}, ${missing} more than your ${capital}.`,
  riskChosen: (risk: string) => `Its risk is ${risk}, as you chose.`,
  riskIncluded: ({ risk, choice }: { risk: string; choice: string }) =>
    `Its risk is ${risk}, which your choice of ${choice} includes.`,
  riskOther: ({ risk, choice }: { risk: string; choice: string }) =>
    `Its risk is ${risk}; you chose ${choice}.`,
  trades: ({ instrument, choice }: { instrument: string; choice: string }) =>
    `It trades ${instrument}, as you chose ${choice}.`,
  tradesOther: ({ instrument, choice }: { instrument: string; choice: string }) =>
    `It trades ${instrument}; you chose ${choice}.`,
};
