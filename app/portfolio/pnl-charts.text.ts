// Text of drawings of P&L.
export const text = {
  noTradeYet: "no trade yet",

  noTradeOn: (day: string) => `${day}: no trade`,

  onDay: ({ sign, amount, day }: { sign: string; amount: string; day: string }) =>
    `${sign}${amount} on ${day}`,
  oneTradingDay: (result: string) => `One trading day: ${result}.`,
  daysInProfit: ({ won, days, best, worst }: { won: number; days: number; best: string; worst: string }) =>
    `${won} of ${days} days in profit. Best ${best}; worst ${worst}.`,
} as const;
