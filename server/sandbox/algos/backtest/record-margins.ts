// Margin of a record's open positions, and the capital that a new position requires. Positions are priced at the
// current bar.
import { computeMargin, computePeakMargin } from "../../broker/margin.ts";
import { OrderPricing } from "../../broker/pricing.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import type { OpenDecision } from "../deployments/algo-step.ts";
import type { Execution } from "./execution.ts";
import type { HistoryView } from "./history-view.ts";
import { type OpenGroup, type TradeInstant, toMarginPositions } from "./position-book.ts";

/** The bar being evaluated: its time, the execution model and the view of the history. */
export type BarContext = TradeInstant & { view: HistoryView };

export class RecordMargins {
  readonly #market: SandboxMarket;
  readonly #execution: Execution;

  constructor(market: SandboxMarket, execution: Execution) {
    this.#market = market;
    this.#execution = execution;
  }

  /** Returns the joint margin of the open positions and of `legs`. */
  with({ view, atMs }: BarContext, open: readonly OpenGroup[], legs: OpenDecision["legs"]): number {
    return computeMargin([...toMarginPositions(open), ...legs], {
      price: (instrument) => view.price(instrument),
      spot: (key) => view.spot(key),
      priceAt: (option, spot) => this.#market.optionPriceAt(option, spot, atMs),
    });
  }

  /** Returns the capital that the record must have free to open the position. */
  toOpen(bar: BarContext, open: readonly OpenGroup[], { legs }: OpenDecision): number {
    return this.#execution.usesFillPrices ? this.#peak(bar, open, legs) : this.with(bar, open, legs);
  }

  /**
   * Returns the peak margin, with the largest charges of an order, while orders are sent one by one at their limits.
   */
  #peak({ atMs }: BarContext, open: readonly OpenGroup[], legs: OpenDecision["legs"]): number {
    const pricing = new OrderPricing(this.#market, () => atMs);
    const orders = pricing.legOrders(legs);
    const charges = Math.max(0, ...orders.map(({ chargesPaise }) => chargesPaise));
    return computePeakMargin(toMarginPositions(open), orders, pricing.now()) + charges;
  }
}
