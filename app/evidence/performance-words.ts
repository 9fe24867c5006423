// Sentences and names of costs on the Performance tab (performance-view.ts), and benchmarks (record-stats.ts).
import type { CostLines } from "../contract/base-api/record.ts";
import { DIVIDEND_YIELD, FIXED_DEPOSIT } from "../domain/reference-rates.ts";

type Summary = Record<"start" | "end" | "change" | "compared" | "lowest", string>;

export const PERFORMANCE_WORDS = {
  fewDecisions: ({ count, least }: { count: string; least: number }) =>
    `${count} independent decisions say little. Look for at least ${least}.`,
  netSummary: ({ start, end, change, compared, lowest }: Summary) =>
    `${start} became ${end} (${change}) net of costs and fees${compared}. Max drawdown ${lowest}.`,
  grossSummary: ({ start, end, change, compared, lowest }: Summary) =>
    `${start} became ${end} (${change}) gross${compared}. Max drawdown ${lowest}.`,
  feeWithGst: "Manager's fee with GST",
};

export const COST_TERMS: Record<keyof CostLines, string> = {
  brokeragePaise: "Brokerage",
  transactionTaxPaise: "Transaction tax (STT)",
  exchangePaise: "Exchange and depository charges",
  regulatorPaise: "Regulator's charges (SEBI)",
  stampDutyPaise: "Stamp duty",
  gstPaise: "GST",
  slippagePaise: "Slippage",
};

export const BENCHMARK_WORDS = {
  asQuoted: "The index as quoted. Shares of this simulated market pay no dividends.",
  totalReturn: (name: string) => `${name}, total return`,
  reinvested: `The index with dividends reinvested. ${DIVIDEND_YIELD.source}.`,
  deposit: FIXED_DEPOSIT.name,
  depositMeans: `Renewed at the rate of its day. ${FIXED_DEPOSIT.source}.`,
};
