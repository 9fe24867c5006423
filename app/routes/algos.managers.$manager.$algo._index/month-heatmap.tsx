// Monthly returns as a heatmap: a row a year on wide screens, a row a month on phones and on paper, so that all twelve months are there.

import type { MonthRow } from "../../evidence/statistics.ts";
import { formatChange } from "../../format/percent.ts";
import { text } from "./month-heatmap.text.ts";

export const MONTHS = [
  text.jan,
  text.feb,
  text.mar,
  text.apr,
  text.may,
  text.jun,
  text.jul,
  text.aug,
  text.sep,
  text.oct,
  text.nov,
  text.dec,
];
/** From these shares on the colour is one step stronger. */
const STEPS = [0.02, 0.05];

function heat(share: number | null): string {
  if (share === null || Math.abs(share) < 0.0005) return "";
  const step = 1 + STEPS.filter((limit) => Math.abs(share) >= limit).length;
  return `heat-${share < 0 ? text.loss : text.gain}-${step}`;
}

const cellWords = (share: number | null) => (share === null ? "–" : formatChange(share));

export function MonthHeatmap(props: { rows: readonly MonthRow[] }) {
  const { rows } = props;
  return (
    <>
      <table className="heatmap hidden md:table print:hidden">
        <caption className="sr-only">{text.byYearAndMonth}</caption>
        <thead>
          <tr>
            <th scope="col">{text.year}</th>
            {MONTHS.map((month) => (
              <th key={month} scope="col">
                {month}
              </th>
            ))}
            <th scope="col">{text.all}</th>
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
        <caption className="sr-only">{text.byMonthAndYear}</caption>
        <thead>
          <tr>
            <th scope="col">{text.month}</th>
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
            <th scope="row">{text.all}</th>
            {rows.map((row) => (
              <td key={row.year}>{cellWords(row.year_share)}</td>
            ))}
          </tr>
        </tbody>
      </table>
    </>
  );
}
