// Margins of a record: of its open positions, and the capital that an opening needs. Positions are priced at the
// bar being evaluated.
import { marginOf, peakMargin } from "../../broker/margin.ts";
import { OrderPricing } from "../../broker/pricing.ts";
import type { SandboxMarket } from "../../exchange/market.ts";
import type { Opening } from "../deployments/algo-step.ts";
import type { Execution } from "./execution.ts";
import type { HistoryView } from "./history-view.ts";
import { heldOf, type OpenGroup, type TradeInstant } from "./position-book.ts";

/** The bar being evaluated: its time, the execution model and the view of the history. */
export type BarContext = TradeInstant & { view: HistoryView };

export class RecordMargins {
  readonly #market: SandboxMarket;
  readonly #execution: Execution;

  constructor(market: SandboxMarket, execution: Execution) {
    this.#market = market;
    this.#execution = execution;
  }

  /** Returns the margin of the open positions together with `legs`. */
  with({ view, atMs }: BarContext, open: readonly OpenGroup[], legs: Opening["legs"]): number {
    return marginOf([...heldOf(open), ...legs], {
      price: (instrument) => view.price(instrument),
      spot: (key) => view.spot(key),
      priceAt: (option, spot) => this.#market.optionPriceAt(option, spot, atMs),
    });
  }

  /** Returns the capital that must be free so that the opening is followed. */
  toOpen(bar: BarContext, open: readonly OpenGroup[], { legs }: Opening): number {
    return this.#execution.usesFillPrices ? this.#peak(bar, open, legs) : this.with(bar, open, legs);
  }

  /**
   * Returns the peak margin, with the largest charges of an order, while orders are sent one by one at their limits.
   */
  #peak({ atMs }: BarContext, open: readonly OpenGroup[], legs: Opening["legs"]): number {
    const pricing = new OrderPricing(this.#market, () => atMs);
    const orders = pricing.legOrders(legs);
    const charges = Math.max(0, ...orders.map(({ chargesPaise }) => chargesPaise));
    return peakMargin(heldOf(open), orders, pricing.now()) + charges;
  }
}
