// The latest bars of a chart as a table, with a link to a CSV file of all bars.
import type { Candle, CandleInterval } from "../contract/base-api/market.ts";
import { formatCount, formatHundredths } from "../format/rupees.ts";
import { TextLink } from "../ui/link-button.tsx";
import { TableHead } from "../ui/table-head.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";
import { barInstant } from "./bar-times.ts";
import { candleChartText as text } from "./text.ts";

const ROWS_SHOWN_MAX = 8;

export function CandleTable(props: {
  bars: readonly Candle[];
  interval: CandleInterval;
  name: string;
  csvHref: string;
}) {
  const newestBars = props.bars.slice(-ROWS_SHOWN_MAX).reverse();
  return (
    <>
      <p className="text-sm text-ink-muted">
        {newestBars.length < props.bars.length
          ? text.newestOf({ shown: newestBars.length, count: formatCount(props.bars.length) })
          : ""}
        <TextLink to={props.csvHref}>{text.allAsCsv}</TextLink>.
      </p>
      <TableScroll label={text.barsOf(props.name)} className="mt-2">
        <table className="table table-tight rows-table">
          <caption className="sr-only">{text.tableCaption(props.name)}</caption>
          <TableHead
            columns={[
              props.interval === "day" ? text.day : text.beginsIst,
              ...[text.open, text.high, text.low, text.close, text.volume].map((number) => ({ number })),
            ]}
          />
          <tbody>
            {newestBars.map((bar) => (
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
    </>
  );
}
