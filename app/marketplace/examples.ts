// The three examples of the home page, chosen by a published rule and not by anybody: of all open algos whose backtest anybody may see, those
// at the upper quartile, the median and the lower quartile by net result. Kept for some minutes, since they need every record once.
import type { SiteContext } from "../context.ts";
import { loadStrips, type StripFigures } from "../evidence/evidence-strip.ts";
import { isKept } from "../evidence/load-evidence.ts";
import { PAGE_SIZE_MAX } from "../wire/limits.ts";
import type { RecordList } from "../wire/record.ts";
import type { StrategySummary } from "../wire/strategy.ts";

export type Example = {
  place: "upper quartile" | "median" | "lower quartile";
  strategy: Pick<StrategySummary, "id" | "name" | "manager">;
  figures: StripFigures;
};
/** The first of all shown ones by one order that is not a return. */
export type Leader = {
  order: "Most deployed" | "Smallest max drawdown" | "Lowest minimum" | "Live the longest";
  strategy: Pick<
    StrategySummary,
    "id" | "name" | "manager" | "deployedCount" | "minAmountRupees" | "liveSince"
  >;
  figures: StripFigures;
};
export type Examples = { items: Example[]; leaders: Leader[]; from: string; count: number };
type ListedAlgo = { strategy: StrategySummary; figures: StripFigures };

const KEPT_FOR_MS = 10 * 60_000;
/** Below so many records a quartile says nothing. */
const RECORDS_AT_LEAST = 8;
/** A page waits so long for them and is shown without them otherwise. */
const WAIT_MS = 400;

/** What is waited for: how many records of all are made, where that is known. */
export type HomeExamples = { examples: Examples | null; making: RecordList["making"] };
const NOT_KNOWN: HomeExamples = { examples: null, making: null };

let kept: { examples: Examples; at: number } | null = null;
let running: Promise<HomeExamples> | null = null;

/** The examples; none while there are too few records, or while they are still being read. */
export async function homeExamples(context: Partial<SiteContext>): Promise<HomeExamples> {
  if (context.provider === undefined || context.evidence === undefined) return NOT_KNOWN;
  if (kept !== null && Date.now() - kept.at < KEPT_FOR_MS) return { examples: kept.examples, making: null };
  running ??= choose(context)
    .then((found) => {
      if (found.examples !== null) kept = { examples: found.examples, at: Date.now() };
      return found;
    })
    .catch(() => NOT_KNOWN)
    .finally(() => {
      running = null;
    });
  const waited = new Promise<HomeExamples>((resolve) =>
    setTimeout(() => resolve({ examples: kept?.examples ?? null, making: null }), WAIT_MS),
  );
  return await Promise.race([running, waited]);
}

async function choose(context: Partial<SiteContext>): Promise<HomeExamples> {
  const { items } = (await context.provider?.listStrategies({ state: ["open"], limit: PAGE_SIZE_MAX })) ?? {
    items: [],
  };
  if (isKept(context)) return NOT_KNOWN;
  const strips = await loadStrips(context.evidence, items, { withLive: false });
  const shown = items
    .flatMap((strategy, index) => {
      const strip = strips[index];
      return strip?.kind === "shown" && strip.figures.evidence === "backtest"
        ? [{ strategy, figures: strip.figures }]
        : [];
    })
    .sort((one, other) => other.figures.totalShare - one.figures.totalShare);
  if (shown.length < RECORDS_AT_LEAST) {
    const [any] = items;
    const making = any === undefined ? null : ((await context.evidence?.making(any)) ?? null);
    return { examples: null, making };
  }
  const at = (share: number) => shown[Math.round((shown.length - 1) * share)] ?? shown[0];
  const places = [
    ["upper quartile", 0.25],
    ["median", 0.5],
    ["lower quartile", 0.75],
  ] as const;
  const examples: Examples = {
    count: shown.length,
    leaders: leadersOf(shown),
    from: shown.reduce((first, { figures }) => (figures.from < first ? figures.from : first), "9999"),
    items: places.flatMap(([place, share]) => {
      const chosen = at(share);
      if (chosen === undefined) return [];
      const { id, name, manager } = chosen.strategy;
      return [{ place, strategy: { id, name, manager }, figures: chosen.figures }];
    }),
  };
  return { examples, making: null };
}

/** The less, the further in front. */
const ORDERS: Record<Leader["order"], (algo: ListedAlgo) => number> = {
  "Most deployed": ({ strategy }) => -strategy.deployedCount,
  "Smallest max drawdown": ({ figures }) => -figures.maxDrawdown,
  "Lowest minimum": ({ strategy }) => strategy.minAmountRupees,
  "Live the longest": ({ strategy }) => Date.parse(strategy.liveSince),
};

function leadersOf(shown: readonly ListedAlgo[]): Leader[] {
  return (Object.keys(ORDERS) as Leader["order"][]).flatMap((order) => {
    const [first] = shown.toSorted((one, other) => ORDERS[order](one) - ORDERS[order](other));
    if (first === undefined) return [];
    const { id, name, manager, deployedCount, minAmountRupees, liveSince } = first.strategy;
    return [
      {
        order,
        strategy: { id, name, manager, deployedCount, minAmountRupees, liveSince },
        figures: first.figures,
      },
    ];
  });
}
