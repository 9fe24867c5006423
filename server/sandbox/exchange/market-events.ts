// Events of an account's market, in addition to the prices from its seed: price moves, fixed prices, halts, circuit
// limits and thin order books. They change the path of a share or an index, so candles, quotes, feeds and derivatives
// follow.
import { MINUTE_MS } from "../../../app/domain/time.ts";
import { type FairPath, FIXED_PRICE } from "./fair-paths.ts";
import type { MarketInstrument } from "./instrument-master.ts";
import type { Book } from "./market-depth.ts";
import { minuteOfSession, minuteStart, type TradingSession } from "./trading-days.ts";

/**
 * `key` is the key of an instrument, or null for the whole market. Times are epoch ms; `untilMs` is infinite for an
 * event without an end.
 */
export type MarketEvent = { fromMs: number } & (
  | { kind: "move"; key: string | null; percent: number; minutes: number }
  | { kind: "price"; key: string; paise: number }
  | { kind: "halt"; key: string | null; untilMs: number }
  | { kind: "circuit"; key: string; untilMs: number; side: "lower" | "upper" }
  | { kind: "depth"; key: string; untilMs: number; levels: number; lots: number; spreadTicks: number }
);
/** Limits an event's change of a price's logarithm: a factor of at most 100 up or down. */
const MAX_LOG_SHIFT = Math.log(100);
type HaltOrCircuit = Extract<MarketEvent, { untilMs: number }>;

export class MarketEvents {
  /** Events in chronological order. */
  readonly #events: readonly MarketEvent[];

  constructor(events: readonly MarketEvent[] = []) {
    this.#events = [...events].sort((one, other) => one.fromMs - other.fromMs);
  }

  get all(): readonly MarketEvent[] {
    return this.#events;
  }

  /** True if an event before this time can have changed the instrument's price. */
  hasMoved(key: string, beforeMs: number): boolean {
    return this.#moving(key, beforeMs).length > 0;
  }

  #moving(key: string, beforeMs: number): MarketEvent[] {
    return this.#events.filter(
      (event) =>
        event.kind !== "depth" && event.fromMs < beforeMs && (event.key === null || event.key === key),
    );
  }

  isHalted(instrument: MarketInstrument, atMs: number): boolean {
    return this.#haltOf(instrument, atMs) !== null;
  }

  /** Returns the start of the current halt of an instrument; null outside halts. */
  haltedSince(instrument: MarketInstrument, atMs: number): number | null {
    return this.#haltOf(instrument, atMs)?.fromMs ?? null;
  }

  #haltOf(instrument: MarketInstrument, atMs: number): HaltOrCircuit | null {
    if (this.#events.length === 0) return null;
    const underlying = instrument.option?.underlyingKey ?? instrument.future?.underlyingKey ?? null;
    return this.#at(atMs, "halt", (key) => key === null || key === instrument.key || key === underlying);
  }

  /** Returns the event of a kind that is active at a time; the latest if there are several. */
  #at(
    atMs: number,
    kind: HaltOrCircuit["kind"],
    isMeant: (key: string | null) => boolean,
  ): HaltOrCircuit | null {
    const found = this.#events.findLast(
      (event): event is HaltOrCircuit =>
        event.kind === kind &&
        "untilMs" in event &&
        event.fromMs <= atMs &&
        atMs < event.untilMs &&
        isMeant(event.key),
    );
    return found ?? null;
  }

  /** Returns the order book with the effects of the active events. */
  book(
    usual: Book,
    at: { instrument: MarketInstrument; atMs: number; lastPaise: number; tickPaise: number },
  ): Book {
    if (this.#events.length === 0) return usual;
    const { instrument, atMs, lastPaise, tickPaise } = at;
    const isOwn = (key: string | null) => key === instrument.key;
    const thin = this.#at(atMs, "depth", isOwn);
    const book = thin?.kind === "depth" ? thinBook(instrument, lastPaise, tickPaise, thin) : usual;
    const locked = this.#at(atMs, "circuit", isOwn);
    if (locked?.kind !== "circuit") return book;
    return locked.side === "lower" ? { bids: [], asks: book.asks } : { bids: book.bids, asks: [] };
  }

  /** Returns the path of a session with the effects of the events. */
  applied(path: FairPath, session: TradingSession, terms: EventParameters): FairPath {
    const own = this.#moving(terms.key, session.toMs);
    if (own.length === 0 && terms.before === 0) return path;
    const logs = Float64Array.from(path.logs, (log, minute) => {
      const atMs = minute === session.minutes ? session.toMs : minuteStart(session, minute);
      const shift = terms.before + computeShift(own, path, session, terms, atMs, minute === 0);
      return log + Math.max(-MAX_LOG_SHIFT, Math.min(MAX_LOG_SHIFT, shift));
    });
    const deviation = path.deviation.slice();
    const held = new Uint8Array(session.minutes);
    for (let minute = 0; minute < session.minutes; minute += 1) {
      const lasting = findActiveEvent(own, minuteStart(session, minute));
      if (lasting === undefined) continue;
      deviation[minute] = 0;
      held[minute] = lasting.kind === "halt" ? FIXED_PRICE.halted : FIXED_PRICE.atLimit;
      logs[minute + 1] =
        lasting.kind === "halt"
          ? (logs[minute] ?? 0)
          : lasting.kind === "circuit" && lasting.side === "lower"
            ? terms.limits.lower
            : terms.limits.upper;
    }
    return { logs, deviation, held };
  }
}

export type EventParameters = {
  key: string;
  /** Factor applied to moves of the whole market. */
  beta: number;
  /** Total shift of the price's logarithm by events up to the end of the previous regular session. */
  before: number;
  /** End of the previous regular session. Later events affect this session. */
  sinceMs: number;
  /** Logarithms of the day's circuit limits. */
  limits: { lower: number; upper: number };
};

/** Returns the shift of the price's logarithm at a minute by moves and fixed prices since the previous session. */
function computeShift(
  events: readonly MarketEvent[],
  path: FairPath,
  session: TradingSession,
  { beta, before, sinceMs }: EventParameters,
  atMs: number,
  isFirst: boolean,
): number {
  let shift = 0;
  for (const event of events) {
    const { fromMs } = event;
    if (fromMs < sinceMs || fromMs > atMs || (fromMs === atMs && !isFirst)) continue;
    const isGap = fromMs <= session.fromMs;
    if (event.kind === "move") {
      const passed = isGap && event.minutes <= 1 ? 1 : (atMs - fromMs) / (event.minutes * MINUTE_MS);
      const weight = event.key === null ? beta : 1;
      shift += weight * Math.log(1 + event.percent / 100) * Math.min(1, passed);
    } else if (event.kind === "price") {
      const minute = isGap ? 0 : Math.min(session.minutes, minuteOfSession(session, fromMs) + 1);
      shift = Math.log(event.paise / 100) - (path.logs[minute] ?? 0) - before;
    }
  }
  return shift;
}

/** Returns the active halt or circuit-limit event at a time. A halt takes precedence. */
function findActiveEvent(events: readonly MarketEvent[], atMs: number): HaltOrCircuit | undefined {
  const holding = events.filter(
    (event): event is HaltOrCircuit => "untilMs" in event && event.fromMs <= atMs && atMs < event.untilMs,
  );
  return holding.find(({ kind }) => kind === "halt") ?? holding.at(-1);
}

function thinBook(
  instrument: MarketInstrument,
  lastPaise: number,
  tickPaise: number,
  { levels, lots, spreadTicks }: Extract<MarketEvent, { kind: "depth" }>,
): Book {
  const last = Math.round(lastPaise / tickPaise);
  const below = Math.ceil(spreadTicks / 2);
  const side = (best: number, direction: 1 | -1) =>
    Array.from({ length: levels }, (_, level) => best + direction * level * Math.max(1, spreadTicks))
      .filter((ticks) => ticks > 0)
      .map((ticks) => ({ pricePaise: ticks * tickPaise, quantity: lots * instrument.lotSize, orders: 1 }));
  return { bids: side(last - below, -1), asks: side(last - below + Math.max(1, spreadTicks), 1) };
}
