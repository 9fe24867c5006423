// Price chart rendered on the server: candles, a line or an area, volume, indicators, and for a trade its entry, exit
// and stop. The style sheet sets its size; labels have a fixed size.
import type { Candle, CandleInterval } from "../contract/base-api/market.ts";
import { DAY_MS, MINUTE_MS } from "../domain/time.ts";
import { formatHundredths } from "../format/rupees.ts";
import { barInstant } from "./bar-times.ts";
import type { ChartForm } from "./chart-choice.ts";
import { ChartFrame } from "./chart-frame.tsx";
import {
  CHART_HEIGHT,
  findSlot,
  heightShare,
  linePath,
  priceScale,
  SLOT_WIDTH,
  timeTicks,
  VOLUME_SHARE,
} from "./chart-scale.ts";
import { IndicatorShapes, StrengthPane } from "./indicator-shapes.tsx";
import type { IndicatorLine } from "./indicators.ts";
import { candleChartText as text } from "./text.ts";

export type MarkKind = "entry" | "exit";
/** A marked point. `at` is an ISO time. */
export type ChartMark = { kind: MarkKind; at: string; pricePaise: number; words: string };
/** A horizontal line at a price. */
export type ChartLevel = { kind: "previous" | "entry" | "exit" | "stop"; pricePaise: number; words: string };

type Drawn = Candle & { slot: number };
/** A vertical line from top to bottom. */
type VerticalLine = { x: number; top: number; bottom: number };

/** Number of bars above which coordinates are rounded to whole pixels. */
const SUBPIXEL_BARS_MAX = 150;
const AXIS_WIDTH = 76;

const slotCentre = (slot: number) => slot * SLOT_WIDTH + SLOT_WIDTH / 2;
const tenths = (value: number) => Math.round(value * 10) / 10;

/**
 * Returns vertical lines as one path. Each line starts relative to the end of the previous one, because such a path
 * compresses to half the size. If `floor` is set, all lines end at this height.
 */
function verticalLinesPath(lines: readonly VerticalLine[], floor?: number): string {
  let [endX, endY] = [0, 0];
  return lines
    .map(({ x, top, bottom }) => {
      const [right, down] = [x - endX, tenths(top - endY)];
      [endX, endY] = [x, bottom];
      return `m${right}${down < 0 ? "" : " "}${down}${floor === undefined ? `v${tenths(bottom - top)}` : `V${floor}`}`;
    })
    .join("");
}

/** Returns wicks and bodies of bars as two paths of vertical lines. */
function shapes(bars: readonly Drawn[], y: (paise: number) => number, isFine: boolean) {
  const wicks: VerticalLine[] = [];
  const bodies: VerticalLine[] = [];
  const at = (paise: number) => (isFine ? tenths(y(paise)) : Math.round(y(paise)));
  for (const { slot, openPaise, closePaise, highPaise, lowPaise } of bars) {
    const x = slotCentre(slot);
    const top = at(Math.max(openPaise, closePaise));
    // A bar that closes at its open is drawn as a dash.
    const bottom = Math.max(top + 1, at(Math.min(openPaise, closePaise)));
    wicks.push({ x, top: at(highPaise), bottom: at(lowPaise) });
    bodies.push({ x, top, bottom });
  }
  return { wicks: verticalLinesPath(wicks), bodies: verticalLinesPath(bodies) };
}

export type CandleChartProps = {
  id: string;
  title: string;
  bars: readonly Candle[];
  interval: CandleInterval;
  form?: ChartForm;
  lines?: readonly IndicatorLine[];
  levels?: readonly ChartLevel[];
  marks?: readonly ChartMark[];
};

export function CandleChart(props: CandleChartProps) {
  const { id, bars, interval, levels = [], marks: allMarks = [], lines = [] } = props;
  if (bars.length === 0) return null;
  const marks = allMarks.filter(({ at }) => !isBeforeBars(bars, interval, at));
  const onPrices = lines.filter(({ id: line }) => line !== "rsi");
  const strength = lines.find(({ id: line }) => line === "rsi");
  const { y, ticks } = priceScale(bars, [
    ...[...levels, ...marks].map(({ pricePaise }) => pricePaise),
    ...onPrices.flatMap(({ values }) => values.filter((value) => value !== null)),
    ...onPrices.flatMap(({ lower }) => (lower ?? []).filter((value) => value !== null)),
  ]);
  return (
    <figure className="candle-figure">
      <div className="candle-plot">
        <ChartFrame
          title={props.title}
          summaryId={`${id}-summary`}
          ticks={ticks}
          y={y}
          bars={bars.length}
          shapes={
            <>
              <IndicatorShapes lines={onPrices} y={y} />
              <Bars bars={bars} y={y} form={props.form ?? "candles"} />
            </>
          }
        >
          {levels.map(({ kind, pricePaise, words }) => (
            <g key={`${kind} ${words}`} className={`candle-level candle-level-${kind}`}>
              <line x1="0" x2="100%" y1={heightShare(y(pricePaise))} y2={heightShare(y(pricePaise))} />
              <text x="4" y={heightShare(y(pricePaise))} dy="-4" className="chart-label">
                {words}{" "}
              </text>
            </g>
          ))}
          {marks.map((mark) => (
            <Mark key={`${mark.kind} ${mark.at}`} mark={mark} bars={bars} y={y(mark.pricePaise)} />
          ))}
        </ChartFrame>
        <PriceAxis ticks={ticks} y={y} last={bars.at(-1)?.closePaise} />
      </div>
      {strength === undefined ? null : (
        <StrengthPane line={strength} bars={bars.length} axisWidth={AXIS_WIDTH} />
      )}
      <TimeAxis bars={bars} interval={interval} />
      <figcaption id={`${id}-summary`} className="candle-summary">
        {chartSummary(bars, interval)}
        {marks.length < allMarks.length ? ` ${text.beginsAfterEntry}` : null}
      </figcaption>
    </figure>
  );
}

function Bars(props: { bars: readonly Candle[]; y: (paise: number) => number; form: ChartForm }) {
  const { bars, y, form } = props;
  const drawn = bars.map((bar, slot) => ({ ...bar, slot }));
  if (form !== "candles") {
    const line = linePath(
      bars.map(({ closePaise }) => closePaise),
      y,
    );
    const floor = CHART_HEIGHT * (1 - VOLUME_SHARE);
    return (
      <>
        <path d={volumePath(drawn)} className="candle-volume" />
        {form === "area" ? (
          <path
            d={`${line}L${bars.length * SLOT_WIDTH - SLOT_WIDTH / 2} ${floor}L${SLOT_WIDTH / 2} ${floor}Z`}
            className="price-area"
          />
        ) : null}
        <path d={line} className="price-line" />
      </>
    );
  }
  const isFine = bars.length <= SUBPIXEL_BARS_MAX;
  const rising = shapes(
    drawn.filter(({ openPaise, closePaise }) => closePaise >= openPaise),
    y,
    isFine,
  );
  const falling = shapes(
    drawn.filter(({ openPaise, closePaise }) => closePaise < openPaise),
    y,
    isFine,
  );
  return (
    <>
      <path d={volumePath(drawn)} className="candle-volume" />
      <path d={rising.wicks} className="candle-wick candle-up" />
      <path d={falling.wicks} className="candle-wick candle-down" />
      <path d={rising.bodies} className="candle-body candle-up" />
      <path d={falling.bodies} className="candle-body candle-down" />
    </>
  );
}

/** Renders price labels on the right, with the last price as a tag. Labels that would overlap the tag are omitted. */
function PriceAxis(props: {
  ticks: readonly number[];
  y: (paise: number) => number;
  last: number | undefined;
}) {
  const { ticks, y, last } = props;
  const isCovered = (tick: number) => last !== undefined && Math.abs(y(tick) - y(last)) < CHART_HEIGHT * 0.05;
  return (
    <svg width={AXIS_WIDTH} className="candle-box" aria-hidden="true">
      {ticks
        .filter((tick) => !isCovered(tick))
        .map((tick) => (
          <text key={tick} x="8" y={heightShare(y(tick))} dy="4" className="chart-label">
            {formatHundredths(Math.round(tick))}{" "}
          </text>
        ))}
      {last === undefined ? null : (
        <svg y={heightShare(y(last))} overflow="visible" aria-hidden="true" className="candle-last">
          <rect x="2" y="-10" width={AXIS_WIDTH - 2} height="20" rx="4" />
          <text x="8" dy="4">
            {formatHundredths(last)}{" "}
          </text>
        </svg>
      )}
    </svg>
  );
}

export function TimeAxis(props: { bars: readonly Pick<Candle, "at">[]; interval: CandleInterval }) {
  return (
    <div className="candle-plot">
      <svg width="100%" height="20" aria-hidden="true">
        {timeTicks(props.bars, props.interval).map(({ at, share, words }) => (
          <text key={at} x={`${share.toFixed(1)}%`} y="14" textAnchor="middle" className="chart-label">
            {words}{" "}
          </text>
        ))}
      </svg>
      <svg width={AXIS_WIDTH} height="20" aria-hidden="true" />
    </div>
  );
}

/** True if a time is more than one bar before the first bar, so that no bar of the chart covers it. */
function isBeforeBars(bars: readonly Candle[], interval: CandleInterval, at: string): boolean {
  const barMs = interval === "day" ? DAY_MS : Number(interval) * MINUTE_MS;
  return Date.parse(at) < Date.parse(bars[0]?.at ?? at) - barMs;
}

function Mark({ mark, bars, y }: { mark: ChartMark; bars: readonly Candle[]; y: number }) {
  const share = ((findSlot(bars, mark.at) + 0.5) / bars.length) * 100;
  const isEntry = mark.kind === "entry";
  const anchor = share > 70 ? "end" : "start";
  return (
    <g className={`candle-mark candle-mark-${mark.kind}`}>
      <circle cx={`${share.toFixed(2)}%`} cy={heightShare(y)} r="5" />
      <text
        x={`${share.toFixed(2)}%`}
        y={heightShare(y)}
        dy={isEntry ? 26 : -16}
        dx={anchor === "end" ? -2 : 2}
        textAnchor={anchor}
        className="chart-label"
      >
        {mark.words}{" "}
      </text>
    </g>
  );
}

function volumePath(bars: readonly Drawn[]): string {
  const most = Math.max(0, ...bars.map(({ volume }) => volume));
  if (most === 0) return "";
  const full = CHART_HEIGHT * VOLUME_SHARE;
  return verticalLinesPath(
    bars.map(({ slot, volume }) => ({
      x: slotCentre(slot),
      top: Math.round(CHART_HEIGHT - (volume / most) * full),
      bottom: CHART_HEIGHT,
    })),
    CHART_HEIGHT,
  );
}

/** Describes the chart in a sentence. */
export function chartSummary(bars: readonly Candle[], interval: CandleInterval): string {
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return text.noBars;
  const high = Math.max(...bars.map(({ highPaise }) => highPaise));
  const low = Math.min(...bars.map(({ lowPaise }) => lowPaise));
  const change = last.closePaise - first.openPaise;
  const percent = first.openPaise === 0 ? 0 : Math.abs((change / first.openPaise) * 100);
  const moved =
    change === 0
      ? text.unchanged
      : `${change > 0 ? text.up : text.down} ${formatHundredths(Math.abs(change))} (${percent.toFixed(2)}%)`;
  const from = barInstant(first.at, interval);
  const to = barInstant(last.at, interval);
  return text.summary({
    from,
    to: `${to}${interval === "day" ? "" : " IST"}`,
    moved,
    low: formatHundredths(low),
    high: formatHundredths(high),
    bars: bars.length,
    extended: bars.some(({ isExtended }) => isExtended) ? text.extendedAmongThem : "",
  });
}
