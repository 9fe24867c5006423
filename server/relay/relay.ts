// Puts the relay together: two upstream feeds, the book, the viewers' hub and its doors, and the judgement of how far a
// price may be trusted. With a bus, one replica holds the upstream and the others take over what it publishes.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { ServerMessage, StateTable } from "../../app/wire/live.ts";
import { isTrading, type MarketCalendar, type Session, sessionAt } from "../../app/wire/market-sessions.ts";
import type { Instrument } from "../../app/wire/strategy.ts";
import type { ExchangeSegment } from "../../app/wire/vocabulary.ts";
import type { FeedTimeBase } from "../protocol/feed-time.ts";
import { Book } from "./book.ts";
import { type Bus, type BusLimits, createBusMember } from "./bus-member.ts";
import { ChannelDirectory, type InstrumentSource } from "./channels.ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Counters, createCounters, type Meters, NO_METERS } from "./counters.ts";
import { dialFeed, type FeedDialer } from "./feed-dialer.ts";
import type { FeedLogin, FeedTarget } from "./feed-slot.ts";
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

export type RelayOptions = {
  /** Addresses of each feed, first choice first; asked again before every dial, empty while there is none. */
  marketUrls(): readonly string[];
  depthUrls(): readonly string[];
  login(): FeedLogin | null;
  calendar: MarketCalendar;
  timeBase: FeedTimeBase;
  /** Indices of the market strip; they are always subscribed and show whether the feed lives. */
  strip: readonly string[];
  /** Whether there is a depth feed at all. */
  hasDepth: boolean;
  /** Always on the depth feed for the same reason. */
  depthCanaries: readonly string[];
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
  market: FeedHealth & { connections: ReturnType<UpstreamFeed["connections"]>; wanted: number };
  depth: FeedHealth & { connections: ReturnType<UpstreamFeed["connections"]>; wanted: number };
  bus: { isConfigured: boolean; isConnected: boolean; fence: number; leader: string | null };
  states: StateTable;
  hub: ReturnType<Hub["stats"]>;
  cells: number;
};

export type Relay = {
  readonly strip: readonly string[];
  readonly hasDepth: boolean;
  start(): void;
  /** What a page shows; waits a moment for instruments that nobody watched so far. Null: no such channel. */
  look(channels: readonly string[]): Promise<RelaySnapshot | null>;
  instrumentsOf(strategyId: string): Promise<Instrument[] | null>;
  session(segment: ExchangeSegment): Session;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  answer(request: IncomingMessage, response: ServerResponse, url: URL, address: string): boolean;
  status(): RelayStatus;
  counters: Counters;
  /** For viewers that come by other ways than the doors. */
  hub: Hub;
  /** Lets nobody in, sends the viewers away one by one, gives the upstream up. */
  stop(): Promise<void>;
};

/** Segments whose state viewers are told, beside the depth feed's own. */
const SHOWN_SEGMENTS: readonly ExchangeSegment[] = ["IDX_I", "NSE_EQ", "NSE_FNO", "BSE_EQ", "BSE_FNO"];
const JUDGE_EVERY_MS = 250;
const SESSION_KEPT_MS = 1_000;

export function createRelay(options: RelayOptions): Relay {
  const { limits } = options;
  const clock = options.clock ?? systemClock;
  const random = options.random ?? Math.random;
  const counters = createCounters();
  const book = new Book({ clock, counters, timeBase: options.timeBase });
  const sessions = new Map<ExchangeSegment, { at: number; session: Session }>();

  function session(segment: ExchangeSegment): Session {
    const now = clock.wall();
    const known = sessions.get(segment);
    if (known !== undefined && Math.abs(now - known.at) < SESSION_KEPT_MS) return known.session;
    const found = sessionAt(options.calendar, segment, now);
    sessions.set(segment, { at: now, session: found });
    return found;
  }

  function feed(kind: "market" | "depth"): UpstreamFeed {
    const urls = kind === "market" ? options.marketUrls : options.depthUrls;
    return new UpstreamFeed({
      kind,
      clock,
      random,
      dial: options.dial ?? dialFeed,
      limits: {
        ...limits,
        upstreamBatchInstruments:
          kind === "depth" ? limits.depthInstrumentsPerConnection : limits.upstreamBatchInstruments,
      },
      perConnection:
        kind === "market" ? limits.marketInstrumentsPerConnection : limits.depthInstrumentsPerConnection,
      canaries: kind === "market" ? options.strip : options.depthCanaries,
      target: (attempt): FeedTarget | null => {
        const all = urls();
        const url = all[attempt % Math.max(1, all.length)];
        const login = options.login();
        return url === undefined || login === null ? null : { url, login };
      },
      isTrading: (segment) => isTrading(session(segment)),
      book,
      counters,
      onEvent: (event, detail) =>
        options.onEvent({
          level: ["suspected", "closed", "refused"].includes(event) ? "warn" : "info",
          message: `${kind} feed ${event}`,
          detail,
        }),
    });
  }
  const upstream = { market: feed("market"), depth: feed("depth") };

  const member = createBusMember({
    bus: options.bus,
    clock,
    limits,
    book,
    counters,
    upstream,
    onEvent: options.onEvent,
  });
  const interest = {
    market: new Interest({
      clock,
      lingerMs: limits.interestLingerMs,
      onChange: (keys) => member.want("market", keys),
    }),
    depth: new Interest({
      clock,
      lingerMs: limits.interestLingerMs,
      onChange: (keys) => member.want("depth", keys),
    }),
  };
  const directory = new ChannelDirectory({
    source: options.source,
    clock,
    strip: options.strip,
    freshMs: limits.channelFreshMs,
    entries: limits.channelsKnown,
    unknownForMs: limits.unknownForMs,
    unknownEntries: limits.unknownNames,
  });
  const states = new StateKeeper();
  const hub = new Hub({
    book,
    clock,
    counters,
    meters: options.meters ?? NO_METERS,
    limits,
    directory,
    interest,
    states: () => states.table,
  });
  const doors = createLiveDoors({ hub, clock, counters, limits });

  function judgeAll(): void {
    const market = member.health("market");
    const depth = member.health("depth");
    const next: Record<string, Judged> = { depth: judge(depth, session("NSE_EQ")) };
    for (const segment of SHOWN_SEGMENTS) next[segment] = judge(market, session(segment));
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
    session,
    upgrade: doors.upgrade,
    answer: doors.answer,
    status: () => ({
      isLeader: member.isLeader(),
      market: {
        ...member.health("market"),
        connections: upstream.market.connections(),
        wanted: upstream.market.wanted().size,
      },
      depth: {
        ...member.health("depth"),
        connections: upstream.depth.connections(),
        wanted: upstream.depth.wanted().size,
      },
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
