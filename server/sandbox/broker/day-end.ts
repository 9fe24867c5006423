// Scheduled work of the broker. It settles expired contracts in cash, and closes intraday positions before their
// session ends. A rejected order is retried a limited number of times.
import { splitInstrumentKey } from "../../../app/domain/instrument-key.ts";
import { DAY_MS, istDay, istDayStart } from "../../../app/domain/time.ts";
import type { ExchangeSegment } from "../../../app/domain/vocabulary.ts";
import type { OptionTerms } from "../exchange/instrument-master.ts";
import { STEP_MS } from "../exchange/market.ts";
import { runAtOnce, type WorkSteps } from "../slices.ts";
import type { SandboxDatabase } from "../store/database.ts";
import type { Broker } from "./broker.ts";
import { computeSettlementCharges } from "./charges.ts";
import { SETTLEMENT_INTENT, SQUARE_OFF_INTENT, squareOffTime } from "./exchange-rules.ts";
import type { NetPosition } from "./position.ts";

export const DAY_END_LIMITS = {
  /** Interval of the checks for expiries and square-offs, in ms of the market's clock. */
  everyMs: 15_000,
  /** Maximum number of rejected square-offs per position and day, and the pause between them. */
  triesAtMost: 3,
  retryAfterMs: 60_000,
} as const;

const SQUARE_OFF_SEGMENTS: readonly ExchangeSegment[] = ["NSE_EQ", "BSE_EQ", "NSE_FNO", "BSE_FNO"];
/**
 * Positions traded within this time are checked for the square-off. It is longer than any break between sessions. Older
 * positions exist only after the sandbox was not running.
 */
const INTRADAY_SINCE_MS = 15 * DAY_MS;

const DERIVATIVE_TRADES = "SELECT * FROM trades WHERE instrument LIKE '%_FNO:%'";
/** Selects INTRADAY trades, and conversions to INTRADAY. Each of the two parameters is an earliest time. */
const INTRADAY_ENTRIES = `
  SELECT account, client_id, deployment_id, number FROM trades WHERE product = 'INTRADAY' AND at >= ?
  UNION ALL
  SELECT account, client_id, NULL, after_trade FROM position_transfers WHERE to_product = 'INTRADAY' AND at >= ?`;

type Holder = { account: string; clientId: string; deploymentId: string | null };
type SquareOffTries = { day: number; count: number; nextAt: number };

export class DayEnd {
  readonly #db: SandboxDatabase;
  readonly #broker: Broker;
  readonly #tries = new Map<string, SquareOffTries>();
  #checkedAt = Number.NEGATIVE_INFINITY;
  /** False once a check has found no intraday position that was last traded more than `INTRADAY_SINCE_MS` ago. */
  #mayHaveOlder = true;

  constructor(db: SandboxDatabase, broker: Broker) {
    this.#db = db;
    this.#broker = broker;
  }

  tick(): void {
    runAtOnce(this.steps());
  }

  /** Settles and squares off all due positions. */
  *steps(): WorkSteps {
    const now = this.#broker.now();
    if (now - this.#checkedAt < DAY_END_LIMITS.everyMs && now >= this.#checkedAt) return;
    this.#checkedAt = now;
    yield* this.#settleExpired(now);
    yield* this.#squareOff(now);
  }

  /**
   * Settles expired contracts in cash against their underlying's close: options at their intrinsic value, futures at
   * the close.
   */
  *#settleExpired(now: number): WorkSteps {
    for (const holder of this.#holders(DERIVATIVE_TRADES))
      for (const position of this.#broker.positions(holderScope(holder))) {
        const instrument = this.#broker.market.findByKey(position.instrument, position.lastAt);
        const terms = instrument?.option ?? instrument?.future;
        if (!instrument || !terms) continue;
        const endsAt = this.#broker.market.paths.hours(instrument.exchangeSegment, terms.expiryDay)?.toMs;
        if (endsAt === undefined || now < endsAt) continue;
        const spot = this.#broker.market.spot(terms.underlyingKey, endsAt - STEP_MS);
        const pricePaise = Math.max(0, Math.round(computePayout(instrument.option, spot) * 100));
        const { totalPaise } = computeSettlementCharges({
          instrument,
          side: position.quantity > 0 ? "SELL" : "BUY",
          valuePaise: Math.abs(position.quantity) * pricePaise,
          day: terms.expiryDay,
        });
        // The trade belongs to the expiry day, even if the market closes at midnight or the sandbox was not running.
        const at = Math.min(now, istDayStart(terms.expiryDay + 1) - 1);
        this.#broker.run(() => this.#settle(position, holder, { pricePaise, chargesPaise: totalPaise }, at));
        yield;
      }
  }

  /** Returns the owners of the selected entries: deployments, or accounts without a deployment. */
  #holders(entries: string, ...values: number[]): Holder[] {
    return this.#db
      .prepare(
        `SELECT account, client_id AS clientId, deployment_id AS deploymentId FROM (${entries})
         GROUP BY account, deployment_id ORDER BY min(number)`,
      )
      .all(...values) as Holder[];
  }

  #lastLeg(holder: Holder, instrument: string): string | null {
    if (holder.deploymentId === null) return null;
    const row = this.#db
      .prepare(
        "SELECT leg FROM trades WHERE deployment_id = ? AND instrument = ? ORDER BY number DESC LIMIT 1",
      )
      .get(holder.deploymentId, instrument) as { leg: string | null } | undefined;
    return row?.leg ?? null;
  }

  #settle(
    position: NetPosition,
    holder: Holder,
    { pricePaise, chargesPaise }: { pricePaise: number; chargesPaise: number },
    at: number,
  ): void {
    const now = this.#broker.now();
    this.#broker.orders.addFilled(
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
        intent: SETTLEMENT_INTENT,
      },
      // Notifications read events in the order of their times, so an event in the past could be missed.
      { at, bookedAt: now, orderedAt: now },
      chargesPaise,
    );
  }

  /**
   * Closes intraday positions whose session is about to end or has ended. Their resting orders are cancelled first. In
   * a market that never closes, a session ends at the end of its day, and positions opened after the square-off belong
   * to the next day.
   */
  *#squareOff(now: number): WorkSteps {
    const bounds = new Map(
      SQUARE_OFF_SEGMENTS.map((segment) => [segment, this.#dueIfTradedBefore(segment, now)]),
    );
    if ([...bounds.values()].every((bound) => bound === null)) return;
    const since = now - INTRADAY_SINCE_MS;
    let hasOlder = false;
    const from = this.#mayHaveOlder ? 0 : since;
    for (const holder of this.#holders(INTRADAY_ENTRIES, from, from))
      for (const position of this.#broker.positions(holderScope(holder))) {
        if (position.product !== "INTRADAY") continue;
        hasOlder ||= position.lastAt < since;
        const bound = bounds.get(splitInstrumentKey(position.instrument).exchangeSegment) ?? null;
        if (bound === null || position.lastAt >= bound) continue;
        this.#close(holder, position, now);
        yield;
      }
    this.#mayHaveOlder = hasOlder;
  }

  /**
   * Intraday positions that were last traded before the returned time are due for the square-off. Null while the
   * segment is closed.
   */
  #dueIfTradedBefore(segment: ExchangeSegment, now: number): number | null {
    const squareOff = squareOffTime(this.#broker.market, segment, now);
    const hours = this.#broker.market.paths.hours(segment, istDay(now));
    if (squareOff === null || hours === null || now < hours.fromMs || now >= hours.toMs) return null;
    const { atMs, isContinuous } = squareOff;
    if (isContinuous) return now >= atMs ? atMs : atMs - DAY_MS;
    return now >= atMs ? Number.POSITIVE_INFINITY : hours.fromMs;
  }

  #close(holder: Holder, position: NetPosition, now: number): void {
    const instrument = this.#broker.instrument(position.instrument);
    if (instrument === null) return;
    const resting = this.#broker.orders.resting
      .ofAccount(holder.account)
      .filter(
        (row) =>
          row.instrument === position.instrument &&
          row.product === "INTRADAY" &&
          row.deployment_id === holder.deploymentId,
      );
    // Skips a position whose square-off order is already resting.
    if (resting.length > 0 && resting.every(({ intent }) => intent === SQUARE_OFF_INTENT)) return;
    const name = `${holder.account} ${holder.deploymentId} ${position.instrument}`;
    const tries = this.#triesOf(name, now);
    if (tries.count >= DAY_END_LIMITS.triesAtMost || now < tries.nextAt) return;
    const isRefused = this.#broker.run(() => {
      for (const row of resting) this.#broker.cancel(row, SQUARE_OFF_INTENT);
      return this.#send(holder, position, instrument);
    });
    tries.count += isRefused ? 1 : 0;
    tries.nextAt = isRefused ? now + DAY_END_LIMITS.retryAfterMs : now;
  }

  /** Sends the order in slices below the freeze quantity. Returns true if any slice was rejected. */
  #send(
    holder: Holder,
    position: NetPosition,
    instrument: NonNullable<ReturnType<Broker["instrument"]>>,
  ): boolean {
    const { freezeQuantity: freeze } = instrument;
    let remaining = Math.abs(position.quantity);
    while (remaining > 0) {
      const row = this.#broker.place({
        ...holder,
        leg: this.#lastLeg(holder, position.instrument),
        instrument,
        side: position.quantity > 0 ? "SELL" : "BUY",
        product: "INTRADAY",
        quantity: Math.min(remaining, freeze),
        limitPaise: null,
        validity: "DAY",
        intent: SQUARE_OFF_INTENT,
        correlationId: null,
        capPaise: null,
      });
      if (row.status === "REJECTED") return true;
      remaining -= row.quantity;
    }
    return false;
  }

  #triesOf(name: string, now: number): SquareOffTries {
    const day = istDay(now);
    const known = this.#tries.get(name);
    if (known?.day === day) return known;
    if (known === undefined)
      for (const [old, { day: of }] of this.#tries) if (of < day) this.#tries.delete(old);
    const tries = { day, count: 0, nextAt: 0 };
    this.#tries.set(name, tries);
    return tries;
  }
}

/** Returns the payout of a contract in rupees if its underlying closes at `spot`. `option` is null for a future. */
function computePayout(option: OptionTerms | null, spot: number): number {
  if (option === null) return spot;
  return option.side === "CE" ? spot - option.strikeRupees : option.strikeRupees - spot;
}

function holderScope({ account, deploymentId }: Holder) {
  return deploymentId === null ? { account, deploymentId } : { deploymentId };
}
