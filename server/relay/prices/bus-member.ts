// One replica's part in sharing prices. The holder of the lease (the leader) connects to the provider and
// publishes batches of changes. The other replicas apply these batches. A replica without a bus always connects.
// Batches with the fence of an earlier lease are dropped.
import type { Clock } from "../clock.ts";
import { Lease, type LeaseBus, type LeaseLimits } from "../lease.ts";
import { BatchWriter, LeaderHealth } from "./batches.ts";
import { type BusMessageLimits, readBatch, readInterest, writeBatch } from "./bus-messages.ts";
import type { Counters } from "./counters.ts";
import { type Feed, mapByFeedName } from "./feed.ts";
import type { FeedDefinition } from "./feeds/feed-definition.ts";
import type { FeedHealth } from "./upstream-feed.ts";

/** The operations of the bus that the price relay needs. */
export type Bus = LeaseBus & {
  setInterest(text: string, forMs: number): Promise<void>;
  interests(): Promise<string[]>;
};

export type BusLimits = BusMessageLimits &
  LeaseLimits & {
    busPublishMs: number;
    busSnapshotMs: number;
    busInterestMs: number;
    busSilentMs: number;
    busResyncMs: number;
  };

const LOG_REFUSED_EVERY_MS = 60_000;

export type BusMember = {
  start(): void;
  want(feed: Feed, keys: ReadonlySet<string>): void;
  health(feed: Feed): FeedHealth;
  isLeader(): boolean;
  busStatus(): { isConfigured: boolean; isConnected: boolean; fence: number; leader: string | null };
  stop(): Promise<void>;
};

export type BusMemberOptions = {
  bus: Bus | null;
  clock: Clock;
  limits: BusLimits;
  feeds: readonly Feed[];
  version: { readonly current: number };
  counters: Counters;
  onEvent(event: { level: "info" | "warn"; message: string; detail: string }): void;
};

export function createBusMember(options: BusMemberOptions): BusMember {
  return options.bus === null ? alone(options.feeds) : new Replica({ ...options, bus: options.bus });
}

function alone(feeds: readonly Feed[]): BusMember {
  return {
    start() {
      for (const { upstream } of feeds) upstream.start();
    },
    want: ({ upstream }, keys) => upstream.setWanted(keys),
    health: ({ upstream }) => upstream.health(),
    isLeader: () => true,
    busStatus: () => ({ isConfigured: false, isConnected: false, fence: 0, leader: null }),
    async stop() {
      for (const { upstream } of feeds) upstream.stop();
    },
  };
}

class Replica implements BusMember {
  readonly #options: BusMemberOptions & { bus: Bus };
  readonly #lease: Lease;
  readonly #batches: BatchWriter;
  readonly #leaderHealth: LeaderHealth;
  readonly #definitions: readonly FeedDefinition[];
  #leader: string | null = null;
  #isUpdatingLease = false;
  #isStopped = false;
  #complainedAt: number | null = null;
  #resyncedAt = Number.NEGATIVE_INFINITY;
  #cancels: (() => void)[] = [];

  constructor(options: BusMemberOptions & { bus: Bus }) {
    this.#options = options;
    const { bus, clock, limits, feeds } = options;
    this.#definitions = feeds.map(({ definition }) => definition);
    this.#lease = new Lease({
      bus,
      clock,
      limits,
      onWon: (fence) => this.#lead(fence),
      onLost: (why) => this.#follow(why),
    });
    this.#batches = new BatchWriter({ ...options, nodeId: bus.nodeId });
    this.#leaderHealth = new LeaderHealth(clock, limits.busSilentMs);
  }

  start(): void {
    const { bus, clock, limits } = this.#options;
    bus.connect({
      onMessage: (text, isGap) => this.#receive(text, isGap),
      onCall: () => {
        this.#batches.requestSnapshot();
        if (this.#lease.isHeld) void this.#subscribeAllInterests().catch(() => {});
        // The caller may be a leader that stops. This replica therefore tries to acquire the lease at once.
        else void this.#updateLease();
      },
    });
    this.#cancels = [
      clock.every(limits.busRenewMs, () => void this.#updateLease()),
      clock.every(limits.busPublishMs, () => this.#publish()),
    ];
    void this.#updateLease();
  }

  want(): void {
    if (this.#lease.isHeld) void this.#subscribeAllInterests().catch(() => {});
    else
      void this.#shareInterest()
        .then(() => this.#options.bus.call())
        .catch(() => this.#countFault());
  }

  health({ definition, upstream }: Feed): FeedHealth {
    return this.#lease.isHeld ? upstream.health() : this.#leaderHealth.of(definition.name);
  }

  isLeader(): boolean {
    return this.#lease.isHeld;
  }

  busStatus(): ReturnType<BusMember["busStatus"]> {
    const isConnected = this.#options.bus.isConnected();
    return { isConfigured: true, isConnected, fence: this.#lease.fence, leader: this.#leader };
  }

  async stop(): Promise<void> {
    const { bus, feeds } = this.#options;
    this.#isStopped = true;
    for (const cancel of this.#cancels) cancel();
    const wasLeader = this.#lease.end();
    for (const { upstream } of feeds) upstream.stop();
    try {
      if (wasLeader) await bus.releaseLease();
      await bus.call();
    } catch {
      this.#countFault();
    }
    await bus.close();
  }

  async #updateLease(): Promise<void> {
    if (this.#isUpdatingLease || this.#isStopped) return;
    this.#isUpdatingLease = true;
    try {
      await this.#lease.acquireOrRenew();
      await this.#shareInterest();
      if (this.#lease.isHeld) await this.#subscribeAllInterests();
    } catch {
      this.#countFault();
    } finally {
      this.#isUpdatingLease = false;
    }
  }

  #lead(fence: number): void {
    const { bus, counters, feeds } = this.#options;
    this.#leader = bus.nodeId;
    this.#batches.requestSnapshot();
    counters.leaderChanges += 1;
    this.#options.onEvent({
      level: "info",
      message: "prices: this replica became the leader",
      detail: `fence ${fence}`,
    });
    // Prices from the former leader stay unconfirmed until this replica receives them from the provider.
    for (const { values } of feeds) values.unconfirm(values.keys());
    for (const feed of feeds) feed.upstream.setWanted(feed.interest.keys());
    for (const { upstream } of feeds) upstream.start();
  }

  #follow(why: string): void {
    this.#leader = null;
    this.#leaderHealth.forget();
    for (const { upstream } of this.#options.feeds) upstream.stop();
    this.#options.onEvent({
      level: "warn",
      message: "prices: this replica is no longer the leader",
      detail: why,
    });
  }

  async #shareInterest(): Promise<void> {
    const { bus, feeds, limits } = this.#options;
    const own = mapByFeedName(feeds, ({ interest }) => [...interest.keys()]);
    await bus.setInterest(JSON.stringify(own), limits.busInterestMs);
  }

  async #subscribeAllInterests(): Promise<void> {
    const { bus, limits, feeds } = this.#options;
    const watched = feeds.map((feed) => ({ feed, lists: [[...feed.interest.keys()]] }));
    for (const text of await bus.interests()) {
      const interest = readInterest(text, limits, this.#definitions);
      if (interest === null) this.#countFault();
      else for (const { feed, lists } of watched) lists.push([...(interest[feed.definition.name] ?? [])]);
    }
    if (this.#lease.isHeld)
      for (const { feed, lists } of watched) feed.upstream.setWanted(interleaved(lists));
  }

  #publish(): void {
    this.#lease.expireIfUnrenewed();
    if (!this.#lease.isHeld) return;
    const batch = this.#batches.write(this.#lease.fence);
    this.#options.bus.publish(writeBatch(batch, this.#definitions)).catch(() => this.#countFault());
  }

  #receive(text: string, isGap: boolean): void {
    const { bus, feeds, counters, limits } = this.#options;
    const read = readBatch(text, limits, this.#definitions);
    if (typeof read === "string") {
      this.#refuse(read);
      return;
    }
    const { batch } = read;
    counters.busFaults += read.faults;
    if (batch.node === bus.nodeId) {
      counters.busMessages += 1;
      return;
    }
    const judged = this.#lease.classifyFence(batch.fence);
    if (judged === "future") {
      this.#refuse("its fence is too far in the future");
      return;
    }
    counters.busMessages += 1;
    if (judged !== "current") {
      counters.busFenced += 1;
      if (judged === "rival") void this.#updateLease();
      return;
    }
    if (isGap && !batch.isWhole) this.#resync();
    this.#leader = batch.node;
    this.#leaderHealth.apply(batch);
    for (const { definition, values } of feeds)
      values.applyRows(batch.rows[definition.name] ?? [], batch.isWhole, limits.busInstruments);
  }

  /** Requests all prices from the leader after a batch with changes was lost. */
  #resync(): void {
    const { bus, clock, counters, limits } = this.#options;
    counters.busGaps += 1;
    if (clock.mono() - this.#resyncedAt < limits.busResyncMs) return;
    this.#resyncedAt = clock.mono();
    bus.call().catch(() => this.#countFault());
  }

  /** Logs the first refusal per minute. */
  #refuse(why: string): void {
    this.#countFault();
    const now = this.#options.clock.mono();
    if (this.#complainedAt !== null && now - this.#complainedAt < LOG_REFUSED_EVERY_MS) return;
    this.#complainedAt = now;
    this.#options.onEvent({ level: "warn", message: "prices: bus message refused", detail: why });
  }

  #countFault(): void {
    this.#options.counters.busFaults += 1;
  }
}

/** Yields the lists' items in turn, so that each replica gets an equal share if the total exceeds the capacity. */
function* interleaved(lists: readonly (readonly string[])[]): Generator<string> {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  for (let index = 0; index < longest; index += 1)
    for (const list of lists) {
      const key = list[index];
      if (key !== undefined) yield key;
    }
}
