// Names of the periods and bar lengths of an instrument's chart (chart-choice.ts).
import type { CandleInterval } from "../contract/base-api/market.ts";

export const CHART_RANGE_LABELS = {
  "1d": "1 day",
  "5d": "5 days",
  "1m": "1 month",
  "6m": "6 months",
  "1y": "1 year",
};

export const INTERVAL_LABELS: Record<CandleInterval, string> = {
  "1": "1 minute",
  "5": "5 minutes",
  "15": "15 minutes",
  "25": "25 minutes",
  "60": "1 hour",
  day: "1 day",
};
