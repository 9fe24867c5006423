// Terms and explanations of the inputs of the risk rating (risk-rating.ts).
import type { RiskInputKey } from "./risk-rating.ts";

export const RATING_TEXTS: Record<RiskInputKey, { term: string; means: string }> = {
  stressLoss: {
    term: "Stress loss",
    means:
      "Largest total loss of all positions that may be open at once, after any market move that the rating considers and any volatility shock.",
  },
  extremeLoss: { term: "Extreme loss", means: "Loss of the same positions after a move of 20% up or down." },
  leverage: {
    term: "Leverage",
    means:
      "Value of the shares held at once, divided by the amount. Options are rated by their stress loss instead.",
  },
  maxDrawdown: {
    term: "Max drawdown",
    means: "Largest fall of the record from a peak to the lowest point after it, as a share of the amount.",
  },
  worstDay: {
    term: "Worst day",
    means: "Largest loss in one day of the record, as a share of the amount.",
  },
  tailLoss: {
    term: "Tail loss (expected shortfall, 95%)",
    means: "Average loss on the worst 5% of days, as a share of the amount.",
  },
};
