// How alike the daily results of several algos are: a table of correlations, each with each.
import type { ReactNode } from "react";
import { formatRatio } from "../format/percent.ts";
import { compareColumns } from "../ui/compare-columns.ts";
import { TableScroll } from "../ui/table-scroll.tsx";
import type { JointView } from "./joint.ts";
import { correlationsText as text } from "./text.ts";

/** Most columns whose headings fit on a phone; with more, each value is shown with its name there. */
const SHARE_A_PHONE = 4;

/** `caption` is the table's own; a correlation that cannot be computed is a dash. */
export function Correlations(props: {
  correlations: JointView["correlations"];
  names: string[];
  caption: ReactNode;
  className: string;
}) {
  const { names } = props;
  return (
    <TableScroll label={text.correlations} className={props.className}>
      <table
        className={`table ${names.length > SHARE_A_PHONE ? `compare-table ${compareColumns(names.length)}` : "matrix-table"}`}
      >
        {props.caption}
        <thead>
          <tr>
            <th scope="col" className="compare-corner">
              {text.withOther}
            </th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.correlations.map((row, index) => (
            <tr key={names[index]}>
              <th scope="row" className="font-normal!">
                {names[index]}
              </th>
              {row.map((value, column) => (
                <td key={names[column]} className="tabular-nums" data-name={names[column]}>
                  {value === null ? "–" : formatRatio(value)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}
