// Matches orders with the market: which orders rest, which are due, and how much of them is filled. It checks only
// orders whose price can be reached, so thousands of resting orders cost almost nothing.

import { isTrading, type Session } from "../../../app/domain/market-sessions.ts";
import { istDay } from "../../../app/domain/time.ts";
import type { MarketInstrument } from "../exchange/instrument-master.ts";
import type { WorkSteps } from "../slices.ts";
import type { Broker } from "./broker.ts";
import { computeFillCharges } from "./charges.ts";
import { EXIT_LIMIT_INTENT, SQUARE_OFF_INTENT } from "./exchange-rules.ts";
import { isDueForRepricing, matchOrder, UsedDepth } from "./matching.ts";
import { partialFillUnits, priceWithoutDepth, readOrderFault } from "./order-faults.ts";
import { isOpen, type OrderRow } from "./order-rows.ts";

type TopOfBook = { lastPaise: number; bestAskPaise: number; bestBidPaise: number };

export class Matcher {
  readonly #broker: Broker;
  readonly #usedDepth = new UsedDepth();

  constructor(broker: Broker) {
    this.#broker = broker;
  }

  /** Returns the order with the status that it has before matching. */
  withInitialState(row: OrderRow, instrument: MarketInstrument): OrderRow {
    const isInTransit = readOrderFault(row)?.kind === "in-transit" && !this.rests(row, instrument);
    return isInTransit ? { ...row, status: "TRANSIT" } : row;
  }

  /** Matches a new or changed order; requires a transaction. */
  enter(row: OrderRow, instrument: MarketInstrument): OrderRow {
    return this.rests(row, instrument) ? row : this.#arrive(row, instrument);
  }

  /** Processes an order that reaches the exchange. */
  #arrive(row: OrderRow, instrument: MarketInstrument): OrderRow {
    const fault = readOrderFault(row);
    switch (fault?.kind) {
      case "no-fill":
        return this.#cancelIfIoc(row);
      case "in-transit":
        return row;
      case "partial-fill":
        return this.#cancelIfIoc(
          this.#fillWithoutDepth(row, partialFillUnits(row, fault.quantity, instrument.lotSize), instrument),
        );
      default:
        return this.#match(row, instrument);
    }
  }

  /** Cancels the unfilled part of an IOC order. */
  #cancelIfIoc(row: OrderRow): OrderRow {
    return row.validity === "IOC" && isOpen(row)
      ? this.#broker.cancel(row, "The remaining quantity could not be filled at once.")
      : row;
  }

  /** Fills a quantity regardless of the market depth, and stores the order. */
  #fillWithoutDepth(row: OrderRow, quantity: number, instrument: MarketInstrument): OrderRow {
    if (quantity === 0) return row;
    const now = this.#broker.now();
    const price = priceWithoutDepth(row, this.#broker.market.book(instrument, now));
    const filled = this.#fill(row, instrument, quantity, price, now);
    this.#broker.orders.update(filled);
    return filled;
  }

  /** True if the order is not at the exchange yet: its trigger price has not traded, or the market is closed for it. */
  rests(row: OrderRow, instrument: MarketInstrument): boolean {
    if (row.is_after_market === 1) return true;
    return row.trigger_paise !== null && !this.#isTriggered(row, this.#last(instrument));
  }

  /** Checks all resting orders once. */
  *steps(): WorkSteps {
    const { orders, market } = this.#broker;
    for (const key of orders.resting.instruments()) {
      const now = this.#broker.now();
      const instrument = this.#broker.instrument(key);
      const session = instrument === null ? null : market.session(instrument.exchangeSegment, now);
      const isOpenNow = instrument !== null && session !== null && isTrading(session);
      // While trading in the instrument is halted, its orders remain unchanged.
      if (isOpenNow && market.events.isHalted(instrument, now)) continue;
      const rows = orders.resting.ofInstrument(key);
      const sight = isOpenNow ? this.#topOfBook(instrument) : null;
      const endedAt = isOpenNow ? this.#endOfLastSession(instrument, session) : 0;
      for (const { id } of rows) {
        const row = orders.resting.read(id);
        if (row === undefined) continue;
        if (instrument === null || sight === null) {
          if (instrument !== null && row.is_after_market === 1) continue;
          this.#broker.run(() => this.#expire(row));
        } else if (row.updated_at < endedAt) this.#broker.run(() => this.#expire(row));
        else if (this.#isDue(row, sight)) this.#broker.run(() => this.#advance(row, instrument));
        else continue;
        yield;
      }
      yield;
    }
  }

  /**
   * Returns the end of the last session before today, epoch ms. Orders of that session are still open only if the
   * sandbox was not running at its end. Returns 0 in a market that never closes.
   */
  #endOfLastSession({ exchangeSegment }: MarketInstrument, session: Session): number {
    const { market } = this.#broker;
    return session.since === null
      ? 0
      : (market.paths.lastCloseBefore(exchangeSegment, this.#broker.now()) ?? 0);
  }

  #topOfBook(instrument: MarketInstrument): TopOfBook {
    const now = this.#broker.now();
    const { bids, asks } = this.#broker.market.book(instrument, now);
    return {
      lastPaise: this.#last(instrument),
      bestAskPaise: asks[0]?.pricePaise ?? Number.POSITIVE_INFINITY,
      bestBidPaise: bids[0]?.pricePaise ?? Number.NEGATIVE_INFINITY,
    };
  }

  /** True if the order could be triggered, filled or repriced now. */
  #isDue(row: OrderRow, sight: TopOfBook): boolean {
    if (row.is_after_market === 1) return true;
    if (row.trigger_paise !== null) return this.#isTriggered(row, sight.lastPaise);
    const fault = readOrderFault(row);
    if (fault?.kind === "no-fill" || fault?.kind === "partial-fill") return false;
    if (fault?.kind === "in-transit") return this.#broker.now() - row.updated_at >= fault.ms;
    if (row.side === "BUY" ? row.price_paise >= sight.bestAskPaise : row.price_paise <= sight.bestBidPaise)
      return true;
    return this.#isDueForRepricing(row);
  }

  #advance(row: OrderRow, instrument: MarketInstrument): void {
    if (row.is_after_market === 1 || row.trigger_paise !== null) {
      this.#release(row, instrument);
      return;
    }
    if (row.status === "TRANSIT") {
      this.#fillWithoutDepth(row, row.quantity - row.filled, instrument);
      return;
    }
    this.#match(this.#isDueForRepricing(row) ? this.#repriced(row, instrument) : row, instrument);
  }

  /**
   * Sends an order to the exchange after its trigger price has traded or its market has opened. Positions and funds are
   * checked again first.
   */
  #release(row: OrderRow, instrument: MarketInstrument): void {
    const { orders, pricing } = this.#broker;
    const now = this.#broker.now();
    const opened: OrderRow = {
      ...row,
      is_after_market: row.is_after_market === 1 ? 2 : row.is_after_market,
      updated_at: now,
    };
    const isWaiting = this.rests(opened, instrument);
    const isAtMarket = row.type === "STOP_LOSS_MARKET" || row.type === "MARKET";
    const price = isAtMarket && !isWaiting ? pricing.marketLimit(instrument, row.side) : null;
    const released: OrderRow = {
      ...opened,
      trigger_paise: isWaiting ? row.trigger_paise : null,
      price_paise: price ?? row.price_paise,
    };
    const refused = this.#broker.rejectionOfExisting(released, instrument);
    if (refused !== null) {
      orders.update({
        ...released,
        status: "REJECTED",
        reason: refused.text,
        reject_cause: refused.cause,
      });
      return;
    }
    const entering = this.withInitialState(released, instrument);
    orders.update(entering);
    if (!isWaiting) this.#arrive(entering, instrument);
  }

  /** True for a market order of a deployment or a square-off that has rested too long and must be repriced. */
  #isDueForRepricing(row: OrderRow): boolean {
    const { deployment_id, intent, modifications, updated_at: updatedAt } = row;
    const isAtMarket =
      (deployment_id !== null && intent !== EXIT_LIMIT_INTENT) || intent === SQUARE_OFF_INTENT;
    return isAtMarket && isDueForRepricing({ modifications, updatedAt }, this.#broker.now());
  }

  #repriced(row: OrderRow, instrument: MarketInstrument): OrderRow {
    const price = this.#broker.pricing.marketLimit(instrument, row.side);
    const moved: OrderRow = {
      ...row,
      price_paise: price ?? row.price_paise,
      modifications: row.modifications + 1,
      updated_at: this.#broker.now(),
    };
    const isAffordable = this.#broker.rejectionOfExisting(moved, instrument) === null;
    const next = isAffordable ? moved : { ...moved, price_paise: row.price_paise };
    this.#broker.orders.update(next);
    return next;
  }

  #isTriggered(row: OrderRow, lastPaise: number): boolean {
    const trigger = row.trigger_paise;
    return trigger !== null && (row.side === "BUY" ? lastPaise >= trigger : lastPaise <= trigger);
  }

  #last(instrument: MarketInstrument): number {
    return this.#broker.market.quote(instrument, this.#broker.now()).lastPaise;
  }

  #match(row: OrderRow, instrument: MarketInstrument): OrderRow {
    const current = this.#fillFromDepth(row, instrument);
    if (row.validity === "IOC" && isOpen(current)) return this.#cancelIfIoc(current);
    const known = this.#broker.orders.resting.read(row.id);
    if (current !== row || known?.status !== current.status) this.#broker.orders.update(current);
    return current;
  }

  /** Fills as much as the market depth allows. Does not store the order. */
  #fillFromDepth(row: OrderRow, instrument: MarketInstrument): OrderRow {
    const now = this.#broker.now();
    const fills = matchOrder(
      {
        key: row.instrument,
        side: row.side,
        quantity: row.quantity - row.filled,
        limitPaise: row.price_paise,
        lotSize: instrument.lotSize,
      },
      this.#broker.market.book(instrument, now),
      this.#usedDepth,
      now,
    );
    let current = row;
    for (const fill of fills) current = this.#fill(current, instrument, fill.quantity, fill.pricePaise, now);
    return current;
  }

  #fill(
    row: OrderRow,
    instrument: MarketInstrument,
    quantity: number,
    pricePaise: number,
    at: number,
  ): OrderRow {
    const { side, product } = row;
    const valuePaise = quantity * pricePaise;
    const isFirstDelivery = this.#isFirstDelivery(row);
    const charges = computeFillCharges(
      { instrument, product, side, valuePaise, isFirstDelivery, day: istDay(at) },
      row.value_paise,
    ).totalPaise;
    this.#broker.orders.addTrade(row, quantity, pricePaise, charges, at);
    const filled = row.filled + quantity;
    return {
      ...row,
      filled,
      value_paise: row.value_paise + valuePaise,
      charges_paise: row.charges_paise + charges,
      status: filled === row.quantity ? "TRADED" : "PART_TRADED",
      updated_at: at,
    };
  }

  /**
   * True for the day's first sale of a share that was held at the start of the day. The depository charges once per day
   * and share.
   */
  #isFirstDelivery({ account, instrument, product, side }: OrderRow): boolean {
    if (side !== "SELL" || product !== "CNC") return false;
    const position = this.#broker
      .positions({ account }, true)
      .find((one) => one.instrument === instrument && one.product === product);
    return position !== undefined && position.day.quantity > 0 && position.day.sold.quantity === 0;
  }

  #expire(row: OrderRow): void {
    this.#broker.orders.update({
      ...row,
      status: "EXPIRED",
      reason: "The market closed before the order was filled.",
      updated_at: this.#broker.now(),
    });
  }
}
