// Components that deployment pages share: state labels, signed amounts, risk limits as text and bar, tables of orders
// and positions.

import type { ReactNode } from "react";
import type { Deployment } from "../contract/base-api/deployment.ts";
import { ACTOR_LABELS } from "../contract/base-api/event-texts.ts";
import type { Order, Position, Trade } from "../contract/base-api/order.ts";
import { ORDER_STATUS_LABELS } from "../contract/live/order-updates.ts";
import { isEnded, isRunning } from "../domain/deployment-states.ts";
import { isoDayOf, istDay } from "../domain/time.ts";
import { formatClock, formatDateTime, formatDay } from "../format/dates.ts";
import { formatCount, formatHundredths, formatPaise } from "../format/rupees.ts";
import { InstrumentLink } from "../ui/instrument-link.tsx";
import { TextLink } from "../ui/link-button.tsx";
import { RowName, TableHead } from "../ui/table-head.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";
import { DEPLOYMENT_STATE_LABELS, deploymentPath } from "./deployment-texts.ts";
import type { OrderOrigins } from "./records.ts";
import { SideMark } from "./side-mark.tsx";
import { deploymentPartsText as text } from "./text.ts";

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
      </span>{" "}
      {DEPLOYMENT_STATE_LABELS[state]}
    </span>
  );
}

export function ModeMark(props: { mode: Deployment["terms"]["mode"] }) {
  return (
    <span className="rounded-sm border border-line-strong px-1.5 text-sm">
      {props.mode === "live" ? text.live : text.paper}
    </span>
  );
}

/** Renders a result with its sign. Null means unknown and is not shown as zero. */
export function Result(props: { paise: number | null | undefined; className?: string }) {
  const { paise } = props;
  if (paise === null || paise === undefined)
    return <span className={`text-ink-muted ${props.className ?? ""}`}>{text.notKnown}</span>;
  const sign = paise > 0 ? "+" : "";
  const colour = paise > 0 ? "text-gain" : paise < 0 ? "text-loss" : "";
  return (
    <data value={paise / 100} className={`number whitespace-nowrap ${colour} ${props.className ?? ""}`}>
      {sign}
      {formatPaise(paise)}
    </data>
  );
}

export function sinceText(deployment: Pick<Deployment, "since" | "by" | "state">): string {
  return text.sinceBy({
    moment: formatDateTime(new Date(deployment.since)),
    actor: ACTOR_LABELS[deployment.by],
  });
}

export function OrderTable(props: {
  orders: readonly Order[];
  caption: string;
  empty: string;
  /** Algo and mode by deployment, if the table contains orders of several deployments. */
  origins?: OrderOrigins;
}) {
  const { origins } = props;
  if (props.orders.length === 0) return <p className="text-ink-muted">{props.empty}</p>;
  return (
    <TableScroll label={props.caption}>
      <table className="table rows-table">
        <caption className="sr-only">{props.caption}</caption>
        <TableHead
          columns={[
            text.timeIst,
            origins === undefined ? text.instrument : text.instrumentAlgo,
            text.side,
            { number: text.filled },
            { number: text.averageAndLimit },
            text.status,
            text.whyAndOrderId,
          ]}
        />
        <tbody>
          {props.orders.map((order) => (
            <OrderRow key={order.id} order={order} origins={origins} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  );
}

/** Renders the time of day in IST with seconds, and the day below it. */
function TimeCell(props: { at: string }) {
  const at = new Date(props.at);
  return (
    <td className="row-end">
      {formatClock(at)} <span className="row-under">{formatDay(isoDayOf(istDay(at.getTime())))}</span>
    </td>
  );
}

function OrderRow(props: { order: Order; origins: OrderOrigins | undefined }) {
  const { order, origins } = props;
  const why = [order.intent, order.reason].filter(Boolean).join(" ");
  return (
    <tr id={`order-${order.id}`}>
      <TimeCell at={order.createdAt} />
      <RowName>
        <InstrumentLink of={order} />{" "}
        {origins === undefined ? null : (
          <span className="row-under">
            <Origin order={order} origins={origins} />
          </span>
        )}
      </RowName>
      <td>
        <SideMark side={order.side} />
      </td>
      <td className="number">
        {text.filledOf({ filled: formatCount(order.filledQuantity), quantity: formatCount(order.quantity) })}
      </td>
      <td className="number row-sum">
        {order.averagePaise === null ? "–" : formatHundredths(Math.round(order.averagePaise))}{" "}
        {order.pricePaise === 0 ? null : (
          <span className="row-under">{text.limit(formatHundredths(order.pricePaise))}</span>
        )}
      </td>
      <td>
        {order.status === "REJECTED" ? (
          <strong className="text-loss">{ORDER_STATUS_LABELS[order.status]}</strong>
        ) : (
          ORDER_STATUS_LABELS[order.status]
        )}
      </td>
      <td className="row-full">
        {why === "" ? null : <>{why} </>}
        <span className="row-id">{order.id}</span>
      </td>
    </tr>
  );
}

function Origin(props: { order: Order; origins: OrderOrigins }) {
  const { deploymentId } = props.order;
  if (deploymentId === null) return <>{text.ownOrderLive}</>;
  const origin = props.origins[deploymentId];
  return (
    <TextLink to={deploymentPath(deploymentId)}>
      {origin === undefined
        ? text.earlierDeployment
        : `${origin.name} · ${origin.mode === "live" ? text.live : text.paper}`}
    </TextLink>
  );
}

export function TradeTable(props: { trades: readonly Trade[]; caption: string }) {
  return (
    <TableScroll label={props.caption}>
      <table className="table rows-table">
        <caption className="sr-only">{props.caption}</caption>
        <TableHead
          columns={[
            text.timeIst,
            text.instrumentOrderId,
            text.side,
            { number: text.quantity },
            { number: text.priceRupees },
            { number: text.chargesRupees },
          ]}
        />
        <tbody>
          {props.trades.map((trade) => (
            <tr key={trade.id}>
              <TimeCell at={trade.at} />
              <RowName>
                <InstrumentLink of={trade} /> <span className="row-under row-id">{trade.orderId}</span>
              </RowName>
              <td>
                <SideMark side={trade.side} />
              </td>
              <td className="number">{formatCount(trade.quantity)}</td>
              <td className="number row-sum">{formatHundredths(trade.pricePaise)}</td>
              <td className="number" data-label={text.charges}>
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
    <TableScroll label={text.openPositions}>
      <table className="table rows-table">
        <caption className="sr-only">{text.openPositions}</caption>
        <TableHead
          columns={[
            text.instrument,
            { number: text.quantity },
            { number: text.averageRupees },
            { number: text.ltpRupees },
            { number: text.unrealisedPnl },
          ]}
        />
        <tbody>
          {props.positions.map((position) => (
            <tr key={`${position.exchangeSegment} ${position.securityId}`}>
              <RowName>
                <InstrumentLink of={position} />
              </RowName>
              <td className="number">
                {formatCount(Math.abs(position.quantity))} {position.quantity < 0 ? text.sold : text.bought}
              </td>
              <td data-label={text.average} className="number">
                {formatHundredths(Math.round(position.averagePaise))}
              </td>
              <td data-label={text.ltp} className="number">
                {position.lastPaise === null ? text.notKnown : formatHundredths(position.lastPaise)}
              </td>
              <td className="number row-sum">
                <Result paise={position.openResultPaise} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4} className="row-name">
              {text.total}
            </th>
            <td className="number row-sum">
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
