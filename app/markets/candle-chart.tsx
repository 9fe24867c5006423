// Candles drawn on the server: bars, volume, and where a trade is looked at its entry, exit and stop. The plot fills whatever width there
// is and its labels keep their size, so a phone gets the same 12 px as a screen. A table behind a disclosure has the same as numbers.
import { scaleLinear } from "d3-scale";
import type { Candle, CandleInterval } from "../contract/base-api/market.ts";
import { IST_OFFSET_MS } from "../domain/time.ts";
import { formatDay } from "../format/dates.ts";
import { formatCount, formatHundredths } from "../format/rupees.ts";
import { TableScroll } from "../ui/table-scroll.tsx";
import { candleChartText as text } from "./text.ts";

const HEIGHT = 340;
const TOP = 16;
/** Share of the height that volume has, below the bars. */
const VOLUME_SHARE = 0.16;
const SLOT = 10;
const ROWS_SHOWN = 20;

export type MarkKind = "entry" | "exit";
/** A point on the chart; `at` is an ISO instant, the price is in paise. */
export type ChartMark = { kind: MarkKind; at: string; pricePaise: number; words: string };
/** A level across the chart. */
export type ChartLevel = { kind: "previous" | "entry" | "exit" | "stop"; pricePaise: number; words: string };

type Drawn = Candle & { slot: number };

/** "14:35", or the day for daily bars; Indian time. */
export function barTime(at: string, interval: CandleInterval): string {
  const local = new Date(Date.parse(at) + IST_OFFSET_MS).toISOString();
  return interval === "day" ? formatDay(local.slice(0, 10)) : local.slice(11, 16);
}

/** Label with the day. */
export function barInstant(at: string, interval: CandleInterval): string {
  const local = new Date(Date.parse(at) + IST_OFFSET_MS).toISOString();
  const day = formatDay(local.slice(0, 10));
  return interval === "day" ? day : `${day}, ${local.slice(11, 16)}`;
}

/** Range of prices, with space for the marks. */
function priceScale(bars: readonly Candle[], extra: readonly number[]) {
  const low = Math.min(...bars.map(({ lowPaise }) => lowPaise), ...extra);
  const high = Math.max(...bars.map(({ highPaise }) => highPaise), ...extra);
  const room = Math.max(1, (high - low) * 0.04);
  return scaleLinear()
    .domain([Math.max(0, low - room), high + room])
    .range([HEIGHT * (1 - VOLUME_SHARE) - 8, TOP]);
}

/** Above so many bars whole pixels do. */
const FINE_BARS = 150;

/** Wicks and bodies of the bars that rose, or of those that fell, as two paths of upright lines. */
function shapes(bars: readonly Drawn[], y: (paise: number) => number, isFine: boolean) {
  let wicks = "";
  let bodies = "";
  const at = (paise: number) => Math.round(y(paise) * (isFine ? 10 : 1)) / (isFine ? 10 : 1);
  for (const { slot, openPaise, closePaise, highPaise, lowPaise } of bars) {
    const middle = slot * SLOT + SLOT / 2;
    const top = at(Math.max(openPaise, closePaise));
    // A bar that ended where it began is a dash.
    const bottom = Math.max(top + 1, at(Math.min(openPaise, closePaise)));
    wicks += `M${middle} ${at(highPaise)}V${at(lowPaise)}`;
    bodies += `M${middle} ${top}V${bottom}`;
  }
  return { wicks, bodies };
}

/** Which bar holds an instant: the last that began by then. */
export function slotAt(bars: readonly Pick<Candle, "at">[], at: string): number {
  const moment = Date.parse(at);
  const after = bars.findIndex((bar) => Date.parse(bar.at) > moment);
  return after === -1 ? bars.length - 1 : Math.max(0, after - 1);
}

/** Time labels at most so many, each at the middle of its bar. */
function timeTicks(bars: readonly Candle[], interval: CandleInterval) {
  const days = new Set(bars.map(({ at }) => barInstant(at, "day"))).size;
  const step = Math.max(1, Math.ceil(bars.length / 4));
  return bars.flatMap(({ at }, slot) =>
    slot % step === Math.floor(step / 2)
      ? [
          {
            at,
            share: ((slot + 0.5) / bars.length) * 100,
            words: barTime(at, days > 2 ? "day" : interval).replace(/ \d{4}$/, ""),
          },
        ]
      : [],
  );
}

export function CandleChart(props: {
  id: string;
  title: string;
  bars: readonly Candle[];
  interval: CandleInterval;
  levels?: readonly ChartLevel[];
  marks?: readonly ChartMark[];
  /** Address of the same data as numbers, for a script that zooms. */
  dataHref?: string;
}) {
  const { id, bars, interval, levels = [], marks = [] } = props;
  const [first] = bars;
  const last = bars.at(-1);
  if (first === undefined || last === undefined) return null;
  const y = priceScale(
    bars,
    [...levels, ...marks].map(({ pricePaise }) => pricePaise),
  );
  const drawn = bars.map((bar, slot) => ({ ...bar, slot }));
  const rising = shapes(
    drawn.filter(({ openPaise, closePaise }) => closePaise >= openPaise),
    y,
    bars.length <= FINE_BARS,
  );
  const falling = shapes(
    drawn.filter(({ openPaise, closePaise }) => closePaise < openPaise),
    y,
    bars.length <= FINE_BARS,
  );
  const ticks = y.ticks(5);
  const summary = chartSummary(bars, interval);
  return (
    <figure className="candle-figure" data-candles={props.dataHref}>
      <div className="candle-plot">
        <svg
          width="100%"
          height={HEIGHT + 22}
          role="img"
          aria-label={props.title}
          aria-describedby={`${id}-summary`}
        >
          {ticks.map((tick) => (
            <line key={tick} x1="0" x2="100%" y1={y(tick)} y2={y(tick)} className="chart-grid" />
          ))}
          <svg
            width="100%"
            height={HEIGHT}
            viewBox={`0 0 ${bars.length * SLOT} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path d={volumePath(drawn)} className="candle-volume" />
            <path d={rising.wicks} className="candle-wick candle-up" />
            <path d={falling.wicks} className="candle-wick candle-down" />
            <path d={rising.bodies} className="candle-body candle-up" />
            <path d={falling.bodies} className="candle-body candle-down" />
          </svg>
          {levels.map(({ kind, pricePaise, words }) => (
            <g key={`${kind} ${words}`} className={`candle-level candle-level-${kind}`}>
              <line x1="0" x2="100%" y1={y(pricePaise)} y2={y(pricePaise)} />
              <text x="4" y={y(pricePaise) - 4} className="chart-label">
                {words}{" "}
              </text>
            </g>
          ))}
          {marks.map((mark) => (
            <Mark key={`${mark.kind} ${mark.at}`} mark={mark} bars={bars} y={y(mark.pricePaise)} />
          ))}
          {timeTicks(bars, interval).map(({ at, share, words }) => (
            <text
              key={at}
              x={`${share.toFixed(1)}%`}
              y={HEIGHT + 16}
              textAnchor="middle"
              className="chart-label"
            >
              {words}{" "}
            </text>
          ))}
        </svg>
        <svg width="72" height={HEIGHT + 22} aria-hidden="true">
          {ticks.map((tick) => (
            <text key={tick} x="8" y={y(tick) + 4} className="chart-label">
              {formatHundredths(Math.round(tick))}{" "}
            </text>
          ))}
        </svg>
      </div>
      <figcaption id={`${id}-summary`} className="mt-1 text-sm text-ink-muted">
        {summary}
      </figcaption>
    </figure>
  );
}

function Mark({ mark, bars, y }: { mark: ChartMark; bars: readonly Candle[]; y: number }) {
  const share = ((slotAt(bars, mark.at) + 0.5) / bars.length) * 100;
  const isEntry = mark.kind === "entry";
  const anchor = share > 70 ? "end" : "start";
  return (
    <g className={`candle-mark candle-mark-${mark.kind}`}>
      <circle cx={`${share.toFixed(2)}%`} cy={y} r="5" />
      <text
        x={`${share.toFixed(2)}%`}
        y={isEntry ? y + 26 : y - 16}
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
  const full = HEIGHT * VOLUME_SHARE;
  return bars
    .map(({ slot, volume }) => {
      return `M${slot * SLOT + SLOT / 2} ${HEIGHT}V${Math.round(HEIGHT - (volume / most) * full)}`;
    })
    .join("");
}

/** The chart's content as a sentence. */
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
      ? "unchanged"
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

/** The newest bars as numbers. */
export function CandleTable(props: {
  bars: readonly Candle[];
  interval: CandleInterval;
  name: string;
  csvHref: string;
}) {
  const shown = props.bars.slice(-ROWS_SHOWN).reverse();
  return (
    <details className="mt-3">
      <summary className="link inline-flex min-h-8 cursor-pointer items-center text-sm">
        {text.asTable}
      </summary>
      <p className="mt-2 text-sm text-ink-muted">
        {shown.length < props.bars.length
          ? text.newestOf({ shown: shown.length, count: formatCount(props.bars.length) })
          : ""}
        <a href={props.csvHref} className="link">
          {text.allAsCsv}
        </a>
        .
      </p>
      <TableScroll label={text.barsOf(props.name)} className="mt-2">
        <table className="table table-tight rows-table">
          <caption className="sr-only">{text.tableCaption(props.name)}</caption>
          <thead>
            <tr>
              <th scope="col">{props.interval === "day" ? text.day : text.beginsIst}</th>
              {[text.open, text.high, text.low, text.close, text.volume].map((name) => (
                <th key={name} scope="col" className="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((bar) => (
              <tr key={bar.at}>
                <th scope="row" className="row-name font-normal! whitespace-nowrap">
                  {barInstant(bar.at, props.interval)}
                </th>
                <td className="number" data-label={text.open}>
                  {formatHundredths(bar.openPaise)}
                </td>
                <td className="number" data-label={text.high}>
                  {formatHundredths(bar.highPaise)}
                </td>
                <td className="number" data-label={text.low}>
                  {formatHundredths(bar.lowPaise)}
                </td>
                <td className="number row-sum" data-label={text.close}>
                  {formatHundredths(bar.closePaise)}
                </td>
                <td className="number" data-label={text.volume}>
                  {formatCount(bar.volume)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </details>
  );
}
