// Example algos on the page about the risk rating: a worked example, and the algo rated Low with the largest possible
// loss of one position.
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { SiteContext } from "../../context.ts";
import type { StrategySummary } from "../../contract/base-api/strategy.ts";
import { READER_AMOUNT_DEFAULT } from "../../domain/reader-amount.ts";
import { computeRating, computeRecordRisk, positionLoss, type RatedInput } from "../../domain/risk-rating.ts";
import type { Risk } from "../../domain/vocabulary.ts";
import { amountAtWork } from "../../evidence/loss.ts";
import { lossRupees } from "../../evidence/position-risk.ts";
import { strategyPath } from "../../marketplace/strategy-path.ts";

const ALGOS_TRIED = 8;

export type WorkedExample = { name: string; path: string; inputs: RatedInput[]; word: Risk };
export type LowExample = { name: string; path: string; lossRupees: number };

export async function loadMethodology({ context }: LoaderFunctionArgs) {
  const amount = context.amount ?? READER_AMOUNT_DEFAULT;
  const all = context.provider?.allStrategies() ?? [];
  return { amount, example: await workedExample(context, all), low: lowExample(all, amount) };
}

/**
 * Returns the first algo rated Moderate whose record may be shown. If there is none, returns the first algo rated
 * Moderate, without its record.
 */
async function workedExample(
  { evidence }: Partial<SiteContext>,
  all: readonly StrategySummary[],
): Promise<WorkedExample | null> {
  const described = all.filter(({ structure, risk }) => structure !== undefined && risk === "Moderate");
  for (const strategy of described.slice(0, ALGOS_TRIED)) {
    const { structure } = strategy;
    if (structure === undefined || evidence === undefined) continue;
    try {
      const loaded = await evidence.record(strategy);
      if (loaded.kind === "withheld" || loaded.value.state !== "ready") continue;
      const record = computeRecordRisk(loaded.value.days, loaded.value.capitalRupees * 100);
      if (record !== null) return buildExample(strategy, computeRating({ structure, record }));
    } catch (fault) {
      if (!(fault instanceof Response)) throw fault;
    }
  }
  const [first] = described;
  return first?.structure === undefined
    ? null
    : buildExample(first, computeRating({ structure: first.structure, record: null }));
}

function buildExample(
  strategy: StrategySummary,
  { inputs, word }: ReturnType<typeof computeRating>,
): WorkedExample {
  return { name: strategy.name, path: strategyPath(strategy), inputs: [...inputs], word };
}

/**
 * Returns the open algo rated Low that can lose most on one position at the user's amount. Null if no algo is rated
 * Low.
 */
function lowExample(all: readonly StrategySummary[], amount: number): LowExample | null {
  const losses = all.flatMap((strategy) => {
    const { structure, risk, minAmountRupees, status } = strategy;
    if (structure === undefined || risk !== "Low" || status.state !== "open" || minAmountRupees > amount)
      return [];
    const loss = lossRupees(positionLoss(structure).share, amountAtWork(minAmountRupees, amount));
    return [{ name: strategy.name, path: strategyPath(strategy), lossRupees: loss }];
  });
  return losses.sort((one, other) => other.lossRupees - one.lossRupees)[0] ?? null;
}
