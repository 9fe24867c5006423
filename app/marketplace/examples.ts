// Selects the algos of the home page by published rules. The examples are the upper quartile, median and lower quartile
// by net result of all open algos with a public backtest. `fitting` has three algos with the smallest drawdowns whose
// minimum is within the user's amount. The selection is cached for some minutes, because it requires every record.
import type { EvidenceService, SiteContext } from "../context.ts";
import { PAGE_SIZE_MAX } from "../contract/base-api/limits.ts";
import type { RecordList } from "../contract/base-api/record.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { nullOn } from "../contract/site/fault.ts";
import { withTimeLimit } from "../domain/with-time-limit.ts";
import { evidenceForReader } from "../evidence/at-amount.ts";
import { findDrawdowns, largestDrawdown } from "../evidence/drawdowns.ts";
import { loadStrips, type Strip } from "../evidence/evidence-strip.ts";
import { isFromCache } from "../evidence/load-evidence.ts";
import { amountAtWork } from "../evidence/loss.ts";
import type { Curve } from "../evidence/overlay-chart.tsx";
import { computeEquity, type EquityDay } from "../evidence/statistics.ts";
import { thinPoints } from "../evidence/thin-points.ts";

type DisplayedStrip = Extract<Strip, { kind: "shown" }>;
type ListedAlgo = { strategy: StrategySummary; strip: DisplayedStrip };
/** `rank` is 1 for the best net result. */
export type Example = {
  rank: number;
  strategy: Pick<StrategySummary, "id" | "name" | "manager">;
  curve: Curve;
};
type RankedStrategy = { rank: number; strategy: StrategySummary };
type Chosen = { places: RankedStrategy[]; listed: ListedAlgo[] };
export type HomeAlgos = {
  examples: Example[];
  /** Number of algos with a public backtest. */
  count: number;
  /** Algos whose minimum is within the user's amount, smallest drawdown in rupees first. */
  fitting: ListedAlgo[];
};

const CACHED_FOR_MS = 10 * 60_000;
/** Lifetime of a cached selection while records are still being computed. */
const CACHED_WHILE_COMPUTING_MS = 10_000;
/** Minimum number of records for quartiles. */
const RECORDS_MIN = 6;
/** Time after which the page is rendered with the previous selection. */
const WAIT_MS = 400;
/** Time after which the page is rendered without examples, while nothing has been selected yet. */
const FIRST_WAIT_MS = 1_500;
const FITTING_ALGOS_SHOWN_MAX = 3;
const CURVE_POINTS = 160;
const QUARTILES = [0.25, 0.5, 0.75];

/** `making` is the progress of the computation of records, if known. */
export type HomeExamples = { algos: HomeAlgos | null; making: RecordList["making"] };
type Found = { chosen: Chosen | null; making: RecordList["making"] };
const UNKNOWN: Found = { chosen: null, making: null };

let cached: { chosen: Chosen; until: number } | null = null;
let running: Promise<Found> | null = null;
let lastMaking: RecordList["making"] = null;

/**
 * Loads the examples. `algos` is null while there are too few records or they are still being loaded. `amount` is in
 * rupees.
 */
export async function homeExamples(context: Partial<SiteContext>, amount: number): Promise<HomeExamples> {
  const { chosen, making } = await findChosen(context);
  if (chosen === null) return { algos: null, making };
  const fallOf = ({ strategy, strip }: ListedAlgo) =>
    -strip.figures.maxDrawdown * amountAtWork(strategy.minAmountRupees, amount);
  const evidence = evidenceForReader(context, amount);
  const within = chosen.listed.filter(({ strategy }) => strategy.minAmountRupees <= amount);
  const [strips, examples] = await Promise.all([
    loadStrips(
      evidence,
      within.map(({ strategy }) => strategy),
      { withLive: false },
    ),
    Promise.all(chosen.places.map((place) => loadExample(evidence, place))),
  ]);
  const fitting = within
    .flatMap(({ strategy }, index) => {
      const strip = strips[index];
      return strip?.kind === "shown" ? [{ strategy, strip }] : [];
    })
    .sort((one, other) => fallOf(one) - fallOf(other))
    .slice(0, FITTING_ALGOS_SHOWN_MAX);
  return {
    algos: { examples: examples.flat(), count: chosen.listed.length, fitting },
    making: null,
  };
}

async function findChosen(context: Partial<SiteContext>): Promise<Found> {
  if (context.provider === undefined || context.evidence === undefined) return UNKNOWN;
  if (cached !== null && Date.now() < cached.until) return { chosen: cached.chosen, making: null };
  running ??= choose(context)
    .then((found) => {
      const { chosen, making } = found;
      lastMaking = making;
      const forMs = making === null ? CACHED_FOR_MS : CACHED_WHILE_COMPUTING_MS;
      if (chosen !== null) cached = { chosen, until: Date.now() + forMs };
      return found;
    })
    .catch(() => UNKNOWN)
    .finally(() => {
      running = null;
    });
  const waitMs = cached === null ? FIRST_WAIT_MS : WAIT_MS;
  return (
    (await withTimeLimit(waitMs, running, null)) ?? { chosen: cached?.chosen ?? null, making: lastMaking }
  );
}

async function choose(context: Partial<SiteContext>): Promise<Found> {
  const page = await context.provider?.listStrategies({ state: ["open"], limit: PAGE_SIZE_MAX });
  if (page === undefined || isFromCache(context)) return UNKNOWN;
  const { items } = page;
  // Avoids one call per algo while too few records exist. The progress excludes records that only lack the last day, so
  // one record is checked too.
  const making = await loadProgress(context.evidence, items[0]);
  if (making !== null && making.done < RECORDS_MIN && !(await hasRecord(context.evidence, items[0])))
    return { chosen: null, making };
  const strips = await loadStrips(context.evidence, items, { withLive: false });
  const listed = items
    .flatMap((strategy, index) => {
      const strip = strips[index];
      // The selection is the same for all users, so records that are disclosed individually on request are excluded.
      const isPublic = strategy.disclosureBasis !== "one_to_one";
      return isPublic && strip?.kind === "shown" && strip.figures.evidence === "backtest"
        ? [{ strategy, strip }]
        : [];
    })
    .sort((one, other) => other.strip.figures.totalShare - one.strip.figures.totalShare);
  if (listed.length < RECORDS_MIN) return { chosen: null, making };
  const places = QUARTILES.map((share) => Math.round((listed.length - 1) * share));
  return {
    chosen: {
      places: places.flatMap((place) => {
        const strategy = listed[place]?.strategy;
        return strategy === undefined ? [] : [{ rank: place + 1, strategy }];
      }),
      listed,
    },
    making,
  };
}

/**
 * Returns the progress of the computation of all records; null if it is complete or unknown. `any` may be any algo,
 * because all report the same progress.
 */
async function loadProgress(evidence: EvidenceService | undefined, any: StrategySummary | undefined) {
  if (evidence === undefined || any === undefined) return null;
  return evidence.computationProgress(any).catch(nullOn(404, 502, 503));
}

/** True if the algo has a record. It may lack the last day. */
async function hasRecord(evidence: EvidenceService | undefined, strategy: StrategySummary | undefined) {
  if (evidence === undefined || strategy === undefined) return false;
  const listed = await evidence.records(strategy).catch(nullOn(404, 502, 503));
  return listed?.kind === "shown" && listed.value.some(({ state }) => state === "ready");
}

/** Loads the curve of an example. Empty if the record may no longer be shown. */
async function loadExample(
  evidence: EvidenceService | undefined,
  { rank, strategy }: RankedStrategy,
): Promise<Example[]> {
  const { id, name, manager } = strategy;
  const curve = await loadCurve(evidence, strategy).catch(nullOn(502, 503));
  return curve === null ? [] : [{ rank, strategy: { id, name, manager }, curve }];
}

async function loadCurve(
  evidence: EvidenceService | undefined,
  strategy: StrategySummary,
): Promise<Curve | null> {
  const record = await evidence?.record(strategy);
  if (record?.kind !== "shown" || record.value.state !== "ready") return null;
  const capitalPaise = record.value.capitalRupees * 100;
  const equity = computeEquity(record.value.days, capitalPaise);
  // Includes the first and lowest day of the largest drawdown, which is then as large as on the algo's card.
  const fall = largestDrawdown(findDrawdowns(equity, capitalPaise));
  const isPeak = ({ day }: EquityDay) => Number(day === fall?.peakDay);
  const isTrough = ({ day }: EquityDay) => Number(day === fall?.troughDay);
  return {
    name: strategy.name,
    capitalPaise,
    equity: thinPoints(equity, CURVE_POINTS, [({ equityPaise }) => equityPaise, isPeak, isTrough]),
  };
}
