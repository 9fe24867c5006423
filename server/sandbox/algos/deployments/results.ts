// Profit or loss of a deployment, computed from its trades and the last prices. A position without a price makes the
// total unknown (null).

import type { Deployment } from "../../../../app/contract/base-api/deployment.ts";
import type { Position } from "../../../../app/contract/base-api/order.ts";
import { splitInstrumentKey } from "../../../../app/domain/instrument-key.ts";
import { istDay, istDayStart } from "../../../../app/domain/time.ts";
import type { Broker } from "../../broker/broker.ts";
import type { NetPosition } from "../../broker/position.ts";
import type { DeploymentRow, DeploymentRows } from "./deployment-rows.ts";
import { readAlgoMemory } from "./positions.ts";

/** Returns the result in paise after charges. Null while a price is unknown. */
export function totalPaise(positions: readonly NetPosition[], broker: Broker): number | null {
  let total = 0;
  for (const { instrument, quantity, cashPaise, chargesPaise } of positions) {
    total += cashPaise - chargesPaise;
    if (quantity === 0) continue;
    const last = broker.lastPaise(instrument);
    if (last === null) return null;
    total += quantity * last;
  }
  return total;
}

/**
 * Returns the result of the trades less charges and fees. Null until the deployment has traded or was charged a fee.
 */
export function computeResult(
  row: DeploymentRow,
  rows: DeploymentRows,
  broker: Broker,
): Deployment["result"] {
  const positions = broker.positions({ deploymentId: row.id }, true);
  const fees = broker.ledger.feesOf(row.id);
  if (positions.length === 0 && fees === 0) return null;
  const now = broker.now();
  const day = istDay(now);
  const beforeFees = totalPaise(positions, broker);
  const total = beforeFees === null ? null : beforeFees - fees;
  const memory = readAlgoMemory(row.memory);
  return {
    totalPaise: total,
    dayPaise: total === null ? null : total - (rows.closeBefore(row.id, day) ?? 0),
    chargesPaise: positions.reduce((sum, { chargesPaise }) => sum + chargesPaise, 0),
    feesPaise: fees,
    tradesToday: broker.orders.countTrades({ deploymentId: row.id }, istDayStart(day)),
    openedToday: memory.tradesDay === day ? memory.tradesToday : 0,
    asOf: new Date(now).toISOString(),
  };
}

export function asPosition(position: NetPosition, broker: Broker, entryPaise: number): Position {
  const last = broker.lastPaise(position.instrument);
  return {
    ...splitInstrumentKey(position.instrument),
    symbol: position.symbol,
    quantity: position.quantity,
    averagePaise: entryPaise,
    lastPaise: last,
    openResultPaise: last === null ? null : Math.round(position.quantity * (last - entryPaise)),
  };
}
