// Descriptions of how each class of record is computed. They are part of the sealed records.
import type { EvidenceClass, RecordStart } from "../../../../app/contract/base-api/record.ts";

const RULES_METHOD =
  "The algo's own rules, the same code that deployments run, were executed bar by bar over the sandbox's simulated history. No rule sees anything later than its bar.";
const FRESH_METHOD =
  "This backtest begins on the first day of the live record, with the same capital untouched, so that the two can be compared.";
const BARS_METHOD =
  "Entries and exits are at the bar's price. Slippage is assumed: half of the usual spread, at least one tick, on each fill.";
const COSTS_METHOD =
  "Beside slippage each fill costs brokerage, taxes, exchange, depository and regulator's charges, stamp duty and GST at the published rates of its day; a rate that is not known is not charged.";
const SUMS_METHOD =
  "The minimum amount is set aside; what it does not carry is passed by. Results are not reinvested. The manager's monthly fee with GST is charged. Positions still open at the end are valued at their last price.";
const END_METHOD =
  "When losses have left too little for three signals in a row, on three days, the record restarts with fresh capital on the next trading day: a new segment. Money paid in is listed as a cash flow and is no result. The record ends when 40% of the capital is lost since its beginning, or when ten signals in a row need more than all of it. Signals that are not followed are counted, and so are those after the end.";
const START_METHOD =
  "When the minimum amount is too small for a position at first, the record begins with the first position that it suffices for.";
const PAPER_METHOD =
  "Each signal was filled at its instant as the broker fills a paper deployment: level by level from the simulated market depth. The difference to the signal's price is the slippage.";
const FOLLOWED_METHOD =
  "Each signal reached the broker some seconds later and was filled level by level from the simulated market depth of that moment; the difference to the signal's price is the slippage. When the exchange could not be reached nothing was done.";

/** Describes how a class of record is computed. `barSeconds` is the interval between two evaluations of the rules. */
export function describeMethod(evidence: EvidenceClass, start: RecordStart, barSeconds: number): string[] {
  const bars = `The rules looked at the market every ${barSeconds === 60 ? "minute" : `${barSeconds / 60} minutes`}${barSeconds === 60 ? ", as deployments do" : "; deployments look every minute"}.`;
  if (evidence === "backtest")
    return [
      RULES_METHOD,
      ...(start === "live" ? [FRESH_METHOD] : []),
      bars,
      BARS_METHOD,
      COSTS_METHOD,
      SUMS_METHOD,
      START_METHOD,
      END_METHOD,
    ];
  if (evidence === "paper")
    return [
      "The rules were followed day by day on paper, in the three months before the version went live. No order left the algo.",
      bars,
      PAPER_METHOD,
      COSTS_METHOD,
      SUMS_METHOD,
      END_METHOD,
    ];
  return [
    "The manager's own deployment of the minimum amount, followed day by day at the sandbox's simulated exchange since the version went live, and kept since 2 January 2025.",
    bars,
    FOLLOWED_METHOD,
    "Orders that were refused are counted as missed, not left out.",
    COSTS_METHOD,
    SUMS_METHOD,
    END_METHOD,
  ];
}
