// The regulator's risk disclosure on derivatives, verbatim and by version, because the acknowledged version is stored.
// SEBI circular of 19 May 2023 on risk disclosure with respect to trading by individual traders in the equity F&O
// segment.

export type RiskDisclosure = { version: string; title: string; points: string[]; source: string };

export const RISK_DISCLOSURE: RiskDisclosure = {
  version: "2023-05",
  title: "Risk disclosures on derivatives",
  points: [
    "9 out of 10 individual traders in equity Futures and Options Segment, incurred net losses.",
    "On an average, loss makers registered net trading loss close to ₹50,000.",
    "Over and above the net trading losses incurred, loss makers expended an additional 28% of net trading losses as transaction costs.",
    "Those making net trading profits, incurred between 15% to 50% of such profits as transaction cost.",
  ],
  source:
    "SEBI study dated January 25, 2023 on “Analysis of Profit and Loss of Individual Traders dealing in equity Futures and Options (F&O) Segment”, wherein Aggregate Level findings are based on annual Profit/Loss incurred by individual traders in equity F&O during FY 2021-22.",
};
