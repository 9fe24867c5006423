// What the status line of account pages says.
export const text = {
  asOf: (moment: string) => `As of ${moment}`,
  sandbox: "sandbox, simulated market",
  reload: "Reload",
} as const;
