// Text of the status line of account pages.
export const text = {
  asOf: (moment: string) => `As of ${moment}`,
  sandbox: "sandbox, simulated market",
  reload: "Reload",
} as const;
