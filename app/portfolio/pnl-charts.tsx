// P&L charts rendered on the server: a line over time and a calendar of days. The line stretches to the available width
// while labels keep their size. Sums are paise, times epoch ms.
import { scaleLinear } from "d3-scale";
import { formatDay, formatMonthShort } from "../format/dates.ts";
import { formatPaise, formatRupees, formatRupeesShort } from "../format/rupees.ts";
import { linePath } from "../ui/line-path.ts";
import { pnlChartsText as text } from "./text.ts";

const WIDTH = 1_000;
const HEIGHT = 300;
const TOP = 8;

export type PnlSeries = readonly (readonly [at: number, paise: number])[];

/** Returns the scales. The horizontal one is linear in time, and the vertical one always includes zero. */
function scales(series: readonly PnlSeries[], width: number, height: number, margin: number) {
  const all = series.flat();
  const times = all.map(([at]) => at);
  const values = all.map(([, paise]) => paise);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values, low + 100);
  return {
    x: scaleLinear()
      .domain([Math.min(...times), Math.max(...times, Math.min(...times) + 1)])
      .range([0, width]),
    y: scaleLinear()
      .domain([low, high])
      .range([height - margin, margin]),
  };
}

export function PnlChart(props: {
  id: string;
  title: string;
  summary: string;
  series: PnlSeries;
  /** Formats a time on the horizontal axis. */
  axis: (at: number) => string;
  height?: number;
  /** Second, dashed line on the same scale. A legend under the chart names both. */
  other?: { name: string; series: PnlSeries } | undefined;
  name?: string;
}) {
  const { series, other } = props;
  if (series.length < 2) return null;
  const height = props.height ?? HEIGHT;
  const { x, y } = scales(other === undefined ? [series] : [series, other.series], WIDTH, height, TOP);
  const shape = (points: PnlSeries) =>
    linePath(
      points.map(([at, paise]) => [x(at), y(paise)]),
      1,
    );
  const lowest = series.reduce((low, point) => (point[1] < low[1] ? point : low));
  // The ticks are whole rupees, because labels show no paise and smaller steps would repeat a label.
  const ticks = y.ticks(4).filter((paise) => paise % 100 === 0);
  const now = series.at(-1)?.[1] ?? 0;
  return (
    <figure className="m-0">
      <svg
        height={height + 24}
        role="img"
        aria-labelledby={`${props.id}-title ${props.id}-summary`}
        className="pnl-chart"
        data-loss={now < 0 ? "" : undefined}
      >
        <title id={`${props.id}-title`}>{props.title}</title>
        <desc id={`${props.id}-summary`}>{props.summary}</desc>
        {ticks.map((tick) => (
          <line
            key={tick}
            x1="0"
            x2="100%"
            y1={y(tick)}
            y2={y(tick)}
            className={tick === 0 ? "chart-zero" : "chart-grid"}
          />
        ))}
        <svg
          x="0"
          y="0"
          width="100%"
          height={height}
          viewBox={`0 0 ${WIDTH} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path
            d={`${shape(series)}V${Math.round(y(0) * 10) / 10}H${x(series[0]?.[0] ?? 0)}Z`}
            className="pnl-area"
          />
          {other === undefined ? null : <path d={shape(other.series)} className="pnl-line pnl-line-other" />}
          <path d={shape(series)} className="pnl-line" />
        </svg>
        {lowest[1] >= 0 ? null : (
          <circle cx={`${(100 * x(lowest[0])) / WIDTH}%`} cy={y(lowest[1])} r="4" className="pnl-lowest" />
        )}
        <TickLabels ticks={ticks} y={y} />
        <TimeAxis series={series} x={x} y={height + 18} axis={props.axis} />
        <text x="100%" dx="8" y={y(now) + 4} className="pnl-end" data-loss={now < 0 ? "" : undefined}>
          {formatRupeesShort(Math.round(now / 100))}
        </text>
      </svg>
      {other === undefined ? null : (
        <p className="flex flex-wrap gap-x-5 text-sm text-ink-muted" aria-hidden>
          <span className="pnl-key">{props.name}</span>{" "}
          <span className="pnl-key pnl-key-other">{other.name}</span>
        </p>
      )}
    </figure>
  );
}

function TickLabels({ ticks, y }: { ticks: number[]; y: (paise: number) => number }) {
  return ticks.map((tick) => (
    <text key={tick} x="-8" y={y(tick) + 4} textAnchor="end" className="chart-label">
      {formatRupeesShort(tick / 100)}{" "}
    </text>
  ));
}

const AXIS_LABELS = 4;

/** Labels the first and last time and two in between. Equal labels appear once. */
function TimeAxis(props: {
  series: PnlSeries;
  x: (at: number) => number;
  y: number;
  axis: (at: number) => string;
}) {
  const [first = 0, last = 0] = [props.series[0]?.[0], props.series.at(-1)?.[0]];
  const labels = Array.from({ length: AXIS_LABELS }, (_, index) => {
    const at = first + ((last - first) * index) / (AXIS_LABELS - 1);
    return {
      at,
      words: props.axis(at),
      anchor: index === 0 ? "start" : index === AXIS_LABELS - 1 ? "end" : "middle",
    };
  }).filter(({ words }, index, all) => all.findIndex((other) => other.words === words) === index);
  return labels.map(({ at, words, anchor }) => (
    <text
      key={words}
      x={`${(100 * props.x(at)) / WIDTH}%`}
      y={props.y}
      textAnchor={anchor as "start" | "middle" | "end"}
      className="chart-label"
    >
      {words}{" "}
    </text>
  ));
}

/**
 * Draws the day's P&L as a small line without axes, to be shown below the sum. Renders nothing for fewer than two
 * points.
 */
export function PnlSpark(props: { series: PnlSeries }) {
  if (props.series.length < 2) return null;
  const [width, height] = [280, 48];
  const { x, y } = scales([props.series], width, height, 3);
  const line = linePath(
    props.series.map(([at, paise]) => [x(at), y(paise)]),
    1,
  );
  const isDown = (props.series.at(-1)?.[1] ?? 0) < 0;
  return (
    <svg
      className="mt-3 block h-12 w-full"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <line x1="0" x2={width} y1={y(0)} y2={y(0)} className="chart-zero" />
      <path d={line} className={`pnl-line ${isDown ? "stroke-loss" : "stroke-gain"}`} />
    </svg>
  );
}

export type PnlDay = { day: string; paise: number };

/** Renders one row per month and one square per weekday. Weekend days appear only if they have trades. */
export function PnlCalendar(props: { days: readonly PnlDay[]; months: number; today: string }) {
  const known = new Map(props.days.map(({ day, paise }) => [day, paise]));
  const most = Math.max(1, ...props.days.map(({ paise }) => Math.abs(paise)));
  return (
    <div className="mt-3">
      {monthsBack(props.today, props.months).map((month) => (
        <div key={month} className="pnl-month">
          <span className="text-(length:--text-xs) text-ink-muted">{formatMonthShort(month)}</span>{" "}
          <p className="pnl-days">
            {daysInMonth(month)
              .filter((day) => known.has(day) || !isWeekend(day))
              .map((day) => {
                const paise = known.get(day);
                const label =
                  paise === undefined
                    ? text.noTradeOn(formatDay(day))
                    : `${formatDay(day)}: ${paise > 0 ? "+" : ""}${formatPaise(paise)}`;
                return (
                  <span
                    key={day}
                    className="pnl-day"
                    title={label}
                    data-level={
                      paise === undefined ? (day > props.today ? "ahead" : "none") : shadeLevel(paise, most)
                    }
                  >
                    {paise === undefined ? null : <span className="sr-only">{`${label}. `}</span>}
                  </span>
                );
              })}
          </p>
        </div>
      ))}
    </div>
  );
}

/** Returns the shade of a day from −3 to 3, in thirds of the largest result. */
function shadeLevel(paise: number, most: number): number {
  if (paise === 0) return 0;
  return Math.sign(paise) * Math.max(1, Math.ceil((3 * Math.abs(paise)) / most));
}

function monthsBack(today: string, count: number): string[] {
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  return Array.from({ length: count }, (_, index) => {
    const at = year * 12 + month - 1 - (count - 1 - index);
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
  });
}

function daysInMonth(month: string): string[] {
  const count = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)), 0)).getUTCDate();
  return Array.from({ length: count }, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`);
}

function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}

/** Returns the sentence next to a chart of days, such as "Best day +₹1,240, worst −₹900". Null if there are no days. */
export function dayRangeText(days: readonly PnlDay[]): string | null {
  if (days.length === 0) return null;
  const sorted = [...days].sort((a, b) => a.paise - b.paise);
  const [worst, best] = [sorted[0], sorted.at(-1)];
  if (worst === undefined || best === undefined) return null;
  const won = days.filter(({ paise }) => paise > 0).length;
  const write = ({ day, paise }: PnlDay) =>
    text.onDay({ sign: paise > 0 ? "+" : "", amount: formatRupees(paise / 100), day: formatDay(day) });
  return days.length === 1
    ? text.oneTradingDay(write(best))
    : text.daysInProfit({ won, days: days.length, best: write(best), worst: write(worst) });
}
