// What a row of the catalogue holds: the facts of a strategy, the same for all managers where a row says nothing else.
import type { DisclosureBasis, Product, StrategyState } from "../../../../app/wire/vocabulary.ts";
import type { IndexKey, StockKey } from "../../exchange/instruments.ts";
import type { Rules } from "../playbooks/playbook.ts";

/** Names of share universes, as a page says them. */
export const UNIVERSES = {
  banks: { traded: "five large banks", stocks: ["hdfcBank", "iciciBank", "sbi", "axisBank", "kotakBank"] },
  technology: { traded: "four large technology companies", stocks: ["tcs", "infosys", "wipro", "hclTech"] },
  leaders: {
    traded: "ten of the most traded large companies",
    stocks: [
      "reliance",
      "hdfcBank",
      "iciciBank",
      "tcs",
      "infosys",
      "sbi",
      "larsen",
      "bhartiAirtel",
      "axisBank",
      "mahindra",
    ],
  },
  consumers: {
    traded: "six consumer companies",
    stocks: ["itc", "hindustanUnilever", "titan", "asianPaints", "maruti", "mahindra"],
  },
  defensives: {
    traded: "eight steady large companies",
    stocks: [
      "itc",
      "hindustanUnilever",
      "sunPharma",
      "ntpc",
      "powerGrid",
      "tcs",
      "ultraTech",
      "bhartiAirtel",
    ],
  },
  wide: {
    traded: "twenty-three large companies",
    stocks: [
      "hdfcBank",
      "tcs",
      "reliance",
      "infosys",
      "iciciBank",
      "sbi",
      "axisBank",
      "kotakBank",
      "itc",
      "larsen",
      "hindustanUnilever",
      "bhartiAirtel",
      "maruti",
      "sunPharma",
      "titan",
      "asianPaints",
      "bajajFinance",
      "wipro",
      "hclTech",
      "mahindra",
      "ntpc",
      "powerGrid",
      "ultraTech",
    ],
  },
  indexFund: { traded: "a Nifty 50 exchange-traded fund", stocks: ["niftyBees"] },
  reliance: { traded: "Reliance Industries", stocks: ["reliance"] },
  hdfcBank: { traded: "HDFC Bank", stocks: ["hdfcBank"] },
  itc: { traded: "ITC", stocks: ["itc"] },
} as const satisfies Record<string, { traded: string; stocks: readonly StockKey[] }>;
export type UniverseKey = keyof typeof UNIVERSES;

export type StrategyRow = {
  name: string;
  manager: string;
  /** The name that a file in `playbooks/definitions` exports. */
  playbook: string;
  trades: { index: IndexKey } | { universe: UniverseKey };
  product: Product;
  /** What the largest position blocks, of `minAmountRupees`; the rest is the buffer. */
  marginRupees: number;
  minAmountRupees: number;
  deployed: number;
  tracked: number;
  liveSince: string;
  version: string;
  feeRupees: number;
  box: "white" | "black";
  /** Value of the underlying over the amount at the largest. */
  leverage: number;
  stops: { perTrade: number | null; perDay: number | null };
  basis: DisclosureBasis;
  rules: Partial<Rules>;
  state?: { state: StrategyState; since: string; reason: string };
};

const INDEX_KEYS: readonly string[] = ["nifty", "bankNifty", "sensex"];
/** Where a row says nothing else. */
const USUAL = {
  version: "1.0",
  feeRupees: 0,
  box: "white",
  leverage: 1,
  stops: { perTrade: null, perDay: null },
  basis: "backtest",
} as const satisfies Partial<StrategyRow>;

export type WrittenRow = Omit<StrategyRow, "manager" | "trades" | keyof typeof USUAL> &
  Partial<Pick<StrategyRow, keyof typeof USUAL>> & { trades: IndexKey | UniverseKey };

/** Whole rows of a manager from those that are written. */
export function rowsOf(manager: string, rows: readonly WrittenRow[]): StrategyRow[] {
  return rows.map(({ trades, ...row }) => ({
    ...USUAL,
    ...row,
    manager,
    trades: INDEX_KEYS.includes(trades) ? { index: trades as IndexKey } : { universe: trades as UniverseKey },
  }));
}
