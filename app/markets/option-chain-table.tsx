// Table of an option chain: calls on the left, strikes in the middle, puts on the right. Each price links to its
// contract. One row shows the price of the underlying, and bars compare open interest.
import type { ChainSide, OptionChain } from "../contract/base-api/market.ts";
import { instrumentPath } from "../format/instrument-path.ts";
import { formatCount, formatHundredths } from "../format/rupees.ts";
import { TableScroll } from "../ui/table-scroll.tsx";
import { findAtTheMoneyStrike, largestInterest } from "./chain-figures.ts";
import { PriceAndMove } from "./day-move.tsx";
import { optionChainTableText as text } from "./text.ts";

export const CHAIN_VIEWS = ["all", "price", "greeks"] as const;
export type ChainView = (typeof CHAIN_VIEWS)[number];

type Column = "oi" | "volume" | "iv" | "delta" | "gamma" | "theta" | "vega" | "price";
/**
 * Columns of the calls, in order. The puts have the reverse order, so that the price is next to the strike on both
 * sides.
 */
const COLUMNS: Record<ChainView, readonly Column[]> = {
  all: ["oi", "volume", "iv", "delta", "theta", "price"],
  price: ["oi", "volume", "price"],
  greeks: ["iv", "delta", "gamma", "theta", "vega", "price"],
};
/** Columns that narrow screens hide, by the class that hides them. */
const HIDDEN_CLASSES: Record<ChainView, Partial<Record<Column, "chain-middle" | "chain-wide">>> = {
  all: { iv: "chain-middle", delta: "chain-middle", volume: "chain-wide", theta: "chain-wide" },
  price: { volume: "chain-middle" },
  greeks: { iv: "chain-middle", gamma: "chain-wide", vega: "chain-wide" },
};

const LAKH = 100_000;
const LARGE_UNITS = 10 * LAKH;

export function OptionChainTable(props: {
  chain: OptionChain;
  rows: OptionChain["rows"];
  columns: ChainView;
}) {
  const { chain, rows, columns: view } = props;
  const middle = findAtTheMoneyStrike(chain);
  const columns = COLUMNS[view];
  const most = Math.max(
    1,
    ...rows.flatMap(({ call, put }) => [call?.openInterest ?? 0, put?.openInterest ?? 0]),
  );
  const isLarge = most >= LARGE_UNITS;
  const scale: Scale = { most, isLarge, hiddenClass: (column) => HIDDEN_CLASSES[view][column] ?? "" };
  const largest = {
    call: largestInterest(chain.rows, "call"),
    put: largestInterest(chain.rows, "put"),
  };
  const after = rows.findIndex(({ strikePaise }) => strikePaise >= chain.spotPaise);
  const heads = (side: "call" | "put") =>
    (side === "call" ? columns : [...columns].reverse()).map((column) => (
      <th
        key={column}
        scope="col"
        className={`number ${side === "put" ? "chain-put" : ""} ${scale.hiddenClass(column)}`}
      >
        <span className="sr-only">{side === "call" ? text.call : text.put} </span>
        {column === "oi" && isLarge ? text.oiLakh : text.columns[column]}
      </th>
    ));
  return (
    <TableScroll label={text.chainOf(chain.underlying.name)}>
      <table className="table chain-table">
        <caption className="sr-only">
          {text.caption({ name: chain.underlying.name, expiry: chain.expiry })}
        </caption>
        <thead>
          <tr>
            {heads("call")}
            <th scope="col" className="chain-strike">
              {text.strike}
            </th>
            {heads("put")}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Rows
              key={row.strikePaise}
              row={row}
              chain={chain}
              columns={columns}
              scale={scale}
              isMiddle={row.strikePaise === middle}
              largest={largest}
              hasSpotAbove={index === after && index > 0}
            />
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

type Scale = { most: number; isLarge: boolean; hiddenClass: (column: Column) => string };
type RowProps = {
  row: OptionChain["rows"][number];
  chain: OptionChain;
  columns: readonly Column[];
  scale: Scale;
  isMiddle: boolean;
  largest: Record<"call" | "put", number | null>;
  hasSpotAbove: boolean;
};

function Rows({ row, chain, columns, scale, isMiddle, largest, hasSpotAbove }: RowProps) {
  const { strikePaise } = row;
  const cells = (side: "call" | "put") =>
    (side === "call" ? columns : [...columns].reverse()).map((column) => (
      <Cell
        key={column}
        column={column}
        option={row[side]}
        side={side}
        scale={scale}
        isLargest={largest[side] === strikePaise}
        isInTheMoney={side === "call" ? strikePaise < chain.spotPaise : strikePaise > chain.spotPaise}
        what={side === "call" ? text.callAt(strikePaise / 100) : text.putAt(strikePaise / 100)}
      />
    ));
  return (
    <>
      {hasSpotAbove ? (
        <tr className="chain-spot">
          <td colSpan={columns.length * 2 + 1}>
            {text.spotAt({ name: chain.underlying.name, price: formatHundredths(chain.spotPaise) })}
          </td>
        </tr>
      ) : null}
      <tr>
        {cells("call")}
        <th scope="row" className="chain-strike">
          {formatHundredths(strikePaise).replace(/\.00$/, "")}
          {isMiddle ? <span className="sr-only"> {text.atm}</span> : null}
        </th>
        {cells("put")}
      </tr>
    </>
  );
}

function Cell(props: {
  column: Column;
  option: ChainSide | null;
  side: "call" | "put";
  scale: Scale;
  isLargest: boolean;
  isInTheMoney: boolean;
  what: string;
}) {
  const { column, option, scale, side } = props;
  const hidden = `${side === "put" ? "chain-put" : ""} ${scale.hiddenClass(column)}`;
  if (option === null) return <td className={`number ${hidden}`}>–</td>;
  if (column === "oi") {
    const share = Math.round((option.openInterest / scale.most) * 100);
    return (
      <td className={`number chain-oi ${hidden} ${props.isLargest ? "chain-largest" : ""}`}>
        <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect
            x={side === "call" ? 100 - share : 0}
            width={share}
            height="10"
            className={side === "call" ? "fill-(--bar-loss)" : "fill-(--bar-gain)"}
          />
        </svg>
        <span>
          {countText(option.openInterest, scale.isLarge)}
          {props.isLargest ? <span className="sr-only">, {text.largest}</span> : null}
        </span>
      </td>
    );
  }
  if (column === "price")
    return (
      <td className={`number chain-price ${hidden} ${props.isInTheMoney ? "bg-accent-faint" : ""}`}>
        <a href={instrumentPath(option)} className="plain-link">
          <PriceAndMove of={option} decimals={1} />
          <span className="sr-only">
            , {props.what}
            {props.isInTheMoney ? text.inTheMoney : ""}
          </span>
        </a>
      </td>
    );
  return <td className={`number ${hidden}`}>{valueText(option, column, scale.isLarge)}</td>;
}

function countText(count: number, isLarge: boolean): string {
  return isLarge ? (count / LAKH).toFixed(1) : formatCount(count);
}

function valueText(option: ChainSide, column: Exclude<Column, "oi" | "price">, isLarge: boolean): string {
  switch (column) {
    case "volume":
      return countText(option.volume, isLarge);
    case "iv":
      return `${(option.volatility * 100).toFixed(1)}%`;
    case "delta":
      return formatSigned(option.delta, 2);
    case "gamma":
      return option.gamma === null ? "–" : formatSigned(option.gamma, 4);
    case "theta":
      return option.theta === null ? "–" : formatSigned(option.theta, 1);
    case "vega":
      return option.vega === null ? "–" : formatSigned(option.vega, 2);
  }
}

const formatSigned = (value: number, decimals: number) => value.toFixed(decimals).replace("-", "\u2212");
