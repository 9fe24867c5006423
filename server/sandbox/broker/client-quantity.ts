// The part of an account's position that the client manages itself. The broker nets positions per account, so an order
// of the client may close a position that an ended algo left.
import type { OrderSide } from "../../../app/contract/base-api/order.ts";
import type { Broker } from "./broker.ts";
import type { OrderRow } from "./order-rows.ts";
import { computeCost, type NetPosition } from "./position.ts";

type Held = Pick<NetPosition, "instrument" | "product">;

/** Returns the signed quantity of an account in an instrument and product, without that of running algos. */
export function clientQuantity(broker: Broker, account: string, { instrument, product }: Held): number {
  const quantityIn = (held: readonly NetPosition[]) =>
    held.find((one) => one.instrument === instrument && one.product === product)?.quantity ?? 0;
  return broker
    .runningDeployments(account)
    .reduce(
      (sum, deploymentId) => sum - quantityIn(broker.positions({ deploymentId })),
      quantityIn(broker.positions({ account })),
    );
}

/**
 * Returns the quantity that a further order of `side` can close of the part that the client manages: what remains after
 * the account's waiting orders of that side. Orders of running algos and the order `except` are ignored.
 */
export function clientClosableQuantity(
  broker: Broker,
  account: string,
  { instrument, product, side }: Held & { side: OrderSide },
  except: OrderRow | null = null,
): number {
  const running = broker.runningDeployments(account);
  const waiting = broker.orders.resting
    .ofAccount(account)
    .filter((row) => row.id !== except?.id && row.side === side)
    .filter((row) => row.instrument === instrument && row.product === product)
    .filter((row) => row.deployment_id === null || !running.includes(row.deployment_id))
    .reduce((sum, row) => sum + row.quantity - row.filled, 0);
  const sign = side === "SELL" ? 1 : -1;
  return Math.max(0, sign * clientQuantity(broker, account, { instrument, product }) - waiting);
}

/**
 * Reduces opposite positions that the client manages by the quantity that they have in common, because the account
 * holds only the difference. For example, the client may have closed an ended algo's position through the trading API.
 */
export function offsetOpposite(holdings: readonly { position: NetPosition }[]): void {
  for (const [index, one] of holdings.entries())
    for (const other of holdings.slice(index + 1)) {
      const [a, b] = [one.position, other.position];
      if (a.instrument !== b.instrument || a.product !== b.product || a.quantity * b.quantity >= 0) continue;
      const common = Math.min(Math.abs(a.quantity), Math.abs(b.quantity));
      one.position = reducedBy(a, common);
      other.position = reducedBy(b, common);
    }
}

function reducedBy(position: NetPosition, quantity: number): NetPosition {
  return {
    ...position,
    quantity: position.quantity - Math.sign(position.quantity) * quantity,
    costPaise: position.costPaise - computeCost(position, quantity),
  };
}
