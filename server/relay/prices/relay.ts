// Puts the relay together: the upstream feeds, the book, the viewers' hub and its doors, and the judgement of how far a
// price may be trusted. With a bus, one replica holds the upstream and the others take over what it publishes.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ServerMessage, StateTable } from "../../../app/wire/live.ts";
import {
  isTrading,
  type MarketCalendar,
  type Session,
  sessionAt,
} from "../../../app/wire/market-sessions.ts";
import type { Instrument } from "../../../app/wire/strategy.ts";
import type { ExchangeSegment } from "../../../app/wire/vocabulary.ts";
import type { FeedTimeBase } from "../../protocol/feed-time.ts";
import { type Clock, systemClock } from "../clock.ts";
import { dialFeed, type FeedDialer } from "../dialer.ts";
import { Book } from "./book.ts";
import { type Bus, type BusLimits, type BusMember, createBusMember } from "./bus-member.ts";
import { ChannelDirectory, type InstrumentSource } from "./channels.ts";
import { type Counters, createCounters, type Meters, NO_METERS } from "./counters.ts";
import { FEED_KINDS, type FeedKind, feedOf, perFeed } from "./feeds/feeds.ts";
import type { FeedLogin, FeedTarget } from "./feeds/price-feed.ts";
import { Hub, type HubLimits } from "./hub.ts";
import { Interest } from "./interest.ts";
import { createLiveDoors, type DoorLimits } from "./live-doors.ts";
import { type Judged, judge, StateKeeper } from "./price-states.ts";
import { type FeedHealth, UpstreamFeed, type UpstreamLimits } from "./upstream-feed.ts";

export type RelayLimits = HubLimits &
  DoorLimits &
  UpstreamLimits &
  BusLimits & {
    marketInstrumentsPerConnection: number;
    depthInstrumentsPerConnection: number;
    interestLingerMs: number;
    channelFreshMs: number;
    channelsKnown: number;
    unknownNames: number;
    unknownForMs: number;
    pageWaitMs: number;
    drainOverMs: number;
  };

export type FeedSource = {
  /** Addresses in order of preference, read before every dial; empty while there is none. */
  urls(): readonly string[];
  /** Instruments that are always subscribed, since they show whether the feed lives. */
  canaries: readonly string[];
};

export type RelayOptions = {
  feeds: Record<FeedKind, FeedSource>;
  login(): FeedLogin | null;
  calendar: MarketCalendar;
  timeBase: FeedTimeBase;
  /** Indices of the market strip. */
  strip: readonly string[];
  /** Whether there is a depth feed at all. */
  hasDepth: boolean;
  source: InstrumentSource;
  /** Null: this process holds the upstream itself. */
  bus: Bus | null;
  limits: RelayLimits;
  clock?: Clock;
  random?: () => number;
  dial?: FeedDialer;
  meters?: Meters;
  onEvent(event: { level: "info" | "warn"; message: string; detail: string }): void;
};

export type RelaySnapshot = Extract<ServerMessage, ["s", ...unknown[]]>;

export type RelayStatus = {
  isLeader: boolean;
  feeds: Record<
    FeedKind,
    FeedHealth & { connections: ReturnType<UpstreamFeed["connections"]>; wanted: number }
  >;
  bus: { isConfigured: boolean; isConnected: boolean; fence: number; leader: string | null };
  states: StateTable;
  hub: ReturnType<Hub["stats"]>;
  cells: number;
};

export type Relay = {
  readonly strip: readonly string[];
  readonly hasDepth: boolean;
  start(): void;
  /** Prices for a page; waits shortly for instruments without viewers. Null: no such channel. */
  look(channels: readonly string[]): Promise<RelaySnapshot | null>;
  instrumentsOf(strategyId: string): Promise<Instrument[] | null>;
  session(segment: ExchangeSegment): Session;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  answer(request: IncomingMessage, response: ServerResponse, url: URL, address: string): boolean;
  status(): RelayStatus;
  counters: Counters;
  /** For viewers on other transports. */
  hub: Hub;
  /** Lets nobody in, sends the viewers away one by one, gives the upstream up. */
  stop(): Promise<void>;
};

const JUDGE_EVERY_MS = 250;
const SESSION_KEPT_MS = 1_000;
/** Events of a feed that an operator looks at. */
const WORTH_A_WARNING = new Set(["suspected", "closed", "refused"]);

/** Session of a segment by the calendar, read once a second. */
class Sessions {
  readonly #calendar: MarketCalendar;
  readonly #clock: Clock;
  readonly #known = new Map<ExchangeSegment, { at: number; session: Session }>();

  constructor(calendar: MarketCalendar, clock: Clock) {
    this.#calendar = calendar;
    this.#clock = clock;
  }

  of(segment: ExchangeSegment): Session {
    const now = this.#clock.wall();
    const known = this.#known.get(segment);
    if (known !== undefined && Math.abs(now - known.at) < SESSION_KEPT_MS) return known.session;
    const found = sessionAt(this.#calendar, segment, now);
    this.#known.set(segment, { at: now, session: found });
    return found;
  }
}

type Shared = { clock: Clock; counters: Counters; book: Book; sessions: Sessions };

function openFeed(kind: FeedKind, options: RelayOptions, shared: Shared): UpstreamFeed {
  const { urls, canaries } = options.feeds[kind];
  return new UpstreamFeed({
    ...shared,
    name: kind,
    feed: feedOf(kind),
    random: options.random ?? Math.random,
    dial: options.dial ?? dialFeed,
    limits: options.limits,
    canaries,
    target(attempt): FeedTarget | null {
      const all = urls();
      const url = all[attempt % Math.max(1, all.length)];
      const login = options.login();
      return url === undefined || login === null ? null : { url, login };
    },
    isTrading: (segment) => isTrading(shared.sessions.of(segment)),
    onEvent: (event, detail) =>
      options.onEvent({
        level: WORTH_A_WARNING.has(event) ? "warn" : "info",
        message: `${kind} feed ${event}`,
        detail,
      }),
  });
}

function openHub(options: RelayOptions, shared: Shared, member: BusMember, states: StateKeeper) {
  const { limits } = options;
  const { book, clock, counters } = shared;
  const directory = new ChannelDirectory({
    source: options.source,
    clock,
    strip: options.strip,
    freshMs: limits.channelFreshMs,
    entries: limits.channelsKnown,
    unknownForMs: limits.unknownForMs,
    unknownEntries: limits.unknownNames,
  });
  const lingerMs = limits.interestLingerMs;
  const interest = perFeed(
    (kind) => new Interest({ clock, lingerMs, onChange: (keys) => member.want(kind, keys) }),
  );
  const meters = options.meters ?? NO_METERS;
  const hub = new Hub({
    book,
    clock,
    counters,
    meters,
    limits,
    directory,
    interest,
    states: () => states.table,
  });
  return { hub, directory };
}

export function createRelay(options: RelayOptions): Relay {
  const { limits, bus, onEvent } = options;
  const clock = options.clock ?? systemClock;
  const counters = createCounters();
  const book = new Book({ clock, counters, timeBase: options.timeBase });
  const sessions = new Sessions(options.calendar, clock);
  const shared = { clock, counters, book, sessions };
  const upstream = perFeed((kind) => openFeed(kind, options, shared));
  const member = createBusMember({ bus, clock, limits, book, counters, upstream, onEvent });
  const states = new StateKeeper();
  const { hub, directory } = openHub(options, shared, member, states);
  const doors = createLiveDoors({ hub, clock, counters, limits });

  function judgeAll(): void {
    const next: Record<string, Judged> = {};
    for (const kind of FEED_KINDS) {
      const health = member.health(kind);
      for (const [name, segment] of Object.entries(feedOf(kind).states))
        next[name] = judge(health, sessions.of(segment));
    }
    if (states.update(next, clock.wall())) hub.tellStates();
  }

  let cancelJudging: (() => void) | null = null;

  return {
    strip: options.strip,
    hasDepth: options.hasDepth,
    start() {
      judgeAll();
      hub.start();
      member.start();
      cancelJudging = clock.every(JUDGE_EVERY_MS, judgeAll);
    },
    look: (channels) => hub.look(channels, limits.pageWaitMs, "page"),
    instrumentsOf: (strategyId) => directory.instrumentsOf(strategyId, "page"),
    session: (segment) => sessions.of(segment),
    upgrade: doors.upgrade,
    answer: doors.answer,
    status: () => ({
      isLeader: member.isLeader(),
      feeds: perFeed((kind) => ({
        ...member.health(kind),
        connections: upstream[kind].connections(),
        wanted: upstream[kind].wanted().size,
      })),
      bus: member.busStatus(),
      states: states.table,
      hub: hub.stats(),
      cells: book.size,
    }),
    counters,
    hub,
    async stop() {
      doors.shut();
      await member.stop();
      await hub.drain(limits.drainOverMs);
      cancelJudging?.();
      hub.stop();
      doors.stop();
    },
  };
}
