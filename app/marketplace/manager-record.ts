// Summarises a manager's algos: number of live records in profit, largest drawdown for the user's amount, and the sum
// of all records.
import type { Provider, SiteContext } from "../context.ts";
import { PAGE_SIZE_MAX } from "../contract/base-api/limits.ts";
import type { StrategyRecord } from "../contract/base-api/record.ts";
import type { Manager, StrategySummary } from "../contract/base-api/strategy.ts";
import { isProviderUnavailable } from "../contract/site/fault.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { LISTED_STATES, STRATEGY_STATES } from "../domain/vocabulary.ts";
import { evidenceForReader } from "../evidence/at-amount.ts";
import { type EqualParts, equalParts } from "../evidence/equal-parts.ts";
import { loadStrips, type Strip } from "../evidence/evidence-strip.ts";
import { amountAtWork } from "../evidence/loss.ts";

export type LiveState = "gain" | "loss" | "none" | "withdrawn";

export type ManagerRecord = {
  /** One entry per algo, in the order gain, loss, none, withdrawn. */
  live: LiveState[];
  /**
   * Largest drawdown of a single algo in rupees, negative, and the capital that the algo uses. Null if there is no
   * record.
   */
  worst: { name: string; rupees: number; capital: number } | null;
};

/** Number of algos whose records were loaded, and number of all algos. Null if all were loaded. */
export type Checked = { algos: number; of: number } | null;

const checkedCount = (algos: number, of: number): Checked => (algos < of ? { algos, of } : null);

const ORDER: readonly LiveState[] = ["gain", "loss", "none", "withdrawn"];

/** Loads the evidence by manager id, from the first hundred algos in the provider's order. */
export async function loadManagerRecords(
  context: Partial<SiteContext> & { provider: Pick<Provider, "listStrategies"> },
): Promise<{ records: Map<string, ManagerRecord>; checked: Checked }> {
  const { items, total } = await context.provider.listStrategies({
    limit: PAGE_SIZE_MAX,
    state: [...STRATEGY_STATES],
  });
  const strips = await loadStrips(evidenceForReader(context), items);
  const amount = context.amount ?? READER_AMOUNT_DEFAULT;
  const rows = items.map((strategy, index) => ({
    strategy,
    strip: strips[index] ?? ({ kind: "unreachable" } as const),
  }));
  const ids = new Set(items.map(({ manager }) => manager.id));
  const records = new Map(
    [...ids].map((id) => [
      id,
      managerRecord(
        rows.filter(({ strategy }) => strategy.manager.id === id),
        amount,
      ),
    ]),
  );
  return { records, checked: checkedCount(items.length, total) };
}

const WITHDRAWN_ALGOS_MAX = 50;

/** Returns the query for a manager's algos. Names are not unique, so it contains the id too. */
export const managerQuery = ({ id, name }: Pick<Manager, "id" | "name">) => ({
  partner_name: name,
  filter_manager: [id],
});

/** Loads a manager's listed algos (at most a hundred) and withdrawn algos (at most fifty). */
export async function loadManagerAlgos(
  provider: Pick<Provider, "listStrategies">,
  manager: Pick<Manager, "id" | "name">,
): Promise<{ listed: StrategySummary[]; withdrawn: StrategySummary[]; checked: Checked }> {
  const [listed, withdrawn] = await Promise.all([
    provider.listStrategies({ ...managerQuery(manager), limit: PAGE_SIZE_MAX, state: [...LISTED_STATES] }),
    provider.listStrategies({ ...managerQuery(manager), limit: WITHDRAWN_ALGOS_MAX, state: ["withdrawn"] }),
  ]);
  return {
    listed: listed.items,
    withdrawn: withdrawn.items,
    checked: checkedCount(listed.items.length + withdrawn.items.length, listed.total + withdrawn.total),
  };
}

/**
 * Divides the user's amount equally between the algos whose records may be shown. Null for fewer than two such records.
 */
export async function loadEqualParts(
  context: Partial<SiteContext>,
  strategies: readonly StrategySummary[],
): Promise<EqualParts | null> {
  // The amount 0 selects records of one lot, exactly as sealed.
  const evidence = evidenceForReader(context, 0);
  if (evidence === undefined) return null;
  const records = await Promise.all(
    strategies.map(async (strategy): Promise<StrategyRecord[]> => {
      try {
        const record = await evidence.record(strategy);
        return record.kind === "shown" && record.value.state !== "being_made" ? [record.value] : [];
      } catch (fault) {
        if (isProviderUnavailable(fault)) return [];
        throw fault;
      }
    }),
  );
  return equalParts(records.flat(), (context.amount ?? READER_AMOUNT_DEFAULT) * 100);
}

type AlgoRow = {
  strategy: Pick<StrategySummary, "name" | "minAmountRupees" | "status">;
  strip: Strip;
};

/** Computes the evidence. `amountRupees` is the user's amount. */
export function managerRecord(rows: readonly AlgoRow[], amountRupees: number): ManagerRecord {
  const falls = rows.flatMap(({ strategy, strip }) => {
    if (strip.kind !== "shown") return [];
    const capital = amountAtWork(strategy.minAmountRupees, amountRupees);
    return [{ name: strategy.name, rupees: Math.round(strip.figures.maxDrawdown * capital), capital }];
  });
  return {
    live: rows.map(classifyLiveState).sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)),
    worst: falls.reduce<ManagerRecord["worst"]>(
      (low, fall) => (low === null || fall.rupees < low.rupees ? fall : low),
      null,
    ),
  };
}

function classifyLiveState({ strategy, strip }: AlgoRow): LiveState {
  if (strategy.status.state === "withdrawn") return "withdrawn";
  if (strip.kind !== "shown" || strip.live === null) return "none";
  return strip.live.share < 0 ? "loss" : "gain";
}

export const countLiveState = (record: ManagerRecord, state: LiveState) =>
  record.live.filter((one) => one === state).length;
