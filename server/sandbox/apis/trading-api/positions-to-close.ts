// The positions that an exit of all positions closes.
import type { Broker } from "../../broker/broker.ts";
import { clientQuantity } from "../../broker/client-quantity.ts";
import type { NetPosition } from "../../broker/position.ts";
import { quantityToClose } from "./positions.ts";

/**
 * Returns the positions of the account's own orders and their signed quantities to close. A quantity is limited to
 * the client's open quantity in the account, because the orders may have closed a position of an ended algo.
 */
export function positionsToClose(
  broker: Broker,
  account: string,
): { position: NetPosition; quantity: number }[] {
  return broker.positions({ account, deploymentId: null }, true).flatMap((position) => {
    const own = quantityToClose(position);
    const sign = Math.sign(own);
    const most = Math.max(0, sign * clientQuantity(broker, account, position));
    return own === 0 || most === 0 ? [] : [{ position, quantity: sign * Math.min(Math.abs(own), most) }];
  });
}
