// Frequent reads use an index, so that their cost does not grow with the history of an account.
import { expect, it, vi } from "vitest";
import { DeploymentRows } from "../algos/deployments/deployment-rows.ts";
import { EventLog } from "../algos/deployments/event-log.ts";
import { Ledger } from "../broker/ledger.ts";
import { OrderStore } from "../broker/order-store.ts";
import { PositionStore } from "../broker/position-store.ts";
import { openMemoryDatabase } from "./database.ts";

const now = () => 1_790_000_000_000;

/** Runs a read and returns the query plans of its statements. */
function planOf(read: (orders: OrderStore, log: EventLog) => unknown): string {
  const db = openMemoryDatabase();
  const orders = new OrderStore(db, {
    ledger: new Ledger(db),
    positions: new PositionStore(db, now),
    emit: () => {},
  });
  const log = new EventLog({ db, rows: new DeploymentRows(db, now), now });
  const prepared = vi.spyOn(db, "prepare");
  read(orders, log);
  const statements = prepared.mock.calls.map(([sql]) => sql);
  prepared.mockRestore();
  return statements
    .flatMap((sql) => db.prepare(`EXPLAIN QUERY PLAN ${sql.replaceAll(/[?:@]\w*/g, "1")}`).all())
    .map((row) => (row as { detail: string }).detail)
    .join("\n");
}

it.each<[string, Parameters<typeof planOf>[0], string]>([
  ["orders of a day", (orders) => orders.ofAccount("live:1", now()), "(account=? AND updated_at>?)"],
  [
    "trades of a day",
    (orders) => orders.tradesOfAccount("live:1", { since: now() }),
    "(account=? AND at>? AND at<?)",
  ],
  [
    "trades of an order",
    (orders) => orders.tradesOfAccount("live:1", { orderId: "1" }),
    "trades USING INDEX trades_by_order (order_id=?",
  ],
  [
    "number of trades of a day",
    (orders) => orders.countTrades({ account: "live:1" }, now()),
    "(account=? AND at>?)",
  ],
  ["page of the event log", (_, log) => log.list("1", { limit: 50 }), "(client_id=? AND updated_at<?)"],
])("reads the %s with an index", (_, read, index) => {
  expect(planOf(read)).toContain(index);
});
