// Text of the panel next to an algo.
import { plural } from "../../format/locale.ts";

export const text = {
  minimumAmount: "Minimum amount",
  priceOfTheHoldings: "Price of the holdings",
  marginOrPurchase: "Margin or purchase",
  bufferForLossesAndMargin: "Buffer for losses and margin rises",
  marginAndFee: "Margin today and the manager's fee",
  managersFee: ({ fee, note }: { fee: string; note: string }) => `Manager's fee: ${fee}. ${note}`,
  none: "none",
  aMonth: (amount: string) => `${amount} a month`,
  deployWith: (amount: string) => `Deploy with ${amount}`,
  trackThisAlgo: "Track this algo",
  compare: "Compare",

  orders: (count: number) => `${count} ${plural(count, { one: "order", other: "orders" })}`,
  marginToday: "Margin today",
  blocked: ({ orders, moment }: { orders: string; moment: string }) =>
    `Blocked while its largest position is open (${orders}), at prices of ${moment}. Margins change with prices.`,

  whatYouCouldLose: "What you could lose",
  perTrade: "Per trade",
  perDay: "Per day",
  maxDrawdownSeen: (evidence: string) => `Max drawdown seen, ${evidence}`,
  atWorst: "At worst:",
  howComputed: "How risk words are computed",
  calculateLabel: "Calculate with your own amount",
  calculate: "Calculate",
  amountHint: "Rupees, such as 75,000 or 1.5L",

  noStop: "no stop in its rules",
  percentOfAmount: (percent: number | null) => `${percent}% of the amount`,

  byOwnStops:
    "By its own stops, for {working} at work ({multiples} × {minimum}). Days can follow one another.",
  byOwnStopsWithRest:
    "By its own stops, for {working} at work ({multiples} × {minimum}, {idle} stays idle). Days can follow one another.",
} as const;
