// This process's part in a set of replicas: alone it holds the upstream; with a bus it holds it only while it has the
// lease, publishes conflated batches then, and otherwise takes over what the leader publishes. Batches carry the lease's
// fence, and one from an older lease is dropped.
import type { DepthRow, QuoteRow } from "../../app/wire/live.ts";
import type { Book } from "./book.ts";
import { type Batch, type BusMessageLimits, readBatch, readInterest } from "./bus-messages.ts";
import type { Clock } from "./clock.ts";
import type { Counters } from "./counters.ts";
import type { FeedKind } from "./feed-slot.ts";
import type { FeedHealth, UpstreamFeed } from "./upstream-feed.ts";

/** What the relay needs of a bus; bus-redis.ts provides it. */
export type Bus = {
  nodeId: string;
  connect(events: {
    onMessage(text: string): void;
    /** Somebody wants everything at once, or wants other instruments. */
    onCall(): void;
  }): void;
  isConnected(): boolean;
  /** The fence of the lease when it was won just now, null when another holds it. Throws when the bus is away. */
  acquireLease(forMs: number): Promise<number | null>;
  /** False when the lease is lost. Throws when the bus is away. */
  renewLease(forMs: number): Promise<boolean>;
  releaseLease(): Promise<void>;
  publish(text: string): Promise<void>;
  call(): Promise<void>;
  setInterest(text: string, forMs: number): Promise<void>;
  interests(): Promise<string[]>;
  close(): Promise<void>;
};

export type BusLimits = BusMessageLimits & {
  busLeaseMs: number;
  busRenewMs: number;
  busPublishMs: number;
  busSnapshotMs: number;
  busInterestMs: number;
  busSilentMs: number;
};

const COMPLAIN_EVERY_MS = 60_000;

export type BusMember = {
  start(): void;
  want(kind: FeedKind, keys: ReadonlySet<string>): void;
  health(kind: FeedKind): FeedHealth;
  isLeader(): boolean;
  busStatus(): { isConfigured: boolean; isConnected: boolean; fence: number; leader: string | null };
  stop(): Promise<void>;
};

export type BusMemberOptions = {
  bus: Bus | null;
  clock: Clock;
  limits: BusLimits;
  book: Book;
  counters: Counters;
  upstream: Record<FeedKind, UpstreamFeed>;
  onEvent(event: { level: "info" | "warn"; message: string; detail: string }): void;
};

export function createBusMember(options: BusMemberOptions): BusMember {
  return options.bus === null ? alone(options.upstream) : member({ ...options, bus: options.bus });
}

function alone(upstream: Record<FeedKind, UpstreamFeed>): BusMember {
  return {
    start() {
      upstream.market.start();
      upstream.depth.start();
    },
    want: (kind, keys) => upstream[kind].setWanted(keys),
    health: (kind) => upstream[kind].health(),
    isLeader: () => true,
    busStatus: () => ({ isConfigured: false, isConnected: false, fence: 0, leader: null }),
    async stop() {
      upstream.market.stop();
      upstream.depth.stop();
    },
  };
}

function member(options: BusMemberOptions & { bus: Bus }): BusMember {
  const { bus, clock, limits, book, counters, upstream } = options;
  const own: Record<FeedKind, ReadonlySet<string>> = { market: new Set(), depth: new Set() };
  let isLeader = false;
  let isStopped = false;
  /** Monotonic ms until which the lease is surely ours. */
  let leaseUntil = 0;
  let fence = 0;
  let leader: string | null = null;
  let heardAt: number | null = null;
  let told: Record<FeedKind, FeedHealth> | null = null;
  let publishedVersion = 0;
  let publishedAt = 0;
  let wantsSnapshot = true;
  let isTakingTurns = false;
  let complainedAt: number | null = null;
  const cancels: (() => void)[] = [];

  async function takeTurn(): Promise<void> {
    if (isTakingTurns || isStopped) return;
    isTakingTurns = true;
    const askedAt = clock.mono();
    try {
      if (isLeader) {
        if (await bus.renewLease(limits.busLeaseMs)) leaseUntil = askedAt + limits.busLeaseMs;
        else stepDown("another replica holds the lease");
      } else {
        const won = await bus.acquireLease(limits.busLeaseMs);
        if (won !== null && !isStopped) stepUp(won, askedAt + limits.busLeaseMs);
      }
      await shareInterest();
      if (isLeader) await takeInterests();
    } catch {
      counters.busFaults += 1;
    } finally {
      isTakingTurns = false;
    }
  }

  function stepUp(won: number, until: number): void {
    isLeader = true;
    fence = won;
    leader = bus.nodeId;
    leaseUntil = until;
    wantsSnapshot = true;
    counters.leaderChanges += 1;
    options.onEvent({ level: "info", message: "relay leads", detail: `fence ${won}` });
    // What the former leader said is not confirmed until our own feed repeats it.
    book.unconfirm([...book.cells()].map(({ key }) => key));
    upstream.market.setWanted(own.market);
    upstream.depth.setWanted(own.depth);
    upstream.market.start();
    upstream.depth.start();
  }

  function stepDown(why: string): void {
    if (!isLeader) return;
    isLeader = false;
    leader = null;
    heardAt = null;
    told = null;
    upstream.market.stop();
    upstream.depth.stop();
    options.onEvent({ level: "warn", message: "relay follows", detail: why });
  }

  /** The lease may end before the bus answers: the upstream is given up before somebody else can dial. */
  function guardLease(): void {
    if (isLeader && clock.mono() > leaseUntil - limits.busRenewMs / 2)
      stepDown("the lease could not be renewed");
  }

  async function shareInterest(): Promise<void> {
    const text = JSON.stringify({ market: [...own.market], depth: [...own.depth] });
    await bus.setInterest(text, limits.busInterestMs);
  }

  async function takeInterests(): Promise<void> {
    const union = { market: new Set(own.market), depth: new Set(own.depth) };
    for (const text of await bus.interests()) {
      const interest = readInterest(text, limits);
      if (interest === null) counters.busFaults += 1;
      for (const key of interest?.market ?? []) union.market.add(key);
      for (const key of interest?.depth ?? []) union.depth.add(key);
    }
    if (!isLeader) return;
    upstream.market.setWanted(union.market);
    upstream.depth.setWanted(union.depth);
  }

  function publish(): void {
    guardLease();
    if (!isLeader) return;
    const now = clock.mono();
    const isWhole = wantsSnapshot || now - publishedAt > limits.busSnapshotMs;
    const since = isWhole ? -1 : publishedVersion;
    const rows: QuoteRow[] = [];
    for (const cell of book.cells()) if (cell.version > since && cell.ltp > 0) rows.push(book.fullRow(cell));
    const ladders: DepthRow[] = [];
    for (const ladder of book.ladders()) if (ladder.version > since) ladders.push(book.depthRow(ladder));
    publishedVersion = book.version;
    if (isWhole) {
      publishedAt = now;
      wantsSnapshot = false;
    }
    const batch: Batch = {
      fence,
      node: bus.nodeId,
      isWhole,
      market: upstream.market.health(),
      depth: upstream.depth.health(),
      rows,
      ladders,
    };
    bus.publish(JSON.stringify(batch)).catch(() => {
      counters.busFaults += 1;
    });
  }

  /** The first of a minute is worth a line: a bus server whose clock is minutes ahead of ours is refused all along. */
  function complain(why: string): void {
    const now = clock.mono();
    if (complainedAt !== null && now - complainedAt < COMPLAIN_EVERY_MS) return;
    complainedAt = now;
    options.onEvent({ level: "warn", message: "a bus message is refused", detail: why });
  }

  function receive(text: string): void {
    const read = readBatch(text, limits, clock.wall());
    if (typeof read === "string") {
      counters.busFaults += 1;
      complain(read);
      return;
    }
    const { batch } = read;
    counters.busFaults += read.faults;
    counters.busMessages += 1;
    if (batch.node === bus.nodeId) return;
    if (batch.fence < fence) {
      counters.busFenced += 1;
      return;
    }
    if (isLeader) stepDown("a later lease speaks");
    fence = batch.fence;
    leader = batch.node;
    heardAt = clock.mono();
    told = { market: batch.market, depth: batch.depth };
    // What is held does not grow past its bound, whatever is sent.
    for (const row of batch.rows)
      if (book.cell(row[0]) !== undefined || book.size < limits.busInstruments) book.applyRow(row);
    for (const ladder of batch.ladders)
      if (book.ladder(ladder[0]) !== undefined || book.ladderCount < limits.busInstruments)
        book.applyLadder(ladder);
    if (batch.isWhole) {
      // What the leader no longer watches is let go here too.
      const kept = new Set(batch.rows.map(([key]) => key));
      for (const { key } of [...book.cells()]) if (!kept.has(key)) book.forget(key);
      const keptLadders = new Set(batch.ladders.map(([key]) => key));
      for (const { key } of [...book.ladders()]) if (!keptLadders.has(key)) book.forgetLadder(key);
    }
  }

  return {
    start() {
      bus.connect({
        onMessage: receive,
        onCall: () => {
          wantsSnapshot = true;
          if (isLeader) void takeInterests().catch(() => {});
          // The call may be a leader's farewell.
          else void takeTurn();
        },
      });
      cancels.push(
        clock.every(limits.busRenewMs, () => void takeTurn()),
        clock.every(limits.busPublishMs, publish),
      );
      void takeTurn();
    },
    want(kind, keys) {
      own[kind] = new Set(keys);
      if (isLeader) void takeInterests().catch(() => {});
      else
        void shareInterest()
          .then(() => bus.call())
          .catch(() => {
            counters.busFaults += 1;
          });
    },
    health(kind) {
      if (isLeader) return upstream[kind].health();
      const nothing: FeedHealth = {
        phase: "standby",
        reason: "",
        since: clock.wall(),
        ageMs: null,
        refused: 0,
      };
      if (told === null || heardAt === null) return nothing;
      const silentMs = clock.mono() - heardAt;
      const health = told[kind];
      const ageMs = health.ageMs === null ? null : health.ageMs + silentMs;
      return { ...health, ageMs, phase: silentMs > limits.busSilentMs ? "standby" : health.phase };
    },
    isLeader: () => isLeader,
    busStatus: () => ({ isConfigured: true, isConnected: bus.isConnected(), fence, leader }),
    async stop() {
      isStopped = true;
      for (const cancel of cancels) cancel();
      const wasLeader = isLeader;
      isLeader = false;
      upstream.market.stop();
      upstream.depth.stop();
      try {
        if (wasLeader) await bus.releaseLease();
        await bus.call();
      } catch {
        counters.busFaults += 1;
      }
      await bus.close();
    },
  };
}
