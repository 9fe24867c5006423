// Twenty levels of one instrument's order book: bids on the left, asks on the right, best first.

import { type DepthRow, depthStateName, type PriceState } from "../contract/live/live.ts";
import { formatHundredths } from "../format/rupees.ts";
import { TableHead } from "../ui/table-head.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";
import { depthBarTenths, largestLevel, quantityText, stateSentence, timeText } from "./price-format.ts";
import { depthLadderText as text } from "./text.ts";

const LEVELS = 20;

export function DepthLadder(props: {
  instrumentKey: string;
  name: string;
  ladder: DepthRow | null;
  state: { state: PriceState; reason: string };
  now: number;
}) {
  const { instrumentKey, name, ladder, state } = props;
  const [, receivedAt = 0, bids = [], asks = []] = ladder ?? [];
  const most = largestLevel(bids, asks);
  return (
    <div data-live-box="depth">
      <p className="mt-2 text-sm text-ink-muted">
        <span
          data-depth-state={depthStateName(instrumentKey)}
          data-state={state.state}
          className="live-state"
        >
          {ladder === null && state.state === "live"
            ? stateSentence("delayed", text.waiting)
            : stateSentence(state.state, state.reason)}
        </span>
        , <span data-depth-time={instrumentKey}>{timeText(receivedAt, props.now)}</span>
      </p>
      <TableScroll label={text.depthOf(name)} className="mt-2">
        <table className="table table-tight depth-table">
          <caption className="sr-only">{text.caption(name)}</caption>
          <TableHead
            columns={[
              { number: text.bidOrders },
              { number: text.bidQuantity },
              { number: text.bid },
              { number: text.ask },
              { number: text.askQuantity },
              { number: text.askOrders },
            ]}
          />
          <tbody data-depth={instrumentKey}>
            {Array.from({ length: LEVELS }, (_, level) => {
              const bid = bids[level];
              const ask = asks[level];
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a level has no identifier other than its position
                <tr key={level}>
                  <td className="number">{bid === undefined ? "" : quantityText(bid[2])}</td>
                  <td className="number">{bid === undefined ? "" : quantityText(bid[1])}</td>
                  <td className="number font-semibold" data-part={depthBarTenths(bid, most)}>
                    {bid === undefined ? "" : formatHundredths(bid[0])}
                  </td>
                  <td className="number font-semibold" data-part={depthBarTenths(ask, most)}>
                    {ask === undefined ? "" : formatHundredths(ask[0])}
                  </td>
                  <td className="number">{ask === undefined ? "" : quantityText(ask[1])}</td>
                  <td className="number">{ask === undefined ? "" : quantityText(ask[2])}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </TableScroll>
    </div>
  );
}
