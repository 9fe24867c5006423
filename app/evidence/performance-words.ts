// Sentences and names of costs on the Performance tab (performance-view.ts), and benchmarks (record-stats.ts).
import type { CostLines } from "../contract/base-api/record.ts";
import { DIVIDEND_YIELD, FIXED_DEPOSIT } from "../domain/reference-rates.ts";

type Summary = Record<
  "from" | "to" | "start" | "end" | "change" | "benchmark" | "benchmarkChange" | "lowest",
  string
>;

export const PERFORMANCE_WORDS = {
  fewDecisions: ({ count, least }: { count: string; least: number }) =>
    `${count} independent decisions say little. Look for at least ${least}.`,
  netSummary: ({ from, to, start, end, change, benchmark, benchmarkChange, lowest }: Summary) =>
    `From ${from} to ${to} ${start} became ${end} (${change}) net of costs and fees; ${benchmark} changed by ${benchmarkChange}. Max drawdown in this period: ${lowest}.`,
  grossSummary: ({ from, to, start, end, change, benchmark, benchmarkChange, lowest }: Summary) =>
    `From ${from} to ${to} ${start} became ${end} (${change}) gross; ${benchmark} changed by ${benchmarkChange}. Max drawdown in this period: ${lowest}.`,
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
