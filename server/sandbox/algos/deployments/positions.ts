// Open positions of a deployment by leg, computed from its trades, and the state that the runner stores between
// evaluations. Orders and trades are authoritative; the stored state only groups them.
import type { OrderProduct } from "../../../../app/contract/base-api/order.ts";
import type { Broker } from "../../broker/broker.ts";
import type { OrderRow } from "../../broker/order-rows.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { HeldLeg, PositionGroup, SessionMemory } from "../rules/rule.ts";

export type StoredLeg = { instrument: string; product: OrderProduct; wanted: number };
export type StoredGroup = Omit<PositionGroup, "legs"> & {
  /** Reason for closing. Null while the group is not being closed. */
  closing: string | null;
  /** Number of rejected closing orders, and the earliest time of the next closing order (epoch ms). */
  refusedExits?: number;
  nextExitAtMs?: number;
  legs: StoredLeg[];
};

export type AlgoMemory = SessionMemory & {
  session: number;
  /** Day of the count `tradesToday` (days since 1970), for the limit on trades per day. */
  tradesDay: number;
  tradesToday: number;
  /** Last day when the algo's own daily loss limit stopped it. */
  dayStopped: number;
  rejectsInARow: number;
  /** The last day when the limit on trades per day stopped new positions. */
  guardToldDay: number;
  nextGroup: number;
  /** Session and minute of the rule's last evaluation, on the algo's clock. Empty before the first one. */
  look: string;
  /** Month of the last booked fee, for example 2026-11. Empty before the first one. */
  feeMonth: string;
  groups: StoredGroup[];
};

export function readAlgoMemory(text: string): AlgoMemory {
  return {
    session: Number.NaN,
    opened: [],
    passed: [],
    lossesInARow: 0,
    lastClosedMs: 0,
    tradesDay: 0,
    tradesToday: 0,
    dayStopped: 0,
    rejectsInARow: 0,
    guardToldDay: 0,
    nextGroup: 1,
    look: "",
    feeMonth: "",
    groups: [],
    ...(JSON.parse(text) as Partial<AlgoMemory>),
  };
}

export function legId(group: StoredGroup, index: number): string {
  return `${group.id}.${index}`;
}

export type LegState = {
  quantity: number;
  entryPaise: number;
  /** Cash flow of the leg's trades in paise: sales minus purchases. */
  cashPaise: number;
};

/** Returns the open quantity and average entry price by leg id. */
export function legStates(db: SandboxDatabase, deploymentId: string): Map<string, LegState> {
  const rows = db
    .prepare(
      `SELECT leg, side, sum(quantity) AS quantity, sum(quantity * price_paise) AS value, min(number) AS first
       FROM trades WHERE deployment_id = ? AND leg IS NOT NULL GROUP BY leg, side ORDER BY first`,
    )
    .all(deploymentId) as { leg: string; side: "BUY" | "SELL"; quantity: number; value: number }[];
  const states = new Map<string, LegState>();
  for (const { leg, side, quantity, value } of rows) {
    const sign = side === "BUY" ? 1 : -1;
    const known = states.get(leg);
    // The first trade of a leg is its entry.
    states.set(leg, {
      quantity: (known?.quantity ?? 0) + sign * quantity,
      entryPaise: known?.entryPaise ?? value / quantity,
      cashPaise: (known?.cashPaise ?? 0) - sign * value,
    });
  }
  return states;
}

/** Returns the group as its rule reads it, with held legs only. */
export function toPositionGroup(
  stored: StoredGroup,
  states: ReadonlyMap<string, LegState>,
  broker: Broker,
): PositionGroup {
  const now = broker.now();
  const legs = stored.legs.flatMap((leg, index): HeldLeg[] => {
    const state = states.get(legId(stored, index));
    const instrument = broker.instrument(leg.instrument);
    if (state === undefined || state.quantity === 0 || instrument === null) return [];
    return [
      {
        instrument,
        quantity: state.quantity,
        entryRupees: state.entryPaise / 100,
        nowRupees: broker.market.fairPrice(instrument, now),
      },
    ];
  });
  const { id, tag, openedAtMs, openedSession, spotAtOpen, bestRupees, isReduced } = stored;
  return { id, tag, openedAtMs, openedSession, spotAtOpen, bestRupees, isReduced, legs };
}

/** Returns the final result of a closed group in paise, over all its trades. */
export function realisedPaise(stored: StoredGroup, states: ReadonlyMap<string, LegState>): number {
  return stored.legs.reduce((sum, _, index) => sum + (states.get(legId(stored, index))?.cashPaise ?? 0), 0);
}

export type PlannedOrder = Pick<OrderRow, "instrument" | "product"> & {
  leg: string;
  /** Quantity; negative to sell. */
  signed: number;
};

/**
 * Returns the orders that still have to be sent to close `share` of the group. Sold legs come first, because they bear
 * the risk.
 */
export function planClosingOrders(
  stored: StoredGroup,
  states: ReadonlyMap<string, LegState>,
  waiting: readonly OrderRow[],
  options: { share?: number; only?: readonly string[]; lotSizeOf: (instrument: string) => number },
): PlannedOrder[] {
  return stored.legs
    .flatMap((leg, index): PlannedOrder[] => {
      const id = legId(stored, index);
      const quantity = states.get(id)?.quantity ?? 0;
      if (quantity === 0 || (options.only !== undefined && !options.only.includes(leg.instrument))) return [];
      const under = waiting
        .filter((row) => row.leg === id && (row.side === "BUY" ? 1 : -1) === -Math.sign(quantity))
        .reduce((sum, row) => sum + row.quantity - row.filled, 0);
      const lot = options.lotSizeOf(leg.instrument);
      const targetQuantity = Math.floor((Math.abs(quantity) * (options.share ?? 1)) / lot) * lot - under;
      return targetQuantity <= 0
        ? []
        : [
            {
              leg: id,
              instrument: leg.instrument,
              product: leg.product,
              signed: -Math.sign(quantity) * targetQuantity,
            },
          ];
    })
    .sort((a, b) => b.signed - a.signed);
}
