// Monthly returns as a heatmap: a row a year on wide screens, a row a month on phones and on paper, so that all twelve months are there.

import type { MonthRow } from "../../evidence/statistics.ts";
import { formatChange } from "../../format/percent.ts";

export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** From these shares on the colour is one step stronger. */
const STEPS = [0.02, 0.05];

function heat(share: number | null): string {
  if (share === null || Math.abs(share) < 0.0005) return "";
  const step = 1 + STEPS.filter((limit) => Math.abs(share) >= limit).length;
  return `heat-${share < 0 ? "loss" : "gain"}-${step}`;
}

const cellWords = (share: number | null) => (share === null ? "–" : formatChange(share));

export function MonthHeatmap(props: { rows: readonly MonthRow[] }) {
  const { rows } = props;
  return (
    <>
      <table className="heatmap hidden md:table print:hidden">
        <caption className="sr-only">Returns by year and month, net, of the capital</caption>
        <thead>
          <tr>
            <th scope="col">Year</th>
            {MONTHS.map((month) => (
              <th key={month} scope="col">
                {month}
              </th>
            ))}
            <th scope="col">All</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.year}>
              <th scope="row">{row.year}</th>
              {row.months.map((share, index) => (
                <td key={MONTHS[index]} className={heat(share)}>
                  {cellWords(share)}
                </td>
              ))}
              <td className="font-semibold">{cellWords(row.year_share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <table className="heatmap md:hidden print:table">
        <caption className="sr-only">Returns by month and year, net, of the capital</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            {rows.map(({ year }) => (
              <th key={year} scope="col">
                {year}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {MONTHS.map((month, index) => (
            <tr key={month}>
              <th scope="row">{month}</th>
              {rows.map((row) => (
                <td key={row.year} className={heat(row.months[index] ?? null)}>
                  {cellWords(row.months[index] ?? null)}
                </td>
              ))}
            </tr>
          ))}
          <tr className="font-semibold">
            <th scope="row">All</th>
            {rows.map((row) => (
              <td key={row.year}>{cellWords(row.year_share)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  );
}
