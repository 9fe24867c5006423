// Creates the relay: the feeds, the viewers' hub and its endpoints, and the price states. With a bus, one replica
// connects to the provider and publishes batches of prices, which the other replicas apply.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import type { Instrument } from "../../../app/contract/base-api/strategy.ts";
import type { Snapshot, StateTable } from "../../../app/contract/live/live.ts";
import type { MarketCalendar, Session } from "../../../app/domain/market-sessions.ts";
import type { ExchangeSegment } from "../../../app/domain/vocabulary.ts";
import type { FeedTimeBase } from "../../protocol/market-feed.ts";
import { type Clock, systemClock } from "../clock.ts";
import type { FeedDialer } from "../reconnecting-socket.ts";
import { type Bus, type BusLimits, createBusMember } from "./bus-member.ts";
import { ChannelDirectory, type InstrumentSource } from "./channels.ts";
import { type Counters, createCounters, type Meters, NO_METERS } from "./counters.ts";
import { type Feed, type FeedSource, mapByFeedName, openFeed } from "./feed.ts";
import type { FeedLogin } from "./feeds/feed-definition.ts";
import { Hub, type HubLimits } from "./hub.ts";
import { createLiveViewers, type ViewerServerLimits } from "./live-viewers.ts";
import { type ComputedPriceState, computePriceState, PriceStateTracker, Sessions } from "./price-states.ts";
import type { FeedHealth, UpstreamFeed, UpstreamLimits } from "./upstream-feed.ts";

export type RelayLimits = HubLimits &
  ViewerServerLimits &
  UpstreamLimits &
  BusLimits & {
    interestLingerMs: number;
    channelFreshMs: number;
    channelsKnown: number;
    unknownNames: number;
    unknownForMs: number;
    pageWaitMs: number;
    drainOverMs: number;
  };

export type RelayOptions = {
  /** The order of the feeds determines the order of their rows in messages to viewers. */
  feeds: readonly FeedSource[];
  login(): FeedLogin | null;
  calendar: MarketCalendar;
  timeBase: FeedTimeBase;
  /** Instruments of the market strip. */
  strip: readonly string[];
  source: InstrumentSource;
  /** Null if this process shares prices with no other replica and always connects to the provider. */
  bus: Bus | null;
  limits: RelayLimits;
  clock?: Clock;
  random?: () => number;
  dial?: FeedDialer;
  meters?: Meters;
  onEvent(event: { level: "info" | "warn"; message: string; detail: string }): void;
};

export type RelayStatus = {
  isLeader: boolean;
  feeds: Record<
    string,
    FeedHealth & {
      connections: ReturnType<UpstreamFeed["connections"]>;
      wanted: number;
      /** Number of instruments that this replica's viewers watch. */
      own: number;
      capacity: number;
    }
  >;
  bus: { isConfigured: boolean; isConnected: boolean; fence: number; leader: string | null };
  states: StateTable;
  hub: ReturnType<Hub["stats"]>;
  cells: number;
};

export type Relay = {
  readonly strip: readonly string[];
  /** False if the feed of this name is not used. */
  hasFeed(name: string): boolean;
  start(): void;
  /**
   * Returns the prices for a page. Waits briefly for instruments without a price. Null if none of the channels exists.
   */
  snapshot(channels: readonly string[]): Promise<Snapshot | null>;
  instrumentsOf(strategyId: string): Promise<Instrument[] | null>;
  session(segment: ExchangeSegment): Session;
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  answer(request: IncomingMessage, response: ServerResponse, url: URL, address: string): boolean;
  status(): RelayStatus;
  counters: Counters;
  /** Viewers and their channels. Tests connect viewers here without a socket. */
  hub: Hub;
  /** Refuses new viewers, disconnects the current viewers one by one, and closes the upstream connections. */
  stop(): Promise<void>;
};

const JUDGE_EVERY_MS = 250;

export function createRelay(options: RelayOptions): Relay {
  const { limits, bus, strip, source, onEvent } = options;
  const clock = options.clock ?? systemClock;
  const counters = createCounters();
  const version = { current: 0 };
  const context = { clock, counters, version, timeBase: options.timeBase };
  const sessions = new Sessions(options.calendar, clock);
  const feeds = options.feeds.map((one) =>
    openFeed(one, options, context, sessions, (feed, keys) => member.want(feed, keys)),
  );
  const member = createBusMember({ bus, clock, limits, feeds, version, counters, onEvent });
  const states = new PriceStateTracker();
  const directory = new ChannelDirectory({ feeds, source, clock, strip, limits });
  const meters = options.meters ?? NO_METERS;
  const hub = new Hub({
    feeds,
    version,
    clock,
    counters,
    meters,
    limits,
    directory,
    states: () => states.table,
  });
  const viewerServers = createLiveViewers({ hub, clock, counters, limits });

  function judgeAll(): void {
    const next: Record<string, ComputedPriceState> = {};
    for (const feed of feeds) {
      const health = member.health(feed);
      for (const [name, segment] of Object.entries(feed.definition.states))
        next[name] = computePriceState(health, segment, sessions.of(segment));
    }
    if (states.update(next, clock.wall())) hub.broadcastStates();
  }

  let cancelJudging: (() => void) | null = null;

  return {
    strip: options.strip,
    hasFeed: (name) =>
      options.feeds.some(({ definition, urls }) => definition.name === name && urls !== null),
    start() {
      judgeAll();
      hub.start();
      member.start();
      cancelJudging = clock.every(JUDGE_EVERY_MS, judgeAll);
    },
    snapshot: (channels) => hub.look(channels, limits.pageWaitMs, "page"),
    instrumentsOf: (strategyId) => directory.instrumentsOf(strategyId, "page"),
    session: (segment) => sessions.of(segment),
    upgrade: viewerServers.upgrade,
    answer: viewerServers.answer,
    status: () => ({
      isLeader: member.isLeader(),
      feeds: mapByFeedName(feeds, (feed) => ({
        ...member.health(feed),
        connections: feed.upstream.connections(),
        wanted: feed.upstream.wanted().size,
        own: feed.interest.keys().size,
        capacity: feed.definition.limits.instrumentsPerConnection * limits.upstreamConnections,
      })),
      bus: member.busStatus(),
      states: states.table,
      hub: hub.stats(),
      cells: countCells(feeds),
    }),
    counters,
    hub,
    async stop() {
      viewerServers.shut();
      await member.stop();
      await hub.drain(limits.drainOverMs);
      cancelJudging?.();
      hub.stop();
      viewerServers.stop();
    },
  };
}

/** Returns the number of instruments that have a last price. */
function countCells(feeds: readonly Feed[]): number {
  return feeds
    .filter(({ definition }) => definition.onDemandSegments === null)
    .reduce((sum, { values }) => sum + values.size, 0);
}
