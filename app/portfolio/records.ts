// CSV files of a client's orders, trades and audit trail. They are loaded in pages, up to a number of rows that the
// site states.
import type { Account } from "../context.ts";
import type { DeploymentDetail } from "../contract/base-api/deployment.ts";
import { eventText } from "../contract/base-api/event-texts.ts";
import type { Order, Trade } from "../contract/base-api/order.ts";
import { csvResponse, csvRupees } from "../http/csv.ts";

const ROWS_PER_REQUEST = 200;
const ROWS_MAX = 5_000;

async function loadAllPages<Item>(
  read: (cursor: string | undefined) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && items.length < ROWS_MAX);
  return items;
}

/** Algo and mode of each deployment, by its id. Orders without a deployment are the client's own and live. */
export type OrderOrigins = Record<string, { name: string; mode: "live" | "paper" }>;

export async function orderOrigins(account: Account): Promise<OrderOrigins> {
  const { items } = await account.listDeployments();
  return Object.fromEntries(
    items.map(({ id, strategyName, terms }) => [id, { name: strategyName, mode: terms.mode }]),
  );
}

export async function ordersCsv(account: Account, deployment: string | null): Promise<Response> {
  const origins = await orderOrigins(account);
  const orders = await loadAllPages((cursor) =>
    account.listOrders({
      limit: ROWS_PER_REQUEST,
      ...(deployment === null ? {} : { deployment }),
      ...(cursor === undefined ? {} : { cursor }),
    }),
  );
  return csvResponse(
    "orders.csv",
    [
      "order_id",
      "algo",
      "mode",
      "created_at",
      "updated_at",
      "segment",
      "security_id",
      "symbol",
      "side",
      "product",
      "quantity",
      "filled",
      "limit_rupees",
      "average_rupees",
      "charges_rupees",
      "status",
      "sent_for",
      "reason",
    ],
    orders.map((order: Order) => [
      order.id,
      order.deploymentId === null ? null : (origins[order.deploymentId]?.name ?? null),
      order.deploymentId === null ? "live" : (origins[order.deploymentId]?.mode ?? null),
      order.createdAt,
      order.updatedAt,
      order.exchangeSegment,
      order.securityId,
      order.symbol,
      order.side,
      order.product,
      order.quantity,
      order.filledQuantity,
      order.pricePaise === 0 ? null : csvRupees(order.pricePaise),
      csvRupees(order.averagePaise),
      csvRupees(order.chargesPaise),
      order.status,
      order.intent,
      order.reason,
    ]),
  );
}

/**
 * Returns the trades, with the manager's fees as separate rows. Sales minus purchases minus all charges equal the
 * realised P&L.
 */
export async function tradesCsv(
  account: Account,
  deployment: string,
  fees: DeploymentDetail["fees"],
): Promise<Response> {
  const trades = await loadAllPages((cursor) =>
    account.listTrades({ limit: ROWS_PER_REQUEST, deployment, ...(cursor === undefined ? {} : { cursor }) }),
  );
  return csvResponse(
    "trades.csv",
    [
      "trade_id",
      "order_id",
      "at",
      "segment",
      "security_id",
      "symbol",
      "side",
      "quantity",
      "price_rupees",
      "charges_rupees",
    ],
    [
      ...trades.map((trade: Trade) => [
        trade.id,
        trade.orderId,
        trade.at,
        trade.exchangeSegment,
        trade.securityId,
        trade.symbol,
        trade.side,
        trade.quantity,
        csvRupees(trade.pricePaise),
        csvRupees(trade.chargesPaise),
      ]),
      ...fees.map(({ at, amountPaise }) => [
        "fee",
        null,
        at,
        null,
        null,
        "Manager's fee",
        null,
        null,
        null,
        csvRupees(amountPaise),
      ]),
    ],
  );
}

export function auditCsv(deployment: DeploymentDetail): Response {
  return csvResponse(
    "audit.csv",
    ["at", "what", "in_words", "state_after", "by", "reason", "note"],
    deployment.events.map((event) => [
      event.at,
      event.what,
      eventText(event.what),
      event.state,
      event.by,
      event.reason,
      event.note,
    ]),
  );
}
