// The evidence strip of a card or row: the curve, and its figures in rupees of the amount that would be used.
import type { WithheldReason } from "../context.ts";
import { formatDay, formatMonths } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { formatRupees } from "../format/rupees.ts";
import type { StrategySummary } from "../wire/strategy.ts";
import { EVIDENCE_NAMES } from "./disclosure-texts.ts";
import type { Strip, StripFigures } from "./evidence-strip.ts";
import { LimitsInShort } from "./limits-in-short.tsx";
import { stripViewText as text } from "./text.ts";

const WIDTH = 120;
const HEIGHT = 32;
const PAD = 2;

/** A curve of 120 by 32; its stroke says its class, its title says it in words. */
export function Sparkline(props: { figures: StripFigures; isStretched?: boolean; className?: string }) {
  const { figures } = props;
  const x = (index: number) => round((index / Math.max(1, figures.points.length - 1)) * WIDTH);
  const y = (height: number) => round(HEIGHT - PAD - (height / 100) * (HEIGHT - 2 * PAD));
  const line = figures.points
    .map((height, index) => `${index === 0 ? "M" : "L"}${x(index)} ${y(height)}`)
    .join("");
  const base = y(figures.capitalAt);
  const isLoss = figures.totalShare < 0;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio={props.isStretched ? "none" : "xMinYMid"}
      className={`spark spark-${figures.evidence} ${isLoss ? "spark-loss" : ""} ${props.className ?? ""}`}
      role="img"
      aria-label={text.net({
        evidence: EVIDENCE_NAMES[figures.evidence],
        from: formatDay(figures.from),
        to: formatDay(figures.to),
        share: formatChange(figures.totalShare, 1),
      })}
    >
      <path d={`${line}L${WIDTH} ${base}L0 ${base}Z`} className="spark-area" />
      <path d={`M0 ${base}H${WIDTH}`} className="spark-base" />
      <path d={line} className="spark-line" />
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

/** A share of an amount: rupees first, then the share itself. */
export function InRupees(props: { share: number; amount: number; isSigned?: boolean }) {
  const { share, amount } = props;
  return (
    <>
      <span className={share < 0 ? "text-loss" : undefined}>{formatRupees(Math.round(share * amount))}</span>{" "}
      <span className="block text-xs text-ink-muted">{formatChange(share, 1)}</span>
    </>
  );
}

export function growthText({ growth, totalShare }: StripFigures): string {
  return growth === null
    ? formatChange(totalShare, 1)
    : `${formatChange(growth.share, 1)}${growth.isYearly ? ` ${text.aYear}` : ` ${text.inTotal}`}`;
}

const WITHHELD_SHORT: Record<WithheldReason, string> = {
  not_disclosed: text.notDisclosed,
  over_ceiling: text.notShownHere,
  sign_in: text.onRequestSignedIn,
  ask: text.onRequest,
  not_verified: text.noneVerified,
};

/** Reason for a missing figure. */
export function withoutFigures(strip: Exclude<Strip, { kind: "shown" }>): string {
  switch (strip.kind) {
    case "withheld":
      return WITHHELD_SHORT[strip.reason];
    case "being_made":
      return text.beingMade;
    case "away":
      return text.notAvailable;
  }
}

/**
 * On a card, or `isUnruled` in a list that rules its items off itself; `amount` is what would be at work, in rupees. Without a record it
 * has what the rules and the structure say of a loss.
 */
export function StripOnCard(props: {
  strip: Strip;
  amount: number;
  strategy: Pick<StrategySummary, "lossLimits" | "structure">;
  isUnruled?: boolean;
}) {
  const { strip, amount } = props;
  const place = props.isUnruled === true ? "mt-2 max-w-lg" : "mt-2 border-t border-line pt-2 sm:mt-3 sm:pt-3";
  if (strip.kind !== "shown")
    return (
      <div className={place}>
        <p className="text-sm text-ink-muted">{withoutFigures(strip)}.</p>
        <LimitsInShort strategy={props.strategy} amount={amount} />
      </div>
    );
  const { figures, live } = strip;
  return (
    <div className={`${place} grid grid-cols-[minmax(0,11fr)_minmax(0,9fr)] gap-x-3 gap-y-1 sm:gap-y-1.5`}>
      <div className="min-w-0">
        <Sparkline figures={figures} className="h-8 w-full" />
        <p className="mt-0.5 text-xs text-ink-muted">
          {text.netOf({ evidence: EVIDENCE_NAMES[figures.evidence], growth: growthText(figures) })}
        </p>
      </div>
      <dl className="text-sm">
        <dt className="text-xs text-ink-muted">{text.maxDrawdown}</dt>
        <dd className="font-semibold text-loss">{formatRupees(Math.round(figures.maxDrawdown * amount))}</dd>
      </dl>
      <p className="col-span-2 text-xs text-ink-muted">
        {text.costs({
          costs: formatRupees(Math.round(figures.costShare * amount)),
          amount: formatRupees(amount),
        })}
        {live === null
          ? ""
          : ` · ${text.live({ share: formatChange(live.share, 1), months: formatMonths(live.months) })}`}
        {figures.lastTradeOn === null
          ? ""
          : ` · ${text.lastTrade(formatDay(figures.lastTradeOn).replaceAll(" ", "\u00a0"))}`}
      </p>
    </div>
  );
}
