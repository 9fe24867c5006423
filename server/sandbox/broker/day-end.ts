// What the broker does by itself when time is up: options that have expired are settled in cash, intraday positions are
// closed before the market is.

import { STEP_MS } from "../exchange/market.ts";
import type { SandboxDatabase } from "../store/database.ts";
import type { Broker, NetPosition } from "./broker.ts";
import { splitKey } from "./order-book.ts";

/** Intraday positions are closed this long before the day ends. */
const SQUARE_OFF_BEFORE_MS = 10 * 60_000;

type Holder = { account: string; clientId: string; deploymentId: string | null };

export class DayEnd {
  readonly #db: SandboxDatabase;
  readonly #broker: Broker;

  constructor(db: SandboxDatabase, broker: Broker) {
    this.#db = db;
    this.#broker = broker;
  }

  tick(): void {
    const now = this.#broker.now();
    this.settleExpired(now);
    this.squareOff(now);
  }

  /** Options that have expired are settled in cash at what they are worth against their underlying's close. */
  settleExpired(now: number): void {
    for (const holder of this.#holders("instrument LIKE '%_FNO:%'", 0))
      for (const position of this.#broker.positions(holder)) {
        const { exchangeSegment, securityId } = splitKey(position.instrument);
        const option = this.#broker.market.find(exchangeSegment, securityId, position.lastAt)?.option;
        if (!option) continue;
        const endsAt = this.#broker.market.paths.hours(exchangeSegment, option.expiryDay)?.toMs;
        if (endsAt === undefined || now < endsAt) continue;
        const spot = this.#broker.market.spot(option.underlyingKey, endsAt - STEP_MS);
        const worth = option.side === "CE" ? spot - option.strikeRupees : option.strikeRupees - spot;
        this.#broker.run(() => this.#settle(position, holder, Math.max(0, Math.round(worth * 100)), now));
      }
  }

  /** Who holds something: a deployment, or an account by itself. */
  #holders(condition: string, since: number): Holder[] {
    const holders = this.#db
      .prepare(
        `SELECT DISTINCT account, client_id AS clientId, deployment_id AS deploymentId FROM trades
         WHERE ${condition} AND at >= ?
         GROUP BY account, deployment_id, instrument, product
         HAVING sum(CASE side WHEN 'BUY' THEN quantity ELSE -quantity END) <> 0`,
      )
      .all(since) as Holder[];
    return holders.filter(({ account }) => this.#broker.owns(account));
  }

  #lastLeg(holder: Holder, instrument: string): string | null {
    const row = this.#db
      .prepare(
        "SELECT leg FROM trades WHERE account = ? AND deployment_id IS ? AND instrument = ? ORDER BY number DESC LIMIT 1",
      )
      .get(holder.account, holder.deploymentId, instrument) as { leg: string | null } | undefined;
    return row?.leg ?? null;
  }

  #settle(position: NetPosition, holder: Holder, pricePaise: number, now: number): void {
    this.#broker.book.addFilled(
      {
        client_id: holder.clientId,
        account: holder.account,
        deployment_id: holder.deploymentId,
        leg: this.#lastLeg(holder, position.instrument),
        instrument: position.instrument,
        symbol: position.symbol,
        side: position.quantity > 0 ? "SELL" : "BUY",
        product: position.product,
        quantity: Math.abs(position.quantity),
        price_paise: pricePaise,
        intent: "Settled at expiry",
      },
      { at: now, bookedAt: now },
    );
  }

  /** What is left of intraday positions shortly before the market ends; a market that never closes has no such moment. */
  squareOff(now: number): void {
    for (const holder of this.#holders("product = 'INTRADAY'", now - 86_400_000))
      for (const position of this.#broker.positions(holder)) {
        if (position.product !== "INTRADAY") continue;
        const instrument = this.#broker.instrument(position.instrument);
        if (instrument === null) continue;
        const until = this.#broker.market.session(instrument.exchangeSegment, now).until;
        if (until === null || until - now > SQUARE_OFF_BEFORE_MS) continue;
        const isWaiting = this.#broker.book
          .open({ account: holder.account })
          .some((row) => row.instrument === position.instrument && row.deployment_id === holder.deploymentId);
        if (isWaiting) continue;
        this.#broker.run(() =>
          this.#broker.place({
            ...holder,
            leg: this.#lastLeg(holder, position.instrument),
            instrument,
            side: position.quantity > 0 ? "SELL" : "BUY",
            product: "INTRADAY",
            quantity: Math.abs(position.quantity),
            limitPaise: null,
            validity: "DAY",
            intent: "Closed by the broker before the end of the day",
            correlationId: null,
            capPaise: null,
          }),
        );
      }
  }
}
