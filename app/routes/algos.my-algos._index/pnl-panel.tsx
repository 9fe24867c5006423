// P&L over time: a curve, a calendar of days, and the days as a table. The range "1d" shows today by minute.

import { Fragment } from "react";
import { DAY_MS, DAYS_PER_MONTH, dayOfIso, isoDayOf } from "../../domain/time.ts";
import { formatDay, formatInstant, formatShortClock, formatShortDay } from "../../format/dates.ts";
import { formatPaise } from "../../format/rupees.ts";
import { Result } from "../../portfolio/deployment-parts.tsx";
import { MODE_LABELS } from "../../portfolio/deployment-texts.ts";
import {
  dayRangeText,
  PnlCalendar,
  PnlChart,
  type PnlDay,
  type PnlSeries,
} from "../../portfolio/pnl-charts.tsx";
import { TableHead } from "../../ui/table-head.tsx";
import { pnlPanelText as text } from "./text.ts";

export const RANGES = ["1d", "1m", "3m", "ytd", "1y"] as const;
export type Range = (typeof RANGES)[number];
/** Length of each range in months, which is also the number of calendar rows. The range "ytd" starts on 1 January. */
const MONTHS: Record<Exclude<Range, "ytd">, number> = { "1d": 1, "1m": 1, "3m": 3, "1y": 12 };

/** Returns the first day of a range, and its number of calendar rows. */
function rangeStart(range: Range, today: string): { from: string; months: number } {
  if (range === "ytd") return { from: `${today.slice(0, 4)}-01-01`, months: Number(today.slice(5, 7)) };
  const months = MONTHS[range];
  return { from: isoDayOf(Math.floor(dayOfIso(today) - months * DAYS_PER_MONTH)), months };
}

/** Returns the requested range. The default is three months, or today if the account has at most one day. */
export function readRange(requested: string | null, days: number): Range {
  return RANGES.find((name) => name === requested) ?? (days > 1 ? "3m" : "1d");
}

export function PnlPanel(props: {
  mode: "live" | "paper";
  range: Range;
  days: readonly PnlDay[];
  minutes: PnlSeries;
  today: string;
  hrefOf: (range: Range) => string;
}) {
  const { days, minutes, range, today } = props;
  const { from, months } = rangeStart(range, today);
  const isByDay = range !== "1d";
  const rangeDays = days.filter(({ day }) => (isByDay ? day >= from : day === today));
  const byDay = cumulate(rangeDays);
  const series = isByDay ? byDay : minutes;
  const [first] = rangeDays;
  const title = !isByDay ? text.pnlByMinute : first ? text.pnlSince(formatDay(first.day)) : text.pnl;
  const summary = dayRangeText(rangeDays);
  const at = (index: number) => formatInstant(new Date(series.at(index)?.[0] ?? 0), new Date());
  return (
    <section aria-labelledby="pnl" className="panel panel-body pnl-panel" id="curve">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="pnl" className="panel-title">
          {title}
        </h2>
        <Ranges range={range} hrefOf={props.hrefOf} />
      </div>
      {series.length < 2 ? (
        <p className="mt-4 text-ink-muted">{text.noneYet(MODE_LABELS[props.mode])}</p>
      ) : (
        <>
          <Readout series={series} at={at} isByDay={isByDay} />
          <PnlChart
            id="pnl-chart"
            title={`${title}, ${MODE_LABELS[props.mode]}`}
            summary={text.summary({ now: formatPaise(series.at(-1)?.[1] ?? 0), days: summary ?? "" })}
            series={series}
            axis={(time) => (isByDay ? formatShortDay : formatShortClock)(new Date(time))}
          />
        </>
      )}
      {days.length === 0 || !isByDay ? null : (
        <>
          <PnlCalendar days={days} months={months} today={today} />
          <p className="mt-3 text-sm text-ink-muted">{summary}</p>
          <details className="mt-1 text-sm">
            <summary className="link inline-flex min-h-8 items-center">{text.tableTitle}</summary>
            <table className="table table-tight mt-2 max-w-md">
              <TableHead columns={[text.day, { number: text.pnl }, { number: text.sinceStart }]} />
              <tbody>
                {rangeDays
                  .map(({ day, paise }, index) => ({ day, paise, sum: byDay[index + 1]?.[1] ?? 0 }))
                  .reverse()
                  .map(({ day, paise, sum }) => (
                    <tr key={day}>
                      <th scope="row" className="font-normal!">
                        {formatDay(day)}
                      </th>
                      <td className="number">
                        <Result paise={paise} />
                      </td>
                      <td className="number">
                        <Result paise={sum} />
                      </td>
                    </tr>
                  ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </section>
  );
}

/** Renders two values above the curve: the latest sum, and the lowest point, which a red dot marks. */
function Readout(props: { series: PnlSeries; at: (index: number) => string; isByDay: boolean }) {
  const { series } = props;
  const lowest = series.reduce((low, [, paise], index) => (paise < (series[low]?.[1] ?? 0) ? index : low), 0);
  const [when = 0, paise = 0] = series[lowest] ?? [];
  return (
    <p className="chart-readout mt-3">
      <strong>{props.isByDay ? text.now : props.at(-1)}</strong>{" "}
      <Result paise={series.at(-1)?.[1] ?? 0} className="font-semibold" />{" "}
      {paise >= 0 ? null : (
        <span>
          {text.deepest} <Result paise={paise} className="font-semibold" />{" "}
          {props.isByDay ? formatDay(new Date(when - 1).toISOString().slice(0, 10)) : props.at(lowest)}
        </span>
      )}
    </p>
  );
}

function Ranges(props: { range: Range; hrefOf: (range: Range) => string }) {
  return (
    <nav aria-label={text.period} className="segmented no-print">
      {RANGES.map((name) => (
        <Fragment key={name}>
          <a href={props.hrefOf(name)} aria-current={name === props.range ? "true" : undefined}>
            {text.ranges[name]}
          </a>{" "}
        </Fragment>
      ))}
    </nav>
  );
}

/**
 * Returns one point per day: the end of the day at UTC midnight (epoch ms), and the cumulative P&L in paise. The first
 * point is zero at the start of the first day.
 */
function cumulate(days: readonly PnlDay[]): [number, number][] {
  const [first] = days;
  if (first === undefined) return [];
  let sum = 0;
  const points: [number, number][] = [[Date.parse(`${first.day}T00:00:00Z`), 0]];
  for (const { day, paise } of days) {
    sum += paise;
    points.push([Date.parse(`${day}T00:00:00Z`) + DAY_MS, sum]);
  }
  return points;
}
