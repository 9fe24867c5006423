// Open positions of a client, each with its manager (an algo or the client), and the client's orders to close them. A
// position of a running algo is closed at market in the algo's name, and the algo keeps its other positions. Other
// positions also accept a limit price.

import type { HeldPosition, NewOrder, OrderPreview } from "../../../../app/contract/base-api/portfolio.ts";
import { isEnded } from "../../../../app/domain/deployment-states.ts";
import { splitInstrumentKey } from "../../../../app/domain/instrument-key.ts";
import { istDay, istDayStart } from "../../../../app/domain/time.ts";
import { type Broker, liveAccount } from "../../broker/broker.ts";
import { clientClosableQuantity, offsetOpposite } from "../../broker/client-quantity.ts";
import { canTrade, EXIT_LIMIT_INTENT } from "../../broker/exchange-rules.ts";
import type { OrderRow } from "../../broker/order-rows.ts";
import type { NetPosition } from "../../broker/position.ts";
import { findRejection } from "../../broker/rejection.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import { Conflict } from "../../refusal.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { DeploymentOrders, deploymentAccount } from "./deployment-orders.ts";
import type { DeploymentRow, DeploymentRows } from "./deployment-rows.ts";
import { runOnce } from "./once-answers.ts";
import { readAlgoMemory } from "./positions.ts";

const SQUARE_OFF_INTENT = "Square off, sent by you.";
/** Number of rejected square-offs of a position after which the kill switch sends no more of them on that day. */
const MAX_REFUSED_CLOSES = 6;

type Holding = {
  clientId: string;
  account: string;
  deployment: DeploymentRow | null;
  position: NetPosition;
  heldBy: HeldPosition["heldBy"];
};

export class OwnPositions {
  readonly #db: SandboxDatabase;
  readonly #broker: Broker;
  readonly #rows: DeploymentRows;
  readonly #orders: DeploymentOrders;

  constructor(options: { db: SandboxDatabase; broker: Broker; rows: DeploymentRows }) {
    this.#db = options.db;
    this.#broker = options.broker;
    this.#rows = options.rows;
    this.#orders = new DeploymentOrders(options);
  }

  list(clientId: string): HeldPosition[] {
    return this.#holdings(clientId).map((holding) => this.#asHeld(holding));
  }

  #holdings(clientId: string): Holding[] {
    const broker = this.#broker;
    const account = liveAccount(clientId);
    const ofDeployments = this.#rows.list(clientId).flatMap((row): Holding[] =>
      broker.positions({ deploymentId: row.id }).map((position) => ({
        clientId,
        account: deploymentAccount(row),
        deployment: row,
        position,
        heldBy: isEnded(row.state) ? "handed_over" : "algo",
      })),
    );
    const own = broker
      .positions({ account, deploymentId: null })
      .map((position): Holding => ({ clientId, account, deployment: null, position, heldBy: "own" }));
    const all = [...own, ...ofDeployments];
    offsetOpposite(all.filter((holding) => holding.account === account && holding.heldBy !== "algo"));
    return all.filter(({ position }) => position.quantity !== 0);
  }

  #asHeld(holding: Holding): HeldPosition {
    const { deployment, position } = holding;
    const broker = this.#broker;
    const last = broker.lastPaise(position.instrument);
    const { quantity, costPaise } = position;
    return {
      ...splitInstrumentKey(position.instrument),
      ref: positionRef(holding),
      symbol: position.symbol,
      quantity,
      averagePaise: Math.abs(costPaise / quantity),
      lastPaise: last,
      openResultPaise: last === null ? null : Math.round(quantity * last - costPaise),
      product: position.product,
      mode: deployment?.mode ?? "live",
      deploymentId: deployment?.id ?? null,
      strategyName: deployment === null ? null : this.#nameOf(deployment),
      heldBy: holding.heldBy,
      realisedTodayPaise: position.day.realisedPaise,
      marginPaise: Math.max(0, Math.round(broker.marginIfFilled(broker.held([position]), []))),
      lotSize: broker.instrument(position.instrument)?.lotSize ?? 1,
      pendingExitQuantity: this.#pendingExit(holding),
    };
  }

  #nameOf(row: DeploymentRow): string {
    return this.#rows.version(row.strategy_id, row.version)?.strategy.name ?? row.strategy_id;
  }

  #find(clientId: string, ref: string): Holding | null {
    return this.#holdings(clientId).find((candidate) => positionRef(candidate) === ref) ?? null;
  }

  /**
   * Returns the margin and charges of the order, and the reason if it would be rejected; null when there is no such
   * position.
   */
  preview(clientId: string, newOrder: NewOrder): OrderPreview | null {
    const holding = this.#find(clientId, newOrder.ref);
    if (holding === null) return null;
    const broker = this.#broker;
    const { account, position } = holding;
    const instrument = this.#listed(position);
    const { side, quantity, pricePaise } = newOrder;
    const price = broker.pricing.orderPrice({ instrument, side, limitPaise: pricePaise });
    const order = broker.pricing.waitingOrder({
      instrument,
      side,
      product: position.product,
      quantity,
      pricePaise: price,
    });
    const held = broker.held(broker.positions({ account }));
    const margin = broker.marginIfFilled(held, [order]) - broker.marginIfFilled(held, []);
    const { availablePaise } = broker.funds(account);
    const slice = Math.min(quantity, instrument.freezeQuantity);
    return {
      symbol: position.symbol,
      side,
      quantity,
      pricePaise: price,
      lastPaise: broker.lastPaise(position.instrument),
      marginPaise: Math.round(margin),
      availablePaise,
      shortfallPaise: Math.max(0, Math.round(margin) - availablePaise),
      charges: broker.pricing.chargesOfOrder({
        instrument,
        side,
        product: position.product,
        quantity,
        pricePaise: price,
      }),
      refusal:
        this.#managedFault(holding, newOrder) ??
        this.#closingFault(holding, newOrder) ??
        findRejection(broker, this.#request(holding, instrument, newOrder, slice))?.text ??
        null,
      asOf: new Date(broker.now()).toISOString(),
    };
  }

  /** Sends the order in slices, once per key; null when there is no such position. */
  place(clientId: string, key: string, newOrder: NewOrder): OrderRow[] | null {
    return runOnce(this.#db, this.#broker, { clientId, key, refs: [newOrder.ref] }, () => {
      const holding = this.#find(clientId, newOrder.ref);
      if (holding === null) return null;
      const fault = this.#managedFault(holding, newOrder) ?? this.#closingFault(holding, newOrder);
      if (fault !== null) throw new Conflict(fault);
      return holding.heldBy === "algo" ? this.#closeOfAlgo(holding) : this.#send(holding, newOrder);
    });
  }

  /**
   * Returns why an order for a running algo's position is rejected, otherwise null. The algo relies on complete
   * positions, so they are closed completely and at market.
   */
  #managedFault(
    { heldBy, deployment, position }: Holding,
    { quantity, pricePaise }: NewOrder,
  ): string | null {
    if (heldBy !== "algo" || deployment === null) return null;
    if (pricePaise === null && quantity === Math.abs(position.quantity)) return null;
    return `${this.#nameOf(deployment)} manages this position: it can only be squared off completely and at market.`;
  }

  /**
   * Returns the units of the client's pending orders that close the position, including orders of the trading API for a
   * position that an algo has left. None for a running algo's position, because an order for it is reduced by the
   * waiting orders when it is sent.
   */
  #pendingExit(holding: Holding): number {
    if (holding.heldBy === "algo") return 0;
    return Math.max(this.#ownExit(holding), Math.abs(holding.position.quantity - this.#remaining(holding)));
  }

  /** Returns the units of the pending orders that close the position and that a square-off of it cancels. */
  #ownExit(holding: Holding): number {
    const closing = holding.position.quantity > 0 ? "SELL" : "BUY";
    return this.#waiting(holding)
      .filter(({ side }) => side === closing)
      .reduce((sum, row) => sum + row.quantity - row.filled, 0);
  }

  /** Returns the reason why an order would do more than close the position, otherwise null. */
  #closingFault(holding: Holding, { side, quantity }: NewOrder): string | null {
    const { quantity: signed, symbol } = holding.position;
    const closing = signed > 0 ? "SELL" : "BUY";
    if (side !== closing)
      return `This form only closes positions: close ${symbol} with a ${closing === "SELL" ? "sell" : "buy"} order.`;
    const waiting = this.#pendingExit(holding);
    const most = Math.max(0, Math.abs(signed) - waiting);
    if (quantity <= most) return null;
    if (waiting === 0) return `At most ${most} of ${symbol} can be closed.`;
    const cancelled =
      this.#ownExit(holding) === waiting
        ? "A square-off cancels pending orders."
        : "To close more, cancel the orders of the trading API first.";
    return `Orders to close ${waiting} of ${symbol} were already sent and are pending. At most ${most} more can be closed. ${cancelled}`;
  }

  /**
   * Closes positions at market, short positions first. Returns null if any of them does not exist. A position that is
   * already being closed is skipped.
   */
  squareOff(clientId: string, key: string, refs: readonly string[]): OrderRow[] | null {
    return runOnce(this.#db, this.#broker, { clientId, key, refs }, () => {
      const requestedRefs = new Set(refs);
      const holdings = this.#holdings(clientId).filter((holding) => requestedRefs.has(positionRef(holding)));
      return holdings.length < requestedRefs.size ? null : this.#close(holdings);
    });
  }

  /**
   * Closes the positions that ended algos left and the client still holds, at market; requires a transaction. Positions
   * that cannot be traded now or are already being closed at market are skipped.
   */
  closeHandedOver(clientId: string): OrderRow[] {
    return this.#close(
      this.#holdings(clientId).filter(
        (holding) => holding.heldBy === "handed_over" && this.#canCloseNow(holding),
      ),
    );
  }

  /**
   * Returns the part of a position without an algo that the client has not closed, and is not closing, with other
   * orders of the account. Positions of running algos do not count.
   */
  #remaining({ account, position }: Holding): number {
    const sign = Math.sign(position.quantity);
    const { instrument, product } = position;
    const side = sign > 0 ? "SELL" : "BUY";
    const most = clientClosableQuantity(this.#broker, account, { instrument, product, side });
    return sign * Math.min(Math.abs(position.quantity), most);
  }

  #canCloseNow(holding: Holding): boolean {
    const { market } = this.#broker;
    const now = this.#broker.now();
    const instrument = this.#broker.instrument(holding.position.instrument);
    if (instrument === null || !canTrade(market, instrument, now)) return false;
    if (this.#refusedToday(holding) >= MAX_REFUSED_CLOSES) return false;
    return this.#waiting(holding).every(({ intent }) => intent !== SQUARE_OFF_INTENT);
  }

  #refusedToday({ deployment, position }: Holding): number {
    const { refused } = this.#db
      .prepare(
        `SELECT count(*) AS refused FROM orders WHERE deployment_id = ? AND created_at >= ?
         AND instrument = ? AND product = ? AND intent = ? AND status = 'REJECTED'`,
      )
      .get(
        deployment?.id ?? null,
        istDayStart(istDay(this.#broker.now())),
        position.instrument,
        position.product,
        SQUARE_OFF_INTENT,
      ) as { refused: number };
    return refused;
  }

  #close(holdings: readonly Holding[]): OrderRow[] {
    return [...holdings]
      .sort((a, b) => a.position.quantity - b.position.quantity)
      .flatMap((holding) => {
        if (holding.heldBy === "algo") return this.#closeOfAlgo(holding);
        for (const row of this.#waiting(holding))
          this.#broker.cancel(row, "The position is squared off at market.");
        const quantity = this.#remaining(holding);
        return this.#send(holding, {
          ref: positionRef(holding),
          side: quantity > 0 ? "SELL" : "BUY",
          quantity: Math.abs(quantity),
          pricePaise: null,
        });
      });
  }

  /** Closes one position of a running algo in the algo's name, so that its rules no longer count it. */
  #closeOfAlgo({ deployment, position }: Holding): OrderRow[] {
    if (deployment === null) return [];
    const only = [position.instrument];
    return readAlgoMemory(deployment.memory).groups.flatMap((group) =>
      this.#orders
        .exitOrders(deployment, group, { only })
        .flatMap((order) => this.#orders.sendSlices(deployment, order, SQUARE_OFF_INTENT)),
    );
  }

  #waiting({ account, deployment, position }: Holding): OrderRow[] {
    return this.#broker.orders.resting
      .ofAccount(account)
      .filter(
        (row) =>
          row.instrument === position.instrument &&
          row.product === position.product &&
          row.deployment_id === (deployment?.id ?? null),
      );
  }

  #send(holding: Holding, newOrder: NewOrder): OrderRow[] {
    const instrument = this.#listed(holding.position);
    const sent: OrderRow[] = [];
    for (let remaining = newOrder.quantity; remaining > 0; remaining -= instrument.freezeQuantity) {
      const slice = Math.min(remaining, instrument.freezeQuantity);
      const row = this.#broker.place(this.#request(holding, instrument, newOrder, slice));
      sent.push(row);
      if (row.status === "REJECTED") break;
    }
    return sent;
  }

  #request(holding: Holding, instrument: MarketInstrument, newOrder: NewOrder, quantity: number) {
    return {
      clientId: holding.clientId,
      account: holding.account,
      deploymentId: holding.deployment?.id ?? null,
      leg: null,
      instrument,
      side: newOrder.side,
      product: holding.position.product,
      quantity,
      limitPaise: newOrder.pricePaise,
      validity: "DAY" as const,
      intent: newOrder.pricePaise === null ? SQUARE_OFF_INTENT : EXIT_LIMIT_INTENT,
      correlationId: null,
      capPaise: null,
    };
  }

  #listed(position: NetPosition): MarketInstrument {
    const instrument = this.#broker.instrument(position.instrument);
    if (instrument === null)
      throw new Conflict(`${position.symbol} is no longer listed; the exchange settles it.`);
    return instrument;
  }
}

function positionRef({ deployment, position }: Pick<Holding, "deployment" | "position">): string {
  return `${deployment?.id ?? "own"}:${position.instrument}:${position.product}`;
}
