// Labels of the sort orders of an algo list, and of its drawdown filter.
import type { ListSort } from "./list-query.ts";

export const SORT_LABELS: Record<ListSort, { label: string; sentence: string }> = {
  deployed: { label: "Most deployed", sentence: "Most deployed first." },
  tracked: { label: "Most tracked", sentence: "Most tracked first." },
  drawdown: {
    label: "Smallest drawdown",
    sentence: "Smallest max drawdown first; undisclosed records last.",
  },
  live: { label: "Longest live record", sentence: "Longest live record first." },
  min_amount: { label: "Lowest minimum", sentence: "Smallest minimum amount first." },
  "-min_amount": { label: "Highest minimum", sentence: "Largest minimum amount first." },
  Risk: { label: "Lowest risk", sentence: "Lowest risk first." },
  "-Risk": {
    label: "Highest risk",
    sentence: "Highest risk first.",
  },
};

export const LIST_CHIPS = { drawdown: (percent: string | number) => `Drawdown under ${percent}%` };
