// Risk limits of one deployment with the used part of each. A limit that is not set has a dashed bar and a link to set
// it.

import type { Deployment, Guards } from "../contract/base-api/deployment.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
import { Gauge, GaugeBar } from "../ui/gauge.tsx";
import { riskLimitsText as text } from "./text.ts";

export type LimitUsage = {
  key: keyof Guards;
  label: string;
  limit: number | null;
  /** Used rupees or trades. Null if unknown. */
  used: number | null;
  isMoney: boolean;
  /** Consequence of reaching the limit. */
  follows: string;
  /** Used fraction of the limit, above 1 when exceeded. Null if the limit is not set or the use is unknown. */
  share: number | null;
};

/** Returns the used rupees or trades of each limit. Zero before the first trade. */
export function limitUses(guards: Guards, result: Deployment["result"]): LimitUsage[] {
  const loss = (paise: number | null | undefined) =>
    paise === null || paise === undefined ? null : Math.max(0, -paise / 100);
  const uses = [
    {
      key: "lossPerDayRupees" as const,
      label: text.dailyLossLimit,
      used: result === null ? 0 : loss(result.dayPaise),
      isMoney: true,
      follows: text.thenPauses,
    },
    {
      key: "lossInAllRupees" as const,
      label: text.maxLoss,
      used: result === null ? 0 : loss(result.totalPaise),
      isMoney: true,
      follows: text.thenStops,
    },
    {
      key: "tradesPerDay" as const,
      label: text.maxTradesPerDay,
      used: result?.openedToday ?? result?.tradesToday ?? 0,
      isMoney: false,
      follows: text.thenNoneToday,
    },
  ];
  return uses.map((use) => {
    const limit = guards[use.key];
    return { ...use, limit, share: limit === null || use.used === null ? null : use.used / limit };
  });
}

/** Returns the limit with the highest use. Null if no limit is set. */
export function nearestLimit(guards: Guards, result: Deployment["result"]): LimitUsage | null {
  const set = limitUses(guards, result).filter(({ limit }) => limit !== null);
  return set.sort((a, b) => (b.share ?? 0) - (a.share ?? 0))[0] ?? null;
}

export function limitText({ limit, used, isMoney, share }: LimitUsage): string {
  if (limit === null) return text.notSet;
  const write = (value: number) => (isMoney ? formatRupees(value) : formatCount(value));
  if (used === null || share === null) return text.withoutKnownUse(write(limit));
  return text.countOf({ used: write(used), limit: write(limit) });
}

/** Renders the use of a limit. "Reached" replaces the figures once the limit is used up. */
export function LimitFigures({ use }: { use: LimitUsage }) {
  if (use.limit === null || use.share === null || use.share < 1) return <>{limitText(use)}</>;
  return (
    <>
      <strong className="text-loss">{text.reached}</strong>{" "}
      {use.isMoney ? formatRupees(use.limit) : formatCount(use.limit)}
    </>
  );
}

/** Renders the bar of a limit. Its accessible name contains label and figures. */
export function LimitGauge({ use }: { use: LimitUsage }) {
  return <GaugeBar share={use.share} name={text.used({ limit: use.label, use: limitText(use) })} />;
}

export function RiskLimits(props: {
  guards: Guards;
  result: Deployment["result"];
  /** True if the deployment is running, so that the text of a reached limit states how to continue. */
  isRunning?: boolean;
}) {
  return (
    <ul className="gauges">
      {limitUses(props.guards, props.result).map((use) => (
        <li key={use.key}>
          <Gauge
            label={use.label}
            figures={<LimitFigures use={use} />}
            share={use.share}
            name={text.used({ limit: use.label, use: limitText(use) })}
            {...(use.limit === null ? {} : limitNotes(use, props.isRunning ?? false))}
          />
        </li>
      ))}
    </ul>
  );
}

const NEXT_STEPS: Partial<Record<keyof Guards, string>> = {
  lossPerDayRupees: text.resumeTomorrow,
  tradesPerDay: text.opensTomorrow,
};

/** Returns the texts below the bar. Once the limit is reached, they state how to continue. */
function limitNotes(use: LimitUsage, isRunning: boolean): { state: string; follows?: string } {
  const next = isRunning && (use.share ?? 0) >= 1 ? NEXT_STEPS[use.key] : undefined;
  return next === undefined ? { state: stateText(use), follows: use.follows } : { state: next };
}

function stateText({ used, share }: LimitUsage): string {
  if (used === null || share === null) return "";
  return used === 0 ? text.noneUsed : text.shareUsed(Math.round(Math.min(1, share) * 100));
}
