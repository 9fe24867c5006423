// Table of an algo's instruments with live prices: one row per instrument with its time. A sign marks each change in
// addition to colour.
import { instrumentPathOfKey } from "../format/instrument-path.ts";
import { FeatureLink } from "../ui/feature-link.tsx";
import { TextLink } from "../ui/link-button.tsx";
import { RowName, TableHead } from "../ui/table-head.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";
import { Change, DayRange, Last, SessionLine, State, TradeTime } from "./price-parts.tsx";
import type { PriceView } from "./price-view.ts";
import { priceTableText as text } from "./text.ts";

export type TradedInstrument = { key: string; symbol: string; roleLabel: string };

export function PriceTable(props: {
  prices: PriceView[];
  instruments: Map<string, TradedInstrument>;
  now: number;
  /** Returns the address that shows an instrument's order book. Null for an instrument without an order book. */
  depthHref(key: string): string | null;
}) {
  return (
    <TableScroll label={text.instrumentsAndPrices} className="mt-2">
      <table className="table rows-table">
        <TableHead
          columns={[text.instrument, { number: text.lastChangeTime }, text.daysRange, text.lastHourAndAHalf]}
        />
        <tbody>
          {props.prices.map((price) => {
            const instrument = props.instruments.get(price.key);
            const depth = props.depthHref(price.key);
            return (
              <tr key={price.key} data-live-box={price.key}>
                <RowName>
                  <span>
                    <FeatureLink to={instrumentPathOfKey(price.key)} className="link">
                      {price.name}
                    </FeatureLink>
                  </span>{" "}
                  <span className="block text-xs font-normal text-ink-muted">
                    {instrument?.symbol} · {price.key}
                    <br />
                    {instrument?.roleLabel}
                    {depth === null ? null : (
                      <>
                        {" · "}
                        <TextLink to={depth}>
                          {text.depth}
                          <span className="sr-only"> {text.ofName(price.name)}</span>
                        </TextLink>
                      </>
                    )}
                  </span>
                </RowName>
                <td className="number row-sum">
                  <Last price={price} className="text-base font-semibold" />
                  <br />
                  <Change price={price} />
                  <br />
                  <span className="text-xs whitespace-normal text-ink-muted">
                    <State price={price} />, <TradeTime price={price} now={props.now} />
                  </span>
                </td>
                <td>
                  <DayRange price={price} />
                </td>
                <td className="row-end">
                  <SessionLine price={price} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </TableScroll>
  );
}
