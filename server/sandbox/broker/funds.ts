// Funds of an account, as an identity that holds after every operation: available = opening + realised + collateral +
// receivable − used. `used` is the margin of positions and waiting orders, and the cost of today's delivery purchases.
import { istDay, istDayStart } from "../../../app/domain/time.ts";
import type { Ledger } from "./ledger.ts";
import {
  computeCarriedMargin,
  computeWaitingMargin,
  type MarginPosition,
  type MarginPrices,
  type WaitingOrder,
} from "./margin.ts";
import type { NetPosition } from "./position.ts";

export type Funds = {
  /** Cash at the start of the day plus the cost of contracts held overnight and money added today. */
  openingPaise: number;
  /** Profit or loss of the day after charges and fees. */
  realisedPaise: number;
  /** Always 0: the sandbox does not lend against pledged shares. */
  collateralPaise: number;
  /** Cost of shares that were held at the start of the day and sold today. */
  receivablePaise: number;
  /** These three add up to `usedPaise`. */
  positionMarginPaise: number;
  orderMarginPaise: number;
  deliveryPaise: number;
  usedPaise: number;
  availablePaise: number;
  /** Cash balance of the ledger. */
  cashPaise: number;
};

export function computeFunds(options: {
  account: string;
  nowMs: number;
  ledger: Ledger;
  positions: readonly NetPosition[];
  held: readonly MarginPosition[];
  waiting: readonly WaitingOrder[];
  pricing: MarginPrices;
}): Funds {
  const { account, ledger, positions, held } = options;
  const cashPaise = ledger.balance(account) ?? 0;
  const today = ledger.since(account, istDayStart(istDay(options.nowMs)));
  let carriedAtStart = 0;
  let realised = 0;
  let receivable = 0;
  let delivered = 0;
  for (const { product, costPaise, day } of positions) {
    realised += day.realisedPaise;
    if (product !== "CNC") carriedAtStart += day.costPaise;
    else if (costPaise > day.costPaise) delivered += costPaise - day.costPaise;
    else receivable += day.costPaise - costPaise;
  }
  const opening = cashPaise - today.trade - today.charges - today.fee + carriedAtStart;
  const realisedNet = realised + today.charges + today.fee;
  const positionMargin = computeCarriedMargin(held, options.pricing);
  const orderMargin = computeWaitingMargin(options.waiting, held, options.pricing);
  const used = positionMargin + orderMargin + delivered;
  return {
    openingPaise: opening,
    realisedPaise: realisedNet,
    collateralPaise: 0,
    receivablePaise: receivable,
    positionMarginPaise: positionMargin,
    orderMarginPaise: orderMargin,
    deliveryPaise: delivered,
    usedPaise: used,
    availablePaise: opening + realisedNet + receivable - used,
    cashPaise,
  };
}
