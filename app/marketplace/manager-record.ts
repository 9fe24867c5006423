// Summary of the evidence of a manager's algos: number of live records in profit, and largest drawdown for the user's
// amount.
import type { Provider, SiteContext } from "../context.ts";
import { PAGE_SIZE_MAX } from "../contract/base-api/limits.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { STRATEGY_STATES } from "../domain/vocabulary.ts";
import { evidenceForReader } from "../evidence/at-amount.ts";
import { loadStrips, type Strip } from "../evidence/evidence-strip.ts";
import { amountAtWork } from "../evidence/loss.ts";

export type LiveState = "gain" | "loss" | "none" | "withdrawn";

export type ManagerRecord = {
  /** One entry per algo: gains first, withdrawn ones last. */
  live: LiveState[];
  /** Largest drawdown of a single algo in rupees, negative; null without a record. */
  worst: { name: string; rupees: number } | null;
  withdrawn: number;
};

const ORDER: readonly LiveState[] = ["gain", "loss", "none", "withdrawn"];

/**
 * Summaries by manager id. Records are read for the first hundred algos in the provider's order; other algos are not
 * counted.
 */
export async function loadManagerRecords(
  context: Partial<SiteContext> & { provider: Pick<Provider, "listStrategies"> },
): Promise<Map<string, ManagerRecord>> {
  const { items } = await context.provider.listStrategies({
    limit: PAGE_SIZE_MAX,
    state: [...STRATEGY_STATES],
  });
  const strips = await loadStrips(evidenceForReader(context), items);
  const amount = context.amount ?? READER_AMOUNT_DEFAULT;
  const rows = items.map((strategy, index) => ({
    strategy,
    strip: strips[index] ?? ({ kind: "away" } as const),
  }));
  const ids = new Set(items.map(({ manager }) => manager.id));
  return new Map(
    [...ids].map((id) => [
      id,
      managerRecord(
        rows.filter(({ strategy }) => strategy.manager.id === id),
        amount,
      ),
    ]),
  );
}

type Row = {
  strategy: Pick<StrategySummary, "name" | "minAmountRupees" | "status">;
  strip: Strip;
};

/** `amountRupees` is the user's amount. */
export function managerRecord(rows: readonly Row[], amountRupees: number): ManagerRecord {
  const falls = rows.flatMap(({ strategy, strip }) =>
    strip.kind === "shown"
      ? [
          {
            name: strategy.name,
            rupees: Math.round(
              strip.figures.maxDrawdown * amountAtWork(strategy.minAmountRupees, amountRupees),
            ),
          },
        ]
      : [],
  );
  return {
    live: rows.map(liveStateOf).sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
    worst: falls.reduce<ManagerRecord["worst"]>(
      (low, fall) => (low === null || fall.rupees < low.rupees ? fall : low),
      null,
    ),
    withdrawn: rows.filter(({ strategy }) => strategy.status.state === "withdrawn").length,
  };
}

function liveStateOf({ strategy, strip }: Row): LiveState {
  if (strategy.status.state === "withdrawn") return "withdrawn";
  if (strip.kind !== "shown" || strip.live === null) return "none";
  return strip.live.share < 0 ? "loss" : "gain";
}

export const countOf = (record: ManagerRecord, state: LiveState) =>
  record.live.filter((one) => one === state).length;
