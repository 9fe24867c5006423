// How the algo went through the benchmark's largest drawdowns.

import type { HardTime } from "../../evidence/hard-times.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange } from "../../format/percent.ts";
import { TableScroll } from "../../ui/table-scroll.tsx";

export function HardTimes(props: { times: readonly HardTime[]; name: string; benchmark: string }) {
  return (
    <section>
      {props.times.length === 0 ? (
        <p className="mt-2">
          {props.benchmark} did not fall by 5 % or more during this record: how the algo does in a falling
          market isn't known.
        </p>
      ) : (
        <TableScroll label="Results in the market's largest drawdowns" className="mt-2 max-w-3xl">
          <table className="table table-tight">
            <caption className="sr-only">Results in the market's largest drawdowns</caption>
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col" className="number">
                  {props.benchmark}
                </th>
                <th scope="col" className="number">
                  {props.name}
                </th>
              </tr>
            </thead>
            <tbody>
              {props.times.map((time) => (
                <tr key={time.from}>
                  <th scope="row" className="font-normal!">
                    {time.name}{" "}
                    <span className="block text-xs text-ink-muted">
                      {formatDay(time.from)} to {formatDay(time.to)}
                    </span>
                  </th>
                  <td className="number">{formatChange(time.benchmark)}</td>
                  <td className="number font-semibold">{formatChange(time.algo)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </section>
  );
}
