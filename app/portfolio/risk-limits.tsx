// Risk limits with how much of each is used: a bar that is neutral, amber from half of the limit on and red from four fifths, and the
// figures in words beside it. It fills towards the loss, never in green.

import type { Deployment, Guards } from "../contract/base-api/deployment.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
import { riskLimitsText as text } from "./text.ts";

/** Shares of a limit from which the bar is amber, and red. */
const AMBER_FROM = 0.5;
const RED_FROM = 0.8;

export type LimitUse = {
  key: keyof Guards;
  label: string;
  limit: number | null;
  /** Null: not known. */
  used: number | null;
  isMoney: boolean;
  /** Used of the limit, 0 to 1 and above; null without a limit or figure. */
  share: number | null;
  level: "neutral" | "amber" | "red";
};

/** Rupees or trades used of each limit; nothing traded yet has used nothing. */
export function limitUses(guards: Guards, result: Deployment["result"]): LimitUse[] {
  const loss = (paise: number | null | undefined) =>
    paise === null || paise === undefined ? null : Math.max(0, -paise / 100);
  const uses = [
    {
      key: "lossPerDayRupees" as const,
      label: text.dailyLossLimit,
      used: result === null ? 0 : loss(result.dayPaise),
      isMoney: true,
    },
    {
      key: "lossInAllRupees" as const,
      label: text.maxLoss,
      used: result === null ? 0 : loss(result.totalPaise),
      isMoney: true,
    },
    {
      key: "tradesPerDay" as const,
      label: text.maxTradesADay,
      used: result?.tradesToday ?? 0,
      isMoney: false,
    },
  ];
  return uses.map((use) => {
    const limit = guards[use.key];
    const share = limit === null || use.used === null ? null : use.used / limit;
    const level = share === null || share < AMBER_FROM ? "neutral" : share < RED_FROM ? "amber" : "red";
    return { ...use, limit, share, level };
  });
}

/** The limit of a deployment that is nearest to being reached; null when it has none. */
export function nearestLimit(guards: Guards, result: Deployment["result"]): LimitUse | null {
  const set = limitUses(guards, result).filter(({ limit }) => limit !== null);
  return set.sort((a, b) => (b.share ?? 0) - (a.share ?? 0))[0] ?? null;
}

export function limitText({ limit, used, isMoney, share }: LimitUse): string {
  if (limit === null) return text.notSet;
  const write = (value: number) => (isMoney ? formatRupees(value) : formatCount(value));
  if (used === null || share === null) return text.withoutKnownUse(write(limit));
  return text.countOf({ used: write(used), limit: write(limit) });
}

export function LimitGauge(props: { use: LimitUse; name: string }) {
  const { use } = props;
  if (use.share === null) return null;
  const width = Math.min(100, Math.round(use.share * 100));
  return (
    <svg
      className="limit-gauge"
      data-level={use.level}
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={text.used({ limit: props.name, use: limitText(use) })}
    >
      <rect className="limit-track" width="100" height="8" />
      {width === 0 ? null : <rect className="limit-used" width={width} height="8" />}
    </svg>
  );
}

export function RiskLimits(props: { guards: Guards; result: Deployment["result"] }) {
  return (
    <ul className="space-y-4">
      {limitUses(props.guards, props.result).map((use) => (
        <li key={use.key}>
          <p className="flex flex-wrap items-baseline justify-between gap-x-4">
            <span className="font-semibold">{use.label}</span>{" "}
            <span className="number">
              {limitText(use)}
              {use.level === "neutral" ? null : (
                <strong className={use.level === "red" ? "text-loss" : "text-warn"}>
                  {use.share !== null && use.share >= 1
                    ? ` · ${text.reached}`
                    : use.level === "red"
                      ? ` · ${text.close}`
                      : ` · ${text.overHalf}`}
                </strong>
              )}
            </span>
          </p>
          <LimitGauge use={use} name={use.label} />
        </li>
      ))}
    </ul>
  );
}
