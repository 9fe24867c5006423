// Variants of a backtest for an algo's studies, over the same days. Each variant changes the costs, the bar length or
// one parameter, or fills a multiple of the capital from the market depth.
import type { StudyKind, StudyResult } from "../../../../app/contract/base-api/studies.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import { type Backtest, runBacktests } from "./backtest.ts";
import { ASSUMED_FILLS, depthExecution, type Execution } from "./execution.ts";
import type { HistoryTape } from "./history-day.ts";
import { isIntradayOnly, type RecordPlan } from "./record-plans.ts";

export type StudyVariant = {
  kind: StudyKind;
  name: string;
  percent: number;
  value: string;
  plan: RecordPlan;
};

const COST_PERCENTS = [50, 100, 200] as const;
/** Bar lengths for intraday algos, in percent of the backtest's five minutes. Deployments evaluate every minute. */
const BAR_PERCENTS = [20, 100, 300] as const;
const PARAMETER_PERCENTS = [80, 120] as const;
const CAPITAL_PERCENTS = [100, 500, 2_000] as const;
/** Smallest change of a parameter in points, because listed strikes are multiples of 100 points. */
const STRIKE_STEP_POINTS = 100;

/**
 * Returns the variants of a backtest to compute. `isDisclosed` is true for a white box, whose parameters may be named.
 */
export function variantsOf(plan: RecordPlan, isDisclosed: boolean): StudyVariant[] {
  const costs = COST_PERCENTS.map((percent) => ({
    kind: "costs" as const,
    name: "",
    percent,
    value: "",
    plan,
  }));
  const bars = (isIntradayOnly(plan.plan) ? BAR_PERCENTS : []).map((percent) => {
    const barSeconds = (plan.barSeconds * percent) / 100;
    return {
      kind: "bars" as const,
      name: "",
      percent,
      value: String(barSeconds / 60),
      plan: { ...plan, barSeconds },
    };
  });
  const numbers = Object.entries(plan.plan.rules).filter(
    (entry): entry is [string, number] => typeof entry[1] === "number" && entry[1] !== 0,
  );
  const parameters = numbers.flatMap(([key, base], index) =>
    PARAMETER_PERCENTS.flatMap((percent): StudyVariant[] => {
      const value = changedValue(key, base, percent);
      return value === null
        ? []
        : [
            {
              kind: "parameter",
              name: isDisclosed ? readableName(key) : `Parameter ${index + 1}`,
              percent,
              value: isDisclosed ? String(value) : "",
              plan: { ...plan, plan: { ...plan.plan, rules: { ...plan.plan.rules, [key]: value } } },
            },
          ];
    }),
  );
  const capacity = CAPITAL_PERCENTS.map((percent) => ({
    kind: "capacity" as const,
    name: "",
    percent,
    value: "",
    plan: withCapitalMultiple(plan, percent / 100),
  }));
  return [...costs, ...bars, ...parameters, ...capacity];
}

/**
 * Returns the parameter at a percentage of its value. An integer stays an integer and changes by at least one. Null
 * when the parameter cannot change in that direction.
 */
function changedValue(key: string, base: number, percent: number): number | null {
  const exact = (base * percent) / 100;
  if (!Number.isInteger(base)) return Number(exact.toPrecision(6));
  const step = key.endsWith("Points") ? STRIKE_STEP_POINTS : 1;
  const rounded = Math.round(exact / step) * step;
  const value = rounded === base ? base + Math.sign(percent - 100) * step : rounded;
  return value > 0 ? value : null;
}

/** Converts a parameter name to words: "riskPercent" → "risk percent". */
function readableName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Returns the plan with a multiple of the minimum amount. The manager's fee does not depend on the amount. */
function withCapitalMultiple(plan: RecordPlan, times: number): RecordPlan {
  const { minAmountRupees, marginRupees } = plan.plan;
  return {
    ...plan,
    plan: { ...plan.plan, minAmountRupees: minAmountRupees * times, marginRupees: marginRupees * times },
  };
}

/** Builds the study from the results, which are in the order of the variants. */
export function runVariants(
  variants: readonly StudyVariant[],
  market: SandboxMarket,
  tape: HistoryTape,
): StudyResult[] {
  const made = runBacktests(
    tape,
    variants.map(({ plan, kind, percent }) => ({ plan, execution: executionOf(kind, percent, market) })),
  );
  return variants.flatMap((variant, index) => {
    const backtest = made[index];
    return backtest === undefined ? [] : [resultOf(variant, backtest)];
  });
}

function executionOf(kind: StudyKind, percent: number, market: SandboxMarket): Execution {
  if (kind === "capacity") return depthExecution(market);
  return kind === "costs" ? { ...ASSUMED_FILLS, costFactor: percent / 100 } : ASSUMED_FILLS;
}

function resultOf(variant: StudyVariant, { days, trades }: Backtest): StudyResult {
  const { kind, name, percent, value, plan } = variant;
  const capitalPaise = plan.plan.minAmountRupees * 100;
  let peak = capitalPaise;
  let maxDrawdown = 0;
  for (const { netPaise } of days) {
    peak = Math.max(peak, capitalPaise + netPaise);
    maxDrawdown = Math.max(maxDrawdown, (peak - capitalPaise - netPaise) / capitalPaise);
  }
  return {
    kind,
    name,
    percent,
    value,
    capitalPaise,
    netPaise: days.at(-1)?.netPaise ?? 0,
    maxDrawdownPpm: Math.round(maxDrawdown * 1e6),
    trades: trades.length,
  };
}
