// Calls on the left, puts on the right, strikes between them, each price leading to its contract. The strikes nearest to the money are
// marked in words as well as by colour.

import type { ChainSide, OptionChain } from "../contract/base-api/market.ts";
import { instrumentPath } from "../format/instrument-path.ts";
import { formatCount, formatHundredths } from "../format/rupees.ts";
import { TableScroll } from "../ui/table-scroll.tsx";
import { optionChainTableText as text } from "./text.ts";

/** The row whose strike lies nearest to the underlying's last value. */
export function atTheMoney(chain: Pick<OptionChain, "rows" | "spotPaise">): number {
  const distance = (strikePaise: number) => Math.abs(strikePaise - chain.spotPaise);
  return chain.rows.reduce(
    (best, { strikePaise }) => (distance(strikePaise) < distance(best) ? strikePaise : best),
    chain.rows[0]?.strikePaise ?? 0,
  );
}

/** So many strikes each way from the money. */
export function around<Row extends { strikePaise: number }>(
  rows: readonly Row[],
  middlePaise: number,
  each: number,
): Row[] {
  const at = rows.findIndex(({ strikePaise }) => strikePaise === middlePaise);
  return at === -1 ? [...rows] : rows.slice(Math.max(0, at - each), at + each + 1);
}

export function OptionChainTable(props: { chain: OptionChain; rows: OptionChain["rows"] }) {
  const { chain } = props;
  const middle = atTheMoney(chain);
  return (
    <TableScroll label={text.chainOf(chain.underlying.name)} className="mt-3">
      <table className="table table-tight chain-table">
        <caption className="sr-only">
          {text.caption({ name: chain.underlying.name, expiry: chain.expiry })}
        </caption>
        <thead>
          <tr className="chain-groups">
            <th scope="colgroup" colSpan={4} className="text-center!">
              {text.calls}
            </th>
            <td />
            <th scope="colgroup" colSpan={4} className="text-center!">
              {text.puts}
            </th>
          </tr>
          <tr>
            {["OI", text.volume, "IV", "LTP"].map((name) => (
              <th key={name} scope="col" className={`number ${name === "LTP" ? "" : "chain-wide"}`}>
                <span className="chain-side">{text.call} </span>
                {name}
              </th>
            ))}
            <th scope="col" className="text-center!">
              {text.strike}
            </th>
            {["LTP", "IV", text.volume, "OI"].map((name) => (
              <th key={name} scope="col" className={`number ${name === "LTP" ? "" : "chain-wide"}`}>
                <span className="chain-side">{text.put} </span>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {props.rows.map(({ strikePaise, call, put }) => (
            <tr key={strikePaise} className={strikePaise === middle ? "chain-middle" : undefined}>
              <Facts side={call} />
              <Price
                side={call}
                isInTheMoney={strikePaise < chain.spotPaise}
                what={text.callAt(strikePaise / 100)}
              />
              <th scope="row" className="text-center! tabular-nums">
                {formatHundredths(strikePaise)}{" "}
                {strikePaise === middle ? (
                  <span className="block text-xs font-normal">{text.atm}</span>
                ) : null}
              </th>
              <Price
                side={put}
                isInTheMoney={strikePaise > chain.spotPaise}
                what={text.putAt(strikePaise / 100)}
              />
              <Facts side={put} isMirrored />
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Facts({ side, isMirrored = false }: { side: ChainSide | null; isMirrored?: boolean }) {
  const cells = [
    ["oi", side === null ? "–" : formatCount(side.openInterest)],
    ["volume", side === null ? "–" : formatCount(side.volume)],
    ["iv", side === null ? "–" : `${(side.volatility * 100).toFixed(1)}%`],
  ] as const;
  return (isMirrored ? [...cells].reverse() : cells).map(([name, words]) => (
    <td key={name} className="number chain-wide">
      {words}
    </td>
  ));
}

function Price(props: { side: ChainSide | null; isInTheMoney: boolean; what: string }) {
  const { side } = props;
  if (side === null) return <td className="number">–</td>;
  const change = side.lastPaise - side.previousClosePaise;
  const percent = side.previousClosePaise === 0 ? 0 : (change / side.previousClosePaise) * 100;
  return (
    <td className={`number ${props.isInTheMoney ? "chain-itm" : ""}`}>
      <a href={instrumentPath(side)} className="link font-semibold">
        {formatHundredths(side.lastPaise)}
        <span className="sr-only">
          , {props.what}
          {props.isInTheMoney ? text.inTheMoney : ""}
        </span>
      </a>{" "}
      <span
        className={`block text-xs ${change < 0 ? "text-loss" : change > 0 ? "text-gain" : "text-ink-muted"}`}
      >
        {change > 0 ? "+" : change < 0 ? "\u2212" : ""}
        {Math.abs(percent).toFixed(1)}%
      </span>
    </td>
  );
}
