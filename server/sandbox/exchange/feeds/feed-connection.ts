// One connection of a feed: its market, its subscribed instruments and its messages.
import type { WebSocket } from "ws";
import { DEPTH_SEGMENTS } from "../../../../app/contract/live/live.ts";
import { instrumentKey } from "../../../../app/domain/instrument-key.ts";
import type { Session } from "../../../../app/domain/market-sessions.ts";
import { istDay } from "../../../../app/domain/time.ts";
import type { ExchangeSegment } from "../../../../app/domain/vocabulary.ts";
import type { FeedMode } from "../../../protocol/codes.ts";
import { encodeMarketPacket } from "../../../protocol/market-feed.ts";
import type { FeedInstrument } from "../../../protocol/requests.ts";
import type { WorkSteps } from "../../slices.ts";
import type { MarketInstrument } from "../instrument-master.ts";
import type { SandboxMarket } from "../market.ts";
import { FaultyOutbox, type NextMessageFault } from "./faulty-outbox.ts";
import {
  depth200Message,
  depthMessage,
  modePacket,
  openInterestPacket,
  previousClosePacket,
} from "./feed-packets.ts";
import type { MessageBudget } from "./socket-guard.ts";

/** `deep` is the socket with 200 levels. Each kind has its own connection limit. */
export type FeedKind = "market" | "depth" | "deep";
export type SubscriptionMode = FeedMode | "depth" | "deep";
/**
 * A market and its clock: the shared one or an account's own. The object is replaced when the account starts another
 * simulation.
 */
export type FeedSource = {
  market: SandboxMarket;
  /** Returns the market's time in epoch ms. */
  now: () => number;
};
/** `instrument` is null when the market does not list it. No update is sent before the first packet. */
type Subscription = {
  wanted: FeedInstrument;
  mode: SubscriptionMode;
  instrument: MarketInstrument | null;
  isFirstSent: boolean;
};

/** Packets of one market step, shared by all connections of the market. */
export class StepPackets {
  readonly #sequence: number;
  readonly #packets = new Map<string, Buffer>();
  readonly #traded = new Map<string, boolean>();

  constructor(sequence: number) {
    this.#sequence = sequence;
  }

  hasTraded(instrument: MarketInstrument, look: () => boolean): boolean {
    let known = this.#traded.get(instrument.key);
    if (known === undefined) {
      known = look();
      this.#traded.set(instrument.key, known);
    }
    return known;
  }

  of(
    mode: SubscriptionMode | "openInterest",
    market: SandboxMarket,
    instrument: MarketInstrument,
    now: number,
  ): Buffer {
    const name = `${mode} ${instrument.key}`;
    let packet = this.#packets.get(name);
    if (packet === undefined) {
      packet = buildPacket(mode, market, instrument, now, this.#sequence);
      this.#packets.set(name, packet);
    }
    return packet;
  }
}

/** One step of a market. `isDepthDue` is true if depth is sent even without a trade. */
export type FeedStep = { now: number; isDepthDue: boolean; packets: StepPackets; traded: TradedLook };
type TradedLook = (instrument: MarketInstrument) => boolean;

export class FeedConnection {
  readonly kind: FeedKind;
  readonly clientId: string;
  readonly token: string;
  readonly socket: WebSocket;
  readonly budget: MessageBudget;
  readonly #outbox: FaultyOutbox;
  readonly #subscriptions = new Map<string, Subscription>();
  /** Last session phase that was sent, by segment. */
  readonly #phases = new Map<ExchangeSegment, Session["phase"]>();
  #source: FeedSource;
  /** Market day of the last lookup of the subscriptions' instruments. */
  #day: number;
  /** Market time of the last update that was sent. */
  lastSentAt: number;
  heardAt = Date.now();

  constructor(
    open: Pick<FeedConnection, "kind" | "clientId" | "token" | "socket" | "budget"> & {
      source: FeedSource;
      nextFault: NextMessageFault;
    },
  ) {
    this.kind = open.kind;
    this.clientId = open.clientId;
    this.token = open.token;
    this.socket = open.socket;
    this.budget = open.budget;
    this.#outbox = new FaultyOutbox(open.socket, open.nextFault);
    this.#source = open.source;
    this.lastSentAt = open.source.now();
    this.#day = istDay(this.lastSentAt);
  }

  get source(): FeedSource {
    return this.#source;
  }

  get subscriptionCount(): number {
    return this.#subscriptions.size;
  }

  get instrumentCount(): number {
    return new Set([...this.#subscriptions.values()].map(({ wanted }) => instrumentKey(wanted))).size;
  }

  /** Adds a subscription and returns its key. Ignores an unlisted id and returns null, as the real provider does. */
  subscribe(mode: SubscriptionMode, requested: FeedInstrument): string | null {
    const { market, now } = this.#source;
    const instrument = market.find(requested.exchangeSegment, requested.securityId, now());
    if (instrument === null) return null;
    if (isDepth(mode) && !DEPTH_SEGMENTS.includes(instrument.exchangeSegment)) return null;
    const key = subscriptionKey(mode, requested);
    this.#subscriptions.set(key, { wanted: requested, mode, instrument, isFirstSent: false });
    return key;
  }

  unsubscribe(mode: SubscriptionMode, instrument: FeedInstrument): void {
    this.#subscriptions.delete(subscriptionKey(mode, instrument));
  }

  /** Switches to another market with the same subscriptions. */
  *enter(source: FeedSource): WorkSteps {
    this.#source = source;
    this.lastSentAt = source.now();
    this.#phases.clear();
    for (const one of this.#subscriptions.values()) one.isFirstSent = false;
    this.#findInstruments();
    yield* this.prepare();
    for (const key of [...this.#subscriptions.keys()]) {
      if (this.#source !== source) return;
      this.sendFirst(key);
      yield;
    }
  }

  /** Looks up the instruments that the market lists on its current day. */
  #findInstruments(): void {
    this.#day = istDay(this.lastSentAt);
    for (const one of this.#subscriptions.values())
      one.instrument = this.#source.market.find(
        one.wanted.exchangeSegment,
        one.wanted.securityId,
        this.lastSentAt,
      );
  }

  /** Computes the contents of the subscriptions' packets in small steps. */
  *prepare(keys: Iterable<string> = [...this.#subscriptions.keys()]): WorkSteps {
    const { market, now } = this.#source;
    const instruments = [...keys].flatMap((key) => {
      const { mode, instrument } = this.#subscriptions.get(key) ?? {};
      return mode === "quote" || mode === "full" ? (instrument ?? []) : [];
    });
    yield* market.prepare(instruments, now());
  }

  sendFirst(key: string): void {
    const subscription = this.#subscriptions.get(key);
    if (subscription === undefined || subscription.instrument === null) return;
    const { mode, instrument } = subscription;
    subscription.isFirstSent = true;
    const { market } = this.#source;
    const now = this.#source.now();
    if (isDepth(mode)) {
      this.#outbox.send(buildPacket(mode, market, instrument, now, 0));
      return;
    }
    if (!this.#phases.has(instrument.exchangeSegment)) this.#sendStatus(instrument.exchangeSegment, now);
    this.#outbox.send(previousClosePacket(market, instrument, now));
    this.#outbox.send(modePacket(mode, market, instrument, now));
    if (hasOpenInterestPacket(mode, instrument))
      this.#outbox.send(openInterestPacket(market, instrument, now));
  }

  /** Sends the updates of one market step. */
  *sendUpdates({ now, isDepthDue, packets, traded }: FeedStep): WorkSteps {
    const { market } = this.#source;
    this.lastSentAt = now;
    // Expired contracts are no longer sent.
    if (istDay(now) !== this.#day) this.#findInstruments();
    for (const { instrument, mode, isFirstSent } of this.#subscriptions.values()) {
      if (this.#source.market !== market) return;
      if (instrument === null || !isFirstSent) continue;
      const isDue =
        packets.hasTraded(instrument, () => traded(instrument)) ||
        (isDepth(mode) && isDepthDue && market.session(instrument.exchangeSegment, now).phase === "open");
      if (!isDue) continue;
      this.#outbox.send(packets.of(mode, market, instrument, now));
      if (hasOpenInterestPacket(mode, instrument))
        this.#outbox.send(packets.of("openInterest", market, instrument, now));
      yield;
    }
    for (const [segment, phase] of this.#phases)
      if (market.session(segment, now).phase !== phase) this.#sendStatus(segment, now);
  }

  #sendStatus(exchangeSegment: ExchangeSegment, now: number): void {
    this.#phases.set(exchangeSegment, this.#source.market.session(exchangeSegment, now).phase);
    this.#outbox.send(encodeMarketPacket({ kind: "marketStatus", exchangeSegment, securityId: 0 }));
  }
}

function buildPacket(
  mode: SubscriptionMode | "openInterest",
  market: SandboxMarket,
  instrument: MarketInstrument,
  now: number,
  sequence: number,
): Buffer {
  if (mode === "deep") return depth200Message(market, instrument, now);
  if (mode === "depth") return depthMessage(market, instrument, now, sequence);
  if (mode === "openInterest") return openInterestPacket(market, instrument, now);
  return modePacket(mode, market, instrument, now);
}

/** True if quotes of the instrument are followed by its open interest. Full packets contain it. */
const hasOpenInterestPacket = (mode: SubscriptionMode, { option, future }: MarketInstrument) =>
  mode === "quote" && (option !== null || future !== null);

const isDepth = (mode: SubscriptionMode): mode is "depth" | "deep" => mode === "depth" || mode === "deep";

const subscriptionKey = (mode: SubscriptionMode, instrument: FeedInstrument) =>
  `${mode} ${instrumentKey(instrument)}`;
