// Price states that are shown to viewers, computed from a feed's health and the market's calendar.
import {
  DELAYED_WITHIN_MS,
  LIVE_WITHIN_MS,
  type PriceState,
  type StateTable,
} from "../../../app/contract/live/live.ts";
import {
  findSession,
  isTrading,
  type MarketCalendar,
  type Session,
} from "../../../app/domain/market-sessions.ts";
import type { ExchangeSegment } from "../../../app/domain/vocabulary.ts";
import { DISCONNECT_REASONS } from "../../protocol/codes.ts";
import type { Clock } from "../clock.ts";
import type { FeedHealth } from "./upstream-feed.ts";

export type ComputedPriceState = { state: PriceState; reason: string };

export function computePriceState(
  health: FeedHealth,
  segment: ExchangeSegment,
  session: Session,
): ComputedPriceState {
  if (health.phase === "refused")
    return {
      state: "unavailable",
      reason: `the price service refused the connection: ${describeDisconnectReason(health.reason)}`,
    };
  if (!isTrading(session) && session.phase !== "closing_auction")
    return { state: "closed", reason: session.name ?? "" };
  // The feed's other segments may receive prices while this segment is silent.
  const segmentAgeMs = isTrading(session) ? (health.segmentAgesMs?.[segment] ?? 0) : 0;
  const ageMs = segmentAgeMs > DELAYED_WITHIN_MS ? segmentAgeMs : health.ageMs;
  if (ageMs !== null && ageMs <= LIVE_WITHIN_MS) return { state: "live", reason: "" };
  if (health.phase === "contended")
    return { state: "unavailable", reason: "another connection replaced ours; retrying soon" };
  if (health.phase === "standby") return { state: "stale", reason: "the price source is changing" };
  if (health.phase !== "up") return { state: "stale", reason: "reconnecting to the price service" };
  if (ageMs === null) return { state: "delayed", reason: "waiting for the first prices" };
  return ageMs <= DELAYED_WITHIN_MS
    ? { state: "delayed", reason: "the price service is slow" }
    : { state: "stale", reason: "the price service is silent" };
}

function describeDisconnectReason(reason: string): string {
  return DISCONNECT_REASONS[Number(reason)] ?? reason;
}

/** Stores the start time of each state. */
export class PriceStateTracker {
  #table: StateTable = {};

  get table(): StateTable {
    return this.#table;
  }

  /** Returns true if a state, its reason or the set of names changed. */
  update(next: Record<string, ComputedPriceState>, now: number): boolean {
    let hasChanged = Object.keys(next).length !== Object.keys(this.#table).length;
    const table: StateTable = {};
    for (const [name, { state, reason }] of Object.entries(next)) {
      const before = this.#table[name];
      const isSame = before !== undefined && before[0] === state && before[2] === reason;
      table[name] = isSame ? before : [state, before?.[0] === state ? before[1] : now, reason];
      if (!isSame) hasChanged = true;
    }
    this.#table = table;
    return hasChanged;
  }
}

const SESSION_CACHED_MS = 1_000;

/** Trading sessions from the calendar, computed at most once a second for each segment. */
export class Sessions {
  readonly #calendar: MarketCalendar;
  readonly #clock: Clock;
  readonly #cached = new Map<ExchangeSegment, { at: number; session: Session }>();

  constructor(calendar: MarketCalendar, clock: Clock) {
    this.#calendar = calendar;
    this.#clock = clock;
  }

  of(segment: ExchangeSegment): Session {
    const now = this.#clock.wall();
    const cached = this.#cached.get(segment);
    if (cached !== undefined && Math.abs(now - cached.at) < SESSION_CACHED_MS) return cached.session;
    const found = findSession(this.#calendar, segment, now);
    this.#cached.set(segment, { at: now, session: found });
    return found;
  }
}
