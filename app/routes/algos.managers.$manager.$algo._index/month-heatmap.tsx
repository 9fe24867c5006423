// Monthly returns as a heatmap. Wide screens have one row per year; phones and print have one row per month, so that
// all twelve months fit.

import type { MonthRow } from "../../evidence/statistics.ts";
import { formatChange } from "../../format/percent.ts";
import { monthHeatmapText as text } from "./record-text.ts";

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
/** The colour of a cell becomes stronger at each of these absolute monthly returns. */
const STEPS = [0.02, 0.05];

function colourStep(share: number | null): string {
  if (share === null || Math.abs(share) < 0.0005) return "";
  const step = 1 + STEPS.filter((limit) => Math.abs(share) >= limit).length;
  return `heat-${share < 0 ? "loss" : "gain"}-${step}`;
}

const cellText = (share: number | null) => (share === null ? "–" : formatChange(share));

export function MonthHeatmap(props: { rows: readonly MonthRow[]; basis: string }) {
  const { rows, basis } = props;
  return (
    <table className="heatmap">
      <caption className="sr-only">{text.byYearAndMonth(basis)}</caption>
      <thead>
        <tr>
          {[text.year, ...MONTHS, text.all].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.year}>
            <th scope="row">{row.year}</th>
            {row.months.map((share, index) => (
              <td key={MONTHS[index]} className={colourStep(share)}>
                {cellText(share)}
              </td>
            ))}
            <td className="font-semibold">{cellText(row.year_share)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
