// The connections of one feed to the provider, as many as the feed's instruments require. Subscribes to instruments,
// applies packets, and computes the feed's health. Silence is a fault only during trading hours.
import { z } from "zod";
import { instrumentKey, splitInstrumentKey } from "../../../app/domain/instrument-key.ts";
import type { ExchangeSegment } from "../../../app/domain/vocabulary.ts";
import type { Limits } from "../../limits.ts";
import type { Clock } from "../clock.ts";
import type { FeedDialer } from "../reconnecting-socket.ts";
import { type Counters, incrementCount } from "./counters.ts";
import { FeedSlot, SLOT_PHASES, type SlotLimits, type SlotPhase } from "./feed-slot.ts";
import type { FeedDefinition, FeedTarget } from "./feeds/feed-definition.ts";
import type { LastValues } from "./last-values.ts";

export type UpstreamLimits = SlotLimits &
  Pick<Limits, "upstreamConnections" | "upstreamMuteMs" | "upstreamConfirmTimeoutMs">;

const REASON_CHARS = 500;

/** Health of a feed. Replicas report it to each other and compute price states from it. */
export const feedHealthSchema = z.object({
  phase: z.enum([...SLOT_PHASES, "standby"]),
  reason: z.string().max(REASON_CHARS),
  /** Time of the last change of phase, epoch ms. */
  since: z.number(),
  /** Age of the newest packet in ms; null before the first packet. */
  ageMs: z.number().nonnegative().nullable(),
  /** Age of the newest packet in ms, by segment. Contains only segments with enough instruments to detect silence. */
  segmentAgesMs: z.record(z.string(), z.number().nonnegative()).optional(),
  /** Number of instruments that exceed the capacity of the connections. */
  refused: z.int().nonnegative(),
});
export type FeedHealth = z.output<typeof feedHealthSchema>;

export type UpstreamFeedOptions = {
  definition: FeedDefinition;
  values: LastValues;
  clock: Clock;
  random: () => number;
  dial: FeedDialer;
  limits: UpstreamLimits;
  /**
   * Instruments that are always subscribed, because their prices change whenever their market trades, for example
   * IDX_I:13.
   */
  canaries: readonly string[];
  target(attempt: number): FeedTarget | null;
  isTrading(segment: ExchangeSegment): boolean;
  counters: Counters;
  onEvent(event: string, detail: string): void;
};

const CHECK_EVERY_MS = 500;
/**
 * A connection or a segment without a canary is checked for silence only if it has at least this number of instruments.
 */
const MIN_INSTRUMENTS_TO_CHECK = 50;

export class UpstreamFeed {
  readonly #options: UpstreamFeedOptions;
  readonly #slots: FeedSlot[] = [];
  readonly #wanted = new Set<string>();
  readonly #refused = new Set<string>();
  #dataAt: number | null = null;
  /** Reason why the latest unreadable packet was dropped, and its time. */
  #lastFault: { fault: string; at: number } | null = null;
  readonly #segmentDataAt = new Map<ExchangeSegment, number>();
  /** Number of wanted instruments by segment. */
  #segmentSizes = new Map<ExchangeSegment, number>();
  #isRunning = false;
  #cancelCheck: (() => void) | null = null;
  /** Monotonic ms of the first check at which a market of this feed was trading; null while none is. */
  #tradingSince: number | null = null;

  constructor(options: UpstreamFeedOptions) {
    this.#options = options;
    for (const key of options.canaries) this.#wanted.add(key);
    this.#countSegments();
  }

  start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    this.#dataAt = null;
    this.#segmentDataAt.clear();
    this.#assign();
    for (const slot of this.#slots) slot.start();
    this.#cancelCheck = this.#options.clock.every(CHECK_EVERY_MS, () => this.#check());
  }

  stop(): void {
    this.#isRunning = false;
    this.#cancelCheck?.();
    for (const slot of this.#slots) slot.stop();
  }

  /** Replaces the watched instruments. Canaries are always watched. */
  setWanted(keys: Iterable<string>): void {
    const next = new Set([...this.#options.canaries, ...keys]);
    for (const key of this.#wanted)
      if (!next.has(key)) {
        this.#wanted.delete(key);
        for (const slot of this.#slots) slot.unwant(key);
        this.#options.values.forget(key);
      }
    for (const key of next) this.#wanted.add(key);
    this.#countSegments();
    if (this.#isRunning) this.#assign();
  }

  #countSegments(): void {
    this.#segmentSizes = new Map();
    for (const key of this.#wanted) {
      const { exchangeSegment } = splitInstrumentKey(key);
      this.#segmentSizes.set(exchangeSegment, (this.#segmentSizes.get(exchangeSegment) ?? 0) + 1);
    }
    for (const segment of this.#segmentDataAt.keys())
      if (!this.#segmentSizes.has(segment)) this.#segmentDataAt.delete(segment);
  }

  wanted(): ReadonlySet<string> {
    return this.#wanted;
  }

  health(): FeedHealth {
    const { clock } = this.#options;
    const slots = this.#slots.filter((slot) => slot.size > 0);
    const worst = slots.toSorted((a, b) => phaseSeverity(b.phase) - phaseSeverity(a.phase))[0];
    return {
      phase: worst?.phase ?? "idle",
      reason: worst?.reason ?? "",
      since: worst?.since ?? clock.wall(),
      ageMs: this.#dataAt === null || this.#isConfirming() ? null : clock.mono() - this.#dataAt,
      segmentAgesMs: this.#segmentAges(),
      refused: this.#refused.size,
    };
  }

  #segmentAges(): Record<string, number> {
    const { canaries, clock } = this.#options;
    const isJudged = (segment: ExchangeSegment) =>
      (this.#segmentSizes.get(segment) ?? 0) >= MIN_INSTRUMENTS_TO_CHECK ||
      canaries.some((key) => splitInstrumentKey(key).exchangeSegment === segment);
    const judged = [...this.#segmentDataAt].filter(([segment]) => isJudged(segment));
    return Object.fromEntries(judged.map(([segment, at]) => [segment, clock.mono() - at]));
  }

  connections(): { phase: SlotPhase; instruments: number; ageMs: number | null }[] {
    const now = this.#options.clock.mono();
    return this.#slots.map((slot) => ({
      phase: slot.phase,
      instruments: slot.size,
      ageMs: slot.dataAt === null ? null : now - slot.dataAt,
    }));
  }

  /** True shortly after connecting, while values from before the connection are not yet confirmed. */
  #isConfirming(): boolean {
    const { clock, limits, values } = this.#options;
    const now = clock.mono();
    return this.#slots.some((slot) => {
      const opened = slot.openedAt;
      if (opened === null || now - opened > limits.upstreamConfirmTimeoutMs) return false;
      for (const key of this.#wanted) if (slot.has(key) && values.isUnconfirmed(key)) return true;
      return false;
    });
  }

  #assign(): void {
    const { limits, definition } = this.#options;
    const perConnection = definition.limits.instrumentsPerConnection;
    this.#refused.clear();
    for (const key of this.#wanted) {
      if (this.#slots.some((slot) => slot.has(key))) continue;
      let slot = this.#slots.find((candidate) => candidate.size < perConnection);
      if (slot === undefined && this.#slots.length < limits.upstreamConnections) {
        slot = this.#makeSlot();
        this.#slots.push(slot);
        slot.want(key, splitInstrumentKey(key));
        slot.start();
        continue;
      }
      if (slot === undefined) this.#refused.add(key);
      else slot.want(key, splitInstrumentKey(key));
    }
    for (const slot of this.#slots) slot.sync();
    // Closes connections without instruments, except the first, which has the canaries.
    for (const slot of this.#slots.filter((candidate, index) => index > 0 && candidate.size === 0)) {
      slot.stop();
      this.#slots.splice(this.#slots.indexOf(slot), 1);
    }
  }

  #makeSlot(): FeedSlot {
    const { definition, values, clock, random, dial, limits, counters } = this.#options;
    const { name } = definition;
    return new FeedSlot({
      definition,
      clock,
      random,
      dial,
      limits,
      target: this.#options.target,
      isUrgent: () =>
        [...this.#wanted].some((key) => this.#options.isTrading(splitInstrumentKey(key).exchangeSegment)),
      onMessage: (message) => this.#receive(message),
      onLost: (keys) => values.unconfirm(keys),
      onEvent: (event, detail) => {
        if (event === "dial") incrementCount(counters.dials, name);
        if (event === "closed") incrementCount(counters.upstreamCloses, `${name} ${detail}`);
        if (event === "suspected") incrementCount(counters.suspicions, name);
        this.#options.onEvent(event, detail);
      },
    });
  }

  #receive(message: Buffer): { data: boolean; closeReason: number | null } {
    const { definition, values, counters, clock } = this.#options;
    counters.upstreamBytes += message.length;
    let hasData = false;
    let closeReason: number | null = null;
    const { packets, faults } = definition.decode(message);
    for (const fault of faults) incrementCount(counters.decodeFaults, fault);
    const [fault] = faults;
    if (fault !== undefined) this.#lastFault = { fault, at: clock.mono() };
    for (const packet of packets) {
      counters.upstreamPackets += 1;
      closeReason = definition.closeReasonOf(packet);
      if (closeReason !== null) break;
      // A late packet of an unsubscribed instrument must not add the instrument again.
      if (definition.isOfInstrument(packet) && !this.#wanted.has(instrumentKey(packet))) {
        counters.unasked += 1;
        continue;
      }
      if (!values.apply(packet)) continue;
      hasData = true;
      this.#segmentDataAt.set(packet.exchangeSegment, clock.mono());
    }
    if (hasData) this.#dataAt = clock.mono();
    return { data: hasData, closeReason };
  }

  #check(): void {
    const { clock, limits, isTrading } = this.#options;
    const now = clock.mono();
    for (const slot of this.#slots) slot.check();
    const isAnyTrading = [...this.#wanted].some((key) => isTrading(splitInstrumentKey(key).exchangeSegment));
    if (!isAnyTrading) {
      this.#tradingSince = null;
      return;
    }
    this.#tradingSince ??= now;
    for (const slot of this.#slots) {
      if (slot.phase !== "up" || slot.openedAt === null || !this.#isJudged(slot)) continue;
      // Silence starts at the last packet, the opening of the connection or the market's opening, whichever is latest.
      const quietSince = Math.max(slot.dataAt ?? 0, slot.openedAt, this.#tradingSince);
      if (now - quietSince > limits.upstreamMuteMs) slot.suspect(this.#quietReason(quietSince));
    }
  }

  #quietReason(since: number): string {
    const last = this.#lastFault;
    return last === null || last.at < since
      ? "no data during market hours"
      : `no readable data during market hours (dropped packets: ${last.fault})`;
  }

  #isJudged(slot: FeedSlot): boolean {
    const { canaries, isTrading } = this.#options;
    const hasCanary = canaries.some(
      (key) => slot.has(key) && isTrading(splitInstrumentKey(key).exchangeSegment),
    );
    return hasCanary || slot.size >= MIN_INSTRUMENTS_TO_CHECK;
  }
}

const SEVERITY: Record<SlotPhase, number> = {
  up: 0,
  idle: 1,
  dialling: 2,
  suspect: 3,
  waiting: 4,
  contended: 5,
  refused: 6,
};
function phaseSeverity(phase: SlotPhase): number {
  return SEVERITY[phase];
}
