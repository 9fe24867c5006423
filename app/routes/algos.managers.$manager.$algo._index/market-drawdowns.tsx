// Results of the algo during the benchmark's largest drawdowns.

import type { MarketDrawdown } from "../../evidence/market-drawdowns.ts";
import { formatDay } from "../../format/dates.ts";
import { formatChange } from "../../format/percent.ts";
import { TableHead } from "../../ui/table-head.tsx";
import { TableScroll } from "../../ui/table-scroll.tsx";
import { marketDrawdownsText as text } from "./record-text.ts";

export function MarketDrawdowns(props: {
  drawdowns: readonly MarketDrawdown[];
  name: string;
  benchmark: string;
}) {
  return (
    <section>
      {props.drawdowns.length === 0 ? (
        <p className="mt-2">{text.didNotFall(props.benchmark)}</p>
      ) : (
        <TableScroll label={text.tableTitle} className="mt-2 max-w-3xl">
          <table className="table table-tight">
            <caption className="sr-only">{text.tableTitle}</caption>
            <TableHead columns={[text.when, { number: props.benchmark }, { number: props.name }]} />
            <tbody>
              {props.drawdowns.map((drawdown) => (
                <tr key={drawdown.from}>
                  <th scope="row" className="font-normal!">
                    {drawdown.name}{" "}
                    <span className="block text-xs text-ink-muted">
                      {text.fromTo({ from: formatDay(drawdown.from), to: formatDay(drawdown.to) })}
                    </span>
                  </th>
                  <td className="number">{formatChange(drawdown.benchmark)}</td>
                  <td className="number font-semibold">{formatChange(drawdown.algo)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableScroll>
      )}
    </section>
  );
}
