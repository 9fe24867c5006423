// Texts of the tabs Performance and All figures: sentences, cost lines (performance-view.ts) and benchmarks
// (record-stats.ts).
import type { CostLines } from "../contract/base-api/record.ts";
import type { Strategy } from "../contract/base-api/strategy.ts";
import { DIVIDEND_YIELD, FIXED_DEPOSIT } from "../domain/reference-rates.ts";

type Summary = Record<"start" | "end" | "change" | "compared" | "lowest", string>;

export const PERFORMANCE_TEXTS = {
  fewDecisions: ({ count, least }: { count: string; least: number }) =>
    `${count} independent decisions are too few. Look for at least ${least}.`,
  netSummary: ({ start, end, change, compared, lowest }: Summary) =>
    `${start} became ${end} (${change}) net of costs and fees${compared}. Max drawdown ${lowest}.`,
  grossSummary: ({ start, end, change, compared, lowest }: Summary) =>
    `${start} became ${end} (${change}) before costs and fees${compared}. Max drawdown ${lowest}.`,
  fromTo: ({ from, to }: { from: string; to: string }) => `${from} to ${to}`,
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

export const WORST_CASE_SENTENCES: Record<Strategy["lossLimits"]["worstCase"], string> = {
  capped: "A position can lose the whole amount set aside for it, but no more.",
  unstated: "The provider does not state how large the loss of a position can get.",
  gap: "A price gap can skip a stop-loss. A holding can lose most of its value.",
  open: "Options are sold without cover. A sharp move can cost more than the stop-losses and the amount.",
};

export const BENCHMARK_TEXTS = {
  asQuoted: "The index as quoted. Shares of this simulated market pay no dividends.",
  totalReturn: (name: string) => `${name}, total return`,
  reinvested: `The index with dividends reinvested. ${DIVIDEND_YIELD.source}.`,
  deposit: FIXED_DEPOSIT.name,
  depositMeans: `The deposit is renewed daily at the day's rate. ${FIXED_DEPOSIT.source}.`,
};
