// Parts that the pages of deployments share: the state with its words, sums with their sign, guards as text and bar, tables of
// orders and positions.

import type { ReactNode } from "react";
import { formatMoment } from "../format/dates.ts";
import { formatCount, formatHundredths, formatPaise } from "../format/rupees.ts";
import { InstrumentLink } from "../ui/instrument-link.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";
import type { Deployment } from "../wire/deployment.ts";
import { isEnded, isRunning } from "../wire/deployment-states.ts";
import { ACTOR_WORDS } from "../wire/event-words.ts";
import type { Order, Position, Trade } from "../wire/order.ts";
import { ORDER_WORDS } from "../wire/order-updates.ts";
import { deploymentPath, STATE_WORDS } from "./deployment-words.ts";
import type { OrderOrigins } from "./records.ts";

export function StateMark(props: { state: Deployment["state"] }) {
  const { state } = props;
  const shape = isRunning(state) ? (state === "active" ? "●" : "◐") : isEnded(state) ? "■" : "○";
  const colour = state === "active" ? "text-gain" : state === "failed" ? "text-loss" : "text-ink";
  return (
    <span
      className="inline-flex items-center gap-1.5 font-semibold"
      data-orders-under-way={state === "exiting" ? "" : undefined}
    >
      <span aria-hidden className={colour}>
        {shape}
      </span>
      {STATE_WORDS[state]}
    </span>
  );
}

export function ModeMark(props: { mode: Deployment["terms"]["mode"] }) {
  return (
    <span className="rounded-sm border border-line-strong px-1.5 text-sm">
      {props.mode === "live" ? "Live" : "Paper"}
    </span>
  );
}

/** A result: its sign is always printed, and unknown is said, not shown as zero. */
export function Result(props: { paise: number | null | undefined; className?: string }) {
  const { paise } = props;
  if (paise === null || paise === undefined)
    return <span className={`text-ink-muted ${props.className ?? ""}`}>not known</span>;
  const sign = paise > 0 ? "+" : "";
  const colour = paise > 0 ? "text-gain" : paise < 0 ? "text-loss" : "";
  return (
    <data value={paise / 100} className={`number whitespace-nowrap ${colour} ${props.className ?? ""}`}>
      {sign}
      {formatPaise(paise)}
    </data>
  );
}

export function sinceWords(deployment: Pick<Deployment, "since" | "by" | "state">): string {
  return `since ${formatMoment(new Date(deployment.since))}, by ${ACTOR_WORDS[deployment.by]}`;
}

export function OrderTable(props: {
  orders: readonly Order[];
  caption: string;
  empty: string;
  /** By deployment, where the table holds orders of several: who sent each, live or on paper. */
  origins?: OrderOrigins;
}) {
  const { origins } = props;
  if (props.orders.length === 0) return <p className="text-ink-muted">{props.empty}</p>;
  return (
    <TableScroll label={props.caption}>
      <table className="table stack-table">
        <caption className="sr-only">{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col">Order</th>
            {origins === undefined ? null : <th scope="col">Algo</th>}
            <th scope="col">Time, IST</th>
            <th scope="col">Instrument</th>
            <th scope="col">Side</th>
            <th scope="col" className="number">
              Filled
            </th>
            <th scope="col" className="number">
              Limit, ₹
            </th>
            <th scope="col" className="number">
              Average, ₹
            </th>
            <th scope="col">Status</th>
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {props.orders.map((order) => (
            <tr key={order.id} id={`order-${order.id}`}>
              <th scope="row" className="font-normal!">
                {order.id}
              </th>
              {origins === undefined ? null : (
                <td data-label="Algo">
                  <Origin order={order} origins={origins} />
                </td>
              )}
              <td data-label="Time, IST" className="whitespace-nowrap">
                {formatMoment(new Date(order.createdAt)).replace(" IST", "")}
              </td>
              <td data-label="Instrument" className="whitespace-nowrap">
                <InstrumentLink of={order} />
              </td>
              <td data-label="Side">{order.side === "BUY" ? "Buy" : "Sell"}</td>
              <td data-label="Filled" className="number whitespace-nowrap">
                {formatCount(order.filledQuantity)} of {formatCount(order.quantity)}
              </td>
              <td data-label="Limit, ₹" className="number">
                {formatHundredths(order.pricePaise)}
              </td>
              <td data-label="Average, ₹" className="number">
                {order.averagePaise === null ? "–" : formatHundredths(Math.round(order.averagePaise))}
              </td>
              <td data-label="Status" className="whitespace-nowrap">
                {order.status === "REJECTED" ? (
                  <strong className="text-loss">{ORDER_WORDS[order.status]}</strong>
                ) : (
                  ORDER_WORDS[order.status]
                )}
              </td>
              <td data-label="Why" className="text-sm md:min-w-56">
                {[order.intent, order.reason].filter(Boolean).join(" ")}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

function Origin(props: { order: Order; origins: OrderOrigins }) {
  const { deploymentId } = props.order;
  if (deploymentId === null) return <>Your own order · Live</>;
  const origin = props.origins[deploymentId];
  return (
    <a href={deploymentPath(deploymentId)} className="link">
      {origin === undefined
        ? "Earlier deployment"
        : `${origin.name} · ${origin.mode === "live" ? "Live" : "Paper"}`}
    </a>
  );
}

export function TradeTable(props: { trades: readonly Trade[]; caption: string }) {
  return (
    <TableScroll label={props.caption}>
      <table className="table stack-table">
        <caption className="sr-only">{props.caption}</caption>
        <thead>
          <tr>
            <th scope="col">Time, IST</th>
            <th scope="col">Order</th>
            <th scope="col">Instrument</th>
            <th scope="col">Side</th>
            <th scope="col" className="number">
              Quantity
            </th>
            <th scope="col" className="number">
              Price, ₹
            </th>
            <th scope="col" className="number">
              Charges, ₹
            </th>
          </tr>
        </thead>
        <tbody>
          {props.trades.map((trade) => (
            <tr key={trade.id}>
              <th scope="row" className="font-normal! whitespace-nowrap">
                {formatMoment(new Date(trade.at)).replace(" IST", "")}
              </th>
              <td data-label="Order">{trade.orderId}</td>
              <td data-label="Instrument" className="whitespace-nowrap">
                <InstrumentLink of={trade} />
              </td>
              <td data-label="Side">{trade.side === "BUY" ? "Buy" : "Sell"}</td>
              <td data-label="Quantity" className="number">
                {formatCount(trade.quantity)}
              </td>
              <td data-label="Price, ₹" className="number">
                {formatHundredths(trade.pricePaise)}
              </td>
              <td data-label="Charges, ₹" className="number">
                {formatHundredths(trade.chargesPaise)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

export function PositionTable(props: { positions: readonly Position[] }) {
  const total = props.positions.every(({ openResultPaise }) => openResultPaise !== null)
    ? props.positions.reduce((sum, { openResultPaise }) => sum + (openResultPaise ?? 0), 0)
    : null;
  return (
    <TableScroll label="Open positions">
      <table className="table stack-table">
        <caption className="sr-only">Open positions</caption>
        <thead>
          <tr>
            <th scope="col">Instrument</th>
            <th scope="col" className="number">
              Quantity
            </th>
            <th scope="col" className="number">
              Average, ₹
            </th>
            <th scope="col" className="number">
              LTP, ₹
            </th>
            <th scope="col" className="number">
              Unrealised P&amp;L
            </th>
          </tr>
        </thead>
        <tbody>
          {props.positions.map((position) => (
            <tr key={`${position.exchangeSegment} ${position.securityId}`}>
              <th scope="row" className="font-normal! whitespace-nowrap">
                <InstrumentLink of={position} />
              </th>
              <td data-label="Quantity" className="number">
                {formatCount(Math.abs(position.quantity))} {position.quantity < 0 ? "sold" : "bought"}
              </td>
              <td data-label="Average, ₹" className="number">
                {formatHundredths(Math.round(position.averagePaise))}
              </td>
              <td data-label="LTP, ₹" className="number">
                {position.lastPaise === null ? "not known" : formatHundredths(position.lastPaise)}
              </td>
              <td data-label="Unrealised P&L" className="number">
                <Result paise={position.openResultPaise} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              Total
            </th>
            <td data-label="Unrealised P&L" className="number">
              <Result paise={total} />
            </td>
          </tr>
        </tfoot>
      </table>
    </TableScroll>
  );
}

export function Fact(props: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-ink-muted">{props.label}</dt>
      <dd className="font-semibold">{props.children}</dd>
    </div>
  );
}
