// What orders and positions are priced at: the limit that an order at market is given, and the prices that margins are made from.
import type { OrderSide } from "../../../app/wire/order.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";
import type { SandboxMarket } from "../exchange/market.ts";
import type { Pricing } from "./margin.ts";
import { protectedLimit } from "./matching.ts";

export class OrderPricing {
  readonly #market: SandboxMarket;
  readonly #now: () => number;

  constructor(market: SandboxMarket, now: () => number) {
    this.#market = market;
    this.#now = now;
  }

  /** What an order is sent at: its limit, or near the best price; with nobody on the other side the lowest price, or the last one. */
  orderPrice(order: { instrument: MarketInstrument; side: OrderSide; limitPaise: number | null }): number {
    const { instrument, side, limitPaise } = order;
    return (
      limitPaise ??
      this.marketLimit(instrument, side) ??
      (side === "SELL" ? instrument.tickPaise : this.#market.quote(instrument, this.#now()).lastPaise)
    );
  }

  /** The limit of an order at market; null when nobody stands on the other side. */
  marketLimit(instrument: MarketInstrument, side: OrderSide): number | null {
    const kind = instrument.option === null ? "share" : "option";
    return protectedLimit(side, this.#market.book(instrument, this.#now()), instrument.tickPaise, kind);
  }

  /** For margins, at this instant. */
  now(): Pricing {
    const at = this.#now();
    return {
      price: (instrument) => this.#market.fairPrice(instrument, at),
      spot: (key) => this.#market.spot(key, at),
      priceAt: (option, spot) => this.#market.optionPriceAt(option, spot, at),
    };
  }
}
