// Loads the algos and lots that the address contains, and their joint result.
import type { SiteContext } from "../context.ts";
import { idSchema, type Strategy } from "../contract/base-api/strategy.ts";
import { nullOn } from "../contract/site/fault.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { readRange } from "../evidence/chart-range.ts";
import { LOTS_MAX } from "../evidence/joint-lots.ts";
import { type JointPortfolio, loadJointPortfolio } from "../evidence/load-joint-portfolio.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { PORTFOLIO_MAX, PORTFOLIO_MIN, strategyPath } from "./strategy-path.ts";

export type ChosenAlgo = {
  id: string;
  name: string;
  path: string;
  minAmountRupees: number;
  isOpen: boolean;
};

export type Chosen = {
  /** Valid ids in the address, up to the limit. */
  ids: string[];
  lots: number[] | null;
  hasTooManyIds: boolean;
  missing: string[];
  strategies: Strategy[];
  amount: number;
  portfolio: JointPortfolio | null;
};

/**
 * Parses the address and loads the algos. The numbers of lots are in the order of the ids. Unless each id has a number
 * of lots, the user's amount is divided between the algos.
 */
export async function loadChosen(context: Partial<SiteContext>, params: URLSearchParams): Promise<Chosen> {
  const { provider } = context;
  if (provider === undefined) throw unavailableWithoutProvider();
  const requested = [...new Set(params.getAll("id"))].filter((id) => idSchema.safeParse(id).success);
  const ids = requested.slice(0, PORTFOLIO_MAX);
  const lotValues = sentLots(params);
  const isPaired = lotValues.length === params.getAll("id").length && requested.length === lotValues.length;
  const found = await Promise.all(ids.map((id) => provider.getStrategy(id).catch(nullOn(404))));
  const strategies = found.filter((strategy): strategy is Strategy => strategy !== null);
  const lots = isPaired && lotValues.length > 0 ? lotValues.filter((_, index) => found[index]) : null;
  const amount = context.amount ?? READER_AMOUNT_DEFAULT;
  return {
    ids,
    lots,
    hasTooManyIds: requested.length > PORTFOLIO_MAX,
    missing: ids.filter((_, index) => found[index] === null),
    strategies,
    amount,
    portfolio:
      strategies.length < PORTFOLIO_MIN
        ? null
        : await loadJointPortfolio(context, strategies, lots, amount, readRange(params)),
  };
}

/**
 * Returns the numbers of lots. A typed number overrides the slider, which applies only if the number is unchanged. A
 * text that is no number leaves the lots unchanged. The default is one lot.
 */
export function sentLots(params: URLSearchParams): number[] {
  const [was, sliders] = [params.getAll("was"), params.getAll("slider")];
  return params.getAll("lots").map((typed, at) => {
    const sent = typed === was[at] ? (sliders[at] ?? typed) : typed;
    return parseLots(sent) ?? parseLots(was[at] ?? "") ?? 1;
  });
}

/** Parses a number of lots. Null if the text is no number from 1 to 999. */
function parseLots(text: string): number | null {
  return /^\s*[1-9]\d{0,2}\s*$/.test(text) ? Math.min(LOTS_MAX, Number(text)) : null;
}

export const chosenAlgo = (strategy: Strategy): ChosenAlgo => ({
  id: strategy.id,
  name: strategy.name,
  path: strategyPath(strategy),
  minAmountRupees: strategy.minAmountRupees,
  isOpen: strategy.status.state === "open",
});
