// Prices of orders and positions: the limit of a market order, charges, and the prices that margins use.
import type { OrderProduct, OrderSide } from "../../../app/contract/base-api/order.ts";
import { istDay } from "../../../app/domain/time.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";
import type { SandboxMarket } from "../exchange/market.ts";
import { addCharges, type Charges, computeCharges } from "./charges.ts";
import type { MarginPrices, WaitingOrder } from "./margin.ts";
import { protectedLimit } from "./matching.ts";

/** A leg at market. Its quantity is negative for a sale. */
export type MarketLeg = { instrument: MarketInstrument; quantity: number; product: OrderProduct };

/** An order with the price that it is sent with, or would be filled at. */
type Priced = {
  instrument: MarketInstrument;
  side: OrderSide;
  product: OrderProduct;
  quantity: number;
  pricePaise: number;
};

export class OrderPricing {
  readonly #market: SandboxMarket;
  readonly #now: () => number;

  constructor(market: SandboxMarket, now: () => number) {
    this.#market = market;
    this.#now = now;
  }

  /**
   * Returns the price that an order is sent with: its limit, or the limit price of a market order. If the opposite side
   * is empty, a sale uses one tick and a purchase the last price.
   */
  orderPrice(order: { instrument: MarketInstrument; side: OrderSide; limitPaise: number | null }): number {
    const { instrument, side, limitPaise } = order;
    return (
      limitPaise ??
      this.marketLimit(instrument, side) ??
      (side === "SELL" ? instrument.tickPaise : this.#market.quote(instrument, this.#now()).lastPaise)
    );
  }

  /**
   * Returns the price for the margin of a new order. A sale of shares with a limit below the market is filled at the
   * market's price, so its margin is that of a sale at market. A stop order is filled near its trigger, so its margin
   * is computed at its limit.
   */
  marginPrice(order: Parameters<OrderPricing["orderPrice"]>[0] & { triggerPaise: number | null }): number {
    const { instrument, side, limitPaise, triggerPaise } = order;
    const ownPaise = this.orderPrice(order);
    if (limitPaise === null || triggerPaise !== null || side === "BUY" || instrument.kind !== "EQUITY")
      return ownPaise;
    return Math.max(ownPaise, this.marketLimit(instrument, side) ?? ownPaise);
  }

  /** Returns the limit price of a market order; null if the opposite side is empty. */
  marketLimit(instrument: MarketInstrument, side: OrderSide): number | null {
    const kind = instrument.option === null ? "share" : "option";
    return protectedLimit(side, this.#market.book(instrument, this.#now()), instrument.tickPaise, kind);
  }

  /** Returns the current prices for margin calculations. */
  now(): MarginPrices {
    const at = this.#now();
    return {
      price: (instrument) => this.#market.fairPrice(instrument, at),
      spot: (key) => this.#market.spot(key, at),
      priceAt: (option, spot) => this.#market.optionPriceAt(option, spot, at),
    };
  }

  /** Converts legs at market to orders for the margin, at the limit prices that they would be sent with. */
  legOrders(legs: readonly MarketLeg[]): WaitingOrder[] {
    return legs.map(({ instrument, quantity, product }) => {
      const side = quantity > 0 ? "BUY" : "SELL";
      const pricePaise = this.orderPrice({ instrument, side, limitPaise: null });
      return this.waitingOrder({ instrument, side, product, quantity: Math.abs(quantity), pricePaise });
    });
  }

  /** Converts an order to the form that the margin functions use. */
  waitingOrder(order: Priced): WaitingOrder {
    const { instrument, product } = order;
    const quantity = order.side === "BUY" ? order.quantity : -order.quantity;
    return {
      instrument,
      product,
      quantity,
      costPaise: quantity * order.pricePaise,
      chargesPaise: this.chargesOfOrder(order).totalPaise,
    };
  }

  /**
   * Returns the charges of an order at today's rates. A quantity above the freeze quantity is sent as several orders,
   * and each of them pays brokerage.
   */
  chargesOfOrder({ instrument, side, product, quantity, pricePaise }: Priced): Charges {
    const { freezeQuantity: freeze } = instrument;
    const day = istDay(this.#now());
    const ofSlice = (units: number, isFirstDelivery = false) =>
      computeCharges({ instrument, product, side, valuePaise: units * pricePaise, day, isFirstDelivery });
    // Assumes that the depository charges this sale, because orders may be filled in any sequence.
    const isDelivery = instrument.kind === "EQUITY" && product === "CNC" && side === "SELL";
    const charges = ofSlice(Math.min(quantity, freeze), isDelivery);
    const further = Math.ceil(quantity / freeze) - 1;
    if (further < 1) return charges;
    addCharges(charges, ofSlice(freeze), further - 1);
    addCharges(charges, ofSlice(quantity - further * freeze), 1);
    return charges;
  }
}
