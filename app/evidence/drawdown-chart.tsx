// Drawdown chart of a record: the daily drawdown from the previous peak, in rupees of the user's amount. The deepest
// point is marked.
import { scaleLinear, scaleUtc } from "d3-scale";
import { formatRupeesShort } from "../format/rupees.ts";
import { linePath } from "../ui/line-path.ts";
import type { HeadlineFigures } from "./load-headline.ts";
import { dateText, PLOT, PlotDates, parseDay, percent } from "./plot.tsx";
import { drawdownChartText as text } from "./text.ts";

const TICKS = 3;
/** Size of the plot. One unit is about two pixels, because coarse coordinates shorten the path data. */
const [WIDTH, HEIGHT] = [400, 250];

export function DrawdownChart(props: { falls: HeadlineFigures["drawdowns"]; amountRupees: number }) {
  const { falls, amountRupees } = props;
  const [first] = falls;
  const last = falls.at(-1);
  if (first === undefined || last === undefined) return null;
  const lowest = falls.reduce((low, point) => (point.share < low.share ? point : low), first);
  const x = scaleUtc()
    .domain([parseDay(first.day), parseDay(last.day)])
    .range([0, WIDTH]);
  const y = scaleLinear()
    .domain([Math.min(-0.01, lowest.share) * amountRupees, 0])
    .range([HEIGHT, 0]);
  const at = ({ day, share }: (typeof falls)[number]) => [x(parseDay(day)), y(share * amountRupees)] as const;
  return (
    <div className="curve curve-low">
      <svg
        className="curve-plot"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={text.belowPeak}
      >
        <path
          d={y
            .ticks(TICKS)
            .map((tick) => `M0 ${Math.round(y(tick))}H${WIDTH}`)
            .join("")}
          className="chart-grid"
        />
        <path d={`${linePath(falls.map(at))}V0H0Z`} className="chart-water" />
        <path d={`${linePath([at(lowest)])}h0`} className="spark-deepest" />
      </svg>
      <svg className="curve-axis" aria-hidden="true">
        {y.ticks(TICKS).map((tick) => (
          <text key={tick} y={percent((y(tick) * PLOT) / HEIGHT)} className="chart-label">
            {formatRupeesShort(tick)}{" "}
          </text>
        ))}
      </svg>
      <PlotDates dates={x.ticks(4).map((at) => ({ at: (x(at) * PLOT) / WIDTH, words: dateText(at) }))} />
    </div>
  );
}
