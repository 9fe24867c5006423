// Summary of a record on a card or in a row: the curve, and figures in rupees of the used amount.
import type { WithheldReason } from "../context.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { formatDay } from "../format/dates.ts";
import { formatChange } from "../format/percent.ts";
import { formatRupees } from "../format/rupees.ts";
import { linePath } from "../ui/line-path.ts";
import { EVIDENCE_NAMES } from "./disclosure-texts.ts";
import type { Strip, StripFigures } from "./evidence-strip.ts";
import { statedLossLimits } from "./limits-in-short.tsx";
import { stripViewText as text } from "./text.ts";

const WIDTH = 120;
const HEIGHT = 32;
const PAD = 2;

/**
 * Draws the curve of a record, 120 by 32 units. The stroke's style shows the evidence class, which the title states as
 * text.
 */
export function Sparkline(props: { figures: StripFigures; isStretched?: boolean; className?: string }) {
  const { figures } = props;
  const x = (index: number) => round((index / Math.max(1, figures.points.length - 1)) * WIDTH);
  const y = (height: number) => round(HEIGHT - PAD - (height / 100) * (HEIGHT - 2 * PAD));
  const line = linePath(
    figures.points.map((height, index) => [x(index), y(height)]),
    1,
  );
  const base = y(figures.capitalAt);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio={props.isStretched ? "none" : "xMinYMid"}
      className={`spark spark-${figures.evidence} ${props.className ?? ""}`}
      role="img"
      aria-label={text.net({
        evidence: EVIDENCE_NAMES[figures.evidence],
        from: formatDay(figures.from),
        to: formatDay(figures.to),
        share: formatChange(figures.totalShare, 1),
      })}
    >
      <path d={`${line}V${base}H0Z`} className="spark-area" />
      <path d={`M0 ${base}H${WIDTH}`} className="spark-base" />
      <path d={line} className="spark-line" />
      {figures.deepestAt === null ? null : (
        <path
          d={`M${x(figures.deepestAt)} ${y(figures.points[figures.deepestAt] ?? 0)}h0`}
          className="spark-deepest"
        />
      )}
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;

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
  no_record: text.noRecord,
  failed: text.failsVerification,
};

/** Returns the reason why the figures are not shown. */
export function withheldText(strip: Exclude<Strip, { kind: "shown" }>): string {
  switch (strip.kind) {
    case "withheld":
      return WITHHELD_SHORT[strip.reason];
    case "being_made":
      return text.beingMade;
    case "unreachable":
      return text.notAvailable;
  }
}

/**
 * Shows the largest drawdown of a record on a card, in rupees of `amount`. If no record may be shown, the largest loss
 * of one position under the algo's rules is shown instead.
 */
export function StripFigure(props: {
  strip: Strip;
  amount: number;
  strategy: Pick<StrategySummary, "lossLimits" | "structure">;
}) {
  const { strip, amount } = props;
  if (strip.kind === "shown")
    return (
      <div>
        <span className="figure-name">{text.maxDrawdown}</span>{" "}
        <span className="figure text-loss">
          {formatRupees(Math.round(strip.figures.maxDrawdown * amount))}
        </span>
      </div>
    );
  const [limit] = statedLossLimits(props.strategy, amount).reverse();
  return limit === undefined ? null : (
    <div>
      <span className="figure-name">{limit.term}</span>{" "}
      <span className="figure text-loss">{limit.rupees}</span>
    </div>
  );
}
