// Addresses of strategies and managers.
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import type { Range } from "../evidence/chart-range.ts";

export function strategyPath(strategy: Pick<StrategySummary, "id"> & { manager: { id: string } }): string {
  return `${managerPath(strategy.manager)}/${strategy.id}`;
}

/** Returns the address of the form that deploys an algo, with the given amount entered. */
export function deployPath(strategy: Parameters<typeof strategyPath>[0], amountRupees: number): string {
  return `${strategyPath(strategy)}/deploy?amount=${amountRupees}`;
}

export function managerPath(manager: { id: string }): string {
  return `/algos/managers/${manager.id}`;
}

export const COMPARE_MAX = 4;
export const COMPARE_MIN = 2;

/**
 * Returns the address of a comparison. `amount` is the amount in rupees in the address; without it the user's stored
 * amount applies.
 */
export function comparePath(ids: readonly string[], amount: string | null = null): string {
  const params = new URLSearchParams(ids.map((id): [string, string] => ["id", id]));
  if (amount !== null) params.set("amount", amount);
  return `/algos/compare${params.size === 0 ? "" : `?${params}`}`;
}

/** Returns an address that adds algos to the user's comparison and opens it. */
export function compareAddPath(ids: readonly string[], amount: number | null = null): string {
  const params = new URLSearchParams(ids.map((id): [string, string] => ["add", id]));
  if (amount !== null) params.set("amount", String(amount));
  return `${COMPARE_TRAY_PATH}?${params}`;
}

export const COMPARE_TRAY_PATH = "/algos/compare/tray";

export const PORTFOLIO_MAX = 5;
export const PORTFOLIO_MIN = 2;

/**
 * Returns the address of a joint portfolio. `lots` are in the order of `ids`; without them the page divides the user's
 * amount. `range` is the displayed range of the joint curve.
 */
export function portfolioPath(
  ids: readonly string[],
  lots: readonly number[] | null = null,
  range: Range = "all",
): string {
  const params = new URLSearchParams(
    ids.flatMap((id, index): [string, string][] => [
      ["id", id],
      ...(lots === null ? [] : ([["lots", String(lots[index] ?? 1)]] as [string, string][])),
    ]),
  );
  if (range !== "all") params.set("range", range);
  return `/algos/portfolio${params.size === 0 ? "" : `?${params}`}`;
}

/**
 * Returns the address of the page that deploys the algos of a joint portfolio, or of the form that saves the portfolio.
 */
export const deployAllPath = (ids: readonly string[], lots: readonly number[]): string =>
  portfolioPath(ids, lots).replace("/algos/portfolio", "/algos/portfolio/deploy");
export const saveJointPath = (ids: readonly string[], lots: readonly number[]): string =>
  portfolioPath(ids, lots).replace("/algos/portfolio", "/algos/tracklist");
