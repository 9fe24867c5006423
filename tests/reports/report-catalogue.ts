// Prints each algo's result in the sandbox's history, after all costs. `npm run report:catalogue` uses the shipped
// seed. `-- --seeds 20` also prints the median and the spread over that many seeds, from `--seed` on. `--algos a,b`
// selects algos, `--workers n` sets the number of processes, and `--coarse` uses larger bars. `--keep file` stores each
// seed's figures and resumes from them. Rules are designed for the premia of the market, not for one seed, so the
// medians should agree.
import { fork } from "node:child_process";
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { istDay } from "../../app/domain/time.ts";
import {
  RECORD_FROM_DAY,
  type RecordPlan,
  recordPlans,
} from "../../server/sandbox/algos/backtest/record-plans.ts";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { median } from "./market-measures.ts";
import { type Correlated, type ReportFigures, summaryOf } from "./report-figures.ts";
import type { ReportJob, ReportResponse } from "./report-run.ts";

const BENCHMARK = { key: "IDX_I:13", name: "Nifty 50" };
const LAST_DAY = istDay(Date.parse("2026-11-20T12:00:00+05:30"));
const MAX_WORKERS = 8;
/** `--coarse` lengthens the bars by this factor. */
const COARSE_FACTOR = 2;

function argument(name: string): string | null {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? null : (process.argv[at + 1] ?? "");
}

function countArgument(name: string, usual: number): number {
  const argumentText = argument(name);
  const count = argumentText === null ? usual : Number(argumentText);
  if (!Number.isInteger(count) || count < 1) throw new Error(`--${name}: a whole number above zero`);
  return count;
}

const FIRST_SEED = countArgument("seed", 1);

type Run = Map<string, ReportFigures>;
/** Pairs of open algos of different managers whose daily results are nearly the same, over all seeds. */
const pairs: Correlated[] = [];

/** Returns the results that an earlier run stored in this file, without an incomplete last line. */
function readSaved(file: string | null): ReportResponse[] {
  if (file === null || !existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line): ReportResponse[] => {
      try {
        return [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}

/** Returns the figures by seed and strategy. */
async function runAll(seeds: readonly number[], plans: readonly RecordPlan[]): Promise<Map<number, Run>> {
  const isCoarse = process.argv.includes("--coarse");
  const run = plans.map((plan) =>
    isCoarse ? { ...plan, barSeconds: COARSE_FACTOR * plan.barSeconds } : plan,
  );
  const jobs = seeds.map((seed): ReportJob => ({ seed, plans: run, openManagers }));
  const file = argument("keep");
  const runs = new Map<number, Run>(seeds.map((seed) => [seed, new Map()]));
  const take = ({ seed, figures, correlated }: ReportResponse) => {
    for (const one of figures) runs.get(seed)?.set(one.strategyId, one.figures);
    if (runs.has(seed)) pairs.push(...correlated);
  };
  const stored = readSaved(file);
  for (const answer of stored) take(answer);
  const remainingJobs = jobs.filter(({ seed }) => !stored.some((one) => one.seed === seed));
  const workers = Math.min(
    remainingJobs.length,
    countArgument("workers", Math.min(MAX_WORKERS, availableParallelism())),
  );
  const work = () =>
    new Promise<void>((done, fail) => {
      const child = fork(new URL("report-run.ts", import.meta.url), {
        serialization: "advanced",
      });
      const next = () => {
        const job = remainingJobs.shift();
        if (job === undefined) child.disconnect();
        else child.send(job);
      };
      child.on("message", (answer: ReportResponse) => {
        take(answer);
        if (file !== null) appendFileSync(file, `${JSON.stringify(answer)}\n`);
        next();
      });
      child.on("error", fail);
      child.on("exit", (code) =>
        code === 0 ? done() : fail(new Error(`a process of the report ended with ${code}`)),
      );
      next();
    });
  await Promise.all(Array.from({ length: workers }, work));
  return runs;
}

const percent = (value: number, digits = 1) => (value * 100).toFixed(digits);

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * share)] ?? Number.NaN;
}

function reportShipped(plans: readonly RecordPlan[], run: Run, states: ReadonlyMap<string, string>): void {
  process.stdout.write(
    `\nSeed ${FIRST_SEED}, after all costs, % of the minimum amount\n\n| Algo | State | Yearly | Gain/risk | Sharpe | Max drawdown | Worst day | Trades | Final/peak | Costs per year | Fee a year | Passed by | Restarts | Idle days |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n`,
  );
  for (const { strategyId } of plans) {
    const f = run.get(strategyId);
    if (f === undefined) continue;
    process.stdout.write(
      `| ${strategyId} | ${states.get(strategyId)} | ${percent(f.yearly)} | ${f.ratio.toFixed(2)} | ${f.sharpe.toFixed(2)} | ${percent(f.maxDrawdown)} | ${percent(f.worstDay)} | ${f.trades} | ${f.finalOverPeak.toFixed(2)} | ${percent(f.costsYearly)} | ${percent(f.feesYearly)} | ${f.missedSignals} | ${f.restarts} | ${f.idleDays} |\n`,
    );
  }
}

function reportSpread(plans: readonly RecordPlan[], runs: readonly Run[]): void {
  process.stdout.write(
    `\nOver ${runs.length} seeds\n\n| Algo | Positive | Yearly, median | 10 % to 90 % of seeds | Sharpe, median | Max drawdown, median | largest |\n|---|---|---|---|---|---|---|\n`,
  );
  for (const { strategyId } of plans) {
    const all = runs.flatMap((run) => run.get(strategyId) ?? []);
    const yearly = all.map((one) => one.yearly);
    const drawdowns = all.map(({ maxDrawdown }) => maxDrawdown);
    process.stdout.write(
      `| ${strategyId} | ${percent(yearly.filter((one) => one > 0).length / yearly.length, 0)} | ${percent(median(yearly))} | ${percent(quantile(yearly, 0.1))} to ${percent(quantile(yearly, 0.9))} | ${median(all.map(({ sharpe }) => sharpe)).toFixed(2)} | ${percent(median(drawdowns))} | ${percent(Math.max(...drawdowns))} |\n`,
    );
  }
}

const begun = Date.now();
const catalogue = buildCatalogue();
const requested = argument("algos")?.split(",") ?? null;
const current = new Map(catalogue.strategies.map(({ id, version }) => [id, version]));
const plans = recordPlans(catalogue, LAST_DAY, BENCHMARK).filter(
  ({ evidence, start, version, strategyId, fromDay }) =>
    evidence === "backtest" &&
    start === "own" &&
    fromDay === RECORD_FROM_DAY &&
    version === current.get(strategyId) &&
    (requested === null || requested.some((part) => strategyId.includes(part))),
);
if (plans.length === 0) throw new Error("--algos: names none of the catalogue");
const states = new Map(catalogue.strategies.map(({ id, status }) => [id, status.state]));
const open = plans.flatMap(({ strategyId }) => (states.get(strategyId) === "open" ? [strategyId] : []));
const openManagers = Object.fromEntries(
  catalogue.strategies.flatMap(({ id, manager, status }) =>
    status.state === "open" ? [[id, manager.id]] : [],
  ),
);
const seeds = Array.from({ length: countArgument("seeds", 1) }, (_, index) => FIRST_SEED + index);
const runs = await runAll(seeds, plans);
const shipped = runs.get(FIRST_SEED) ?? new Map();
reportShipped(plans, shipped, states);
if (seeds.length > 1) reportSpread(plans, [...runs.values()]);
const totalsOf = (run: Run) => summaryOf(open.flatMap((id) => run.get(id) ?? []));
const summaries = [...runs.values()].map(totalsOf);
process.stdout.write(
  `\n${open.length} open algos, shares without those that the broker suspended because their record ended\n\n| | Seed ${FIRST_SEED} | Median of ${seeds.length} |\n|---|---|---|\n`,
);
for (const [name, value] of Object.entries(totalsOf(shipped)))
  process.stdout.write(
    `| ${name} | ${percent(value)} | ${percent(median(summaries.map((one) => one[name] ?? Number.NaN)))} |\n`,
  );
const pairNames = new Set(pairs.map(({ pair }) => pair.join(" and ")));
process.stdout.write(`\nCorrelated above 0.9, of two managers:${pairNames.size === 0 ? " none" : ""}\n`);
for (const name of pairNames) {
  const found = pairs.filter(({ pair }) => pair.join(" and ") === name);
  const most = Math.max(...found.map((one) => one.correlation));
  process.stdout.write(
    `- ${name}: ${found.length} ${found.length === 1 ? "seed" : "seeds"}, up to ${most.toFixed(2)}\n`,
  );
}
process.stdout.write(`\n${Math.round((Date.now() - begun) / 1_000)} s\n`);
