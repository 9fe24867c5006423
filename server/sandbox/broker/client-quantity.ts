// The part of an account's position that the client manages itself. The broker nets positions per account, so an order
// of the client may close a position that an ended algo left.
import type { Broker } from "./broker.ts";
import type { NetPosition } from "./position.ts";

/** Returns the signed quantity of an account in an instrument and product, without that of running algos. */
export function clientQuantity(
  broker: Broker,
  account: string,
  { instrument, product }: Pick<NetPosition, "instrument" | "product">,
): number {
  const quantityIn = (held: readonly NetPosition[]) =>
    held.find((one) => one.instrument === instrument && one.product === product)?.quantity ?? 0;
  return broker
    .runningDeployments(account)
    .reduce(
      (sum, deploymentId) => sum - quantityIn(broker.positions({ deploymentId })),
      quantityIn(broker.positions({ account })),
    );
}
