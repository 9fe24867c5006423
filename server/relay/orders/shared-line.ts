// The partner's connection to the order-update socket, shared by replicas: the holder of a lease listens and tells the others over the bus,
// numbered, so that a message that was lost is noticed and lists are read again. Without the bus each replica listens for itself: an order
// that filled is worth a connection more.
import type { Clock } from "../clock.ts";
import { Lease, type LeaseBus, type LeaseLimits } from "../lease.ts";
import type { OrderNews, OrderNewsSeal } from "./order-news.ts";
import type { OrderUpstream, OrderUpstreamOptions } from "./order-upstream.ts";

/** A connection as tabs need it: their own, or another replica's. */
export type OrderLine = { readonly isUp: boolean; start(): void; stop(): void };

/** What replicas share order updates by. */
export type OrderShare = { openBus: () => LeaseBus; news: OrderNewsSeal };

type Heard = Pick<OrderUpstreamOptions, "onAlert" | "onState">;
type News = Omit<OrderNews, "node" | "fence" | "number">;

export type SharedLineOptions = Heard & {
  share: OrderShare;
  /** A connection of this replica's own. */
  dial: (heard: Heard) => OrderUpstream;
  clock: Clock;
  limits: LeaseLimits & {
    /** The holder says that often that it is there. */
    orderBusBeatMs: number;
    /** Messages that wait to be sealed or opened, at most. */
    orderBusWaiting: number;
    busSilentMs: number;
  };
  onEvent: (event: { level: "info" | "warn"; message: string; detail?: string }) => void;
};

export class SharedOrderLine implements OrderLine {
  readonly #options: SharedLineOptions;
  readonly #bus: LeaseBus;
  readonly #lease: Lease;
  readonly #sending: Turns;
  readonly #reading: Turns;
  #own: OrderUpstream | null = null;
  #isUp = false;
  #isTakingTurns = false;
  #isStopped = false;
  /** Monotonic ms. */
  #busAwayFrom: number | null = null;
  #heardAt = 0;
  /** The last message of whoever holds the lease. */
  #last: { fence: number; number: number } | null = null;
  #number = 0;
  #cancels: (() => void)[] = [];

  constructor(options: SharedLineOptions) {
    this.#options = options;
    const { clock, limits, share } = options;
    this.#sending = new Turns(limits.orderBusWaiting);
    this.#reading = new Turns(limits.orderBusWaiting);
    this.#bus = share.openBus();
    this.#lease = new Lease({
      bus: this.#bus,
      clock,
      limits,
      onWon: (fence) => this.#note("info", "order updates: this replica listens for all", `fence ${fence}`),
      onLost: (why) => this.#note("warn", "order updates: this replica listens for all no more", why),
    });
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Once. */
  start(): void {
    const { clock, limits, share } = this.#options;
    this.#bus.connect({
      onMessage: (text) =>
        void this.#reading.take(async () => this.#receive(await share.news.open(text, clock.wall()))),
      // A holder's farewell.
      onCall: () => void this.#takeTurn(),
    });
    this.#cancels = [
      clock.every(limits.busRenewMs, () => void this.#takeTurn()),
      clock.every(limits.orderBusBeatMs, () => this.#beat()),
    ];
    void this.#takeTurn();
  }

  stop(): void {
    const bus = this.#bus;
    this.#isStopped = true;
    this.#isUp = false;
    for (const cancel of this.#cancels) cancel();
    this.#own?.stop();
    this.#own = null;
    // A lease that cannot be given back ends by itself.
    const isGivenBack = this.#lease.end() ? bus.releaseLease().then(() => bus.call()) : Promise.resolve();
    void isGivenBack.catch(() => {}).finally(() => bus.close());
  }

  async #takeTurn(): Promise<void> {
    if (this.#isTakingTurns || this.#isStopped) return;
    this.#isTakingTurns = true;
    try {
      await this.#lease.turn();
      this.#busAwayFrom = null;
    } catch {
      this.#busAwayFrom ??= this.#options.clock.mono();
    } finally {
      this.#isTakingTurns = false;
      this.#listenOrNot();
    }
  }

  #beat(): void {
    const { clock, limits } = this.#options;
    if (this.#busAwayFrom !== null) void this.#takeTurn();
    this.#lease.guard();
    this.#listenOrNot();
    if (this.#own !== null) this.#tell({ isUp: this.#isUp });
    else if (clock.mono() - this.#heardAt > limits.busSilentMs)
      this.#say(false, "the replica that listens is silent");
  }

  /** The holder listens, and where the bus is away everybody. */
  #listenOrNot(): void {
    if (this.#isStopped) return;
    const { clock, limits, dial, onAlert } = this.#options;
    const isBusAway = this.#busAwayFrom !== null && clock.mono() - this.#busAwayFrom >= limits.busSilentMs;
    const listens = this.#lease.isHeld || isBusAway;
    if (listens === (this.#own !== null)) return;
    this.#say(false, listens ? "this replica listens from now on" : "another replica listens from now on");
    this.#last = null;
    this.#own?.stop();
    this.#own = listens
      ? dial({
          onAlert: (alert) => {
            onAlert(alert);
            this.#tell({ isUp: true, alert });
          },
          onState: (isUp, reason) => {
            this.#say(isUp, reason);
            this.#tell({ isUp });
          },
        })
      : null;
    this.#own?.start();
  }

  #tell(news: News): void {
    const { clock, share } = this.#options;
    if (!this.#lease.isHeld) return;
    this.#number += 1;
    const words = { ...news, node: this.#bus.nodeId, fence: this.#lease.fence, number: this.#number };
    // What cannot be sent is a number that the others miss.
    void this.#sending.take(async () => this.#bus.publish(await share.news.seal(words, clock.wall())));
  }

  #receive(news: OrderNews | null): void {
    const { clock, onAlert } = this.#options;
    if (this.#isStopped || news === null || news.node === this.#bus.nodeId) return;
    if (!this.#lease.hear(news.fence)) return;
    this.#listenOrNot();
    if (this.#own !== null) return;
    const follows = this.#last?.fence === news.fence && this.#last.number + 1 === news.number;
    this.#last = { fence: news.fence, number: news.number };
    this.#heardAt = clock.mono();
    if (!news.isUp || !follows)
      this.#say(
        false,
        news.isUp ? "a message between replicas was lost" : "the replica that listens has no connection",
      );
    if (news.isUp) this.#say(true, "another replica listens");
    if (news.alert !== undefined) onAlert(news.alert);
  }

  #say(isUp: boolean, reason: string): void {
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    this.#options.onState(isUp, reason);
  }

  #note(level: "info" | "warn", message: string, detail: string): void {
    this.#options.onEvent({ level, message, detail });
  }
}

/** Work that waits for another part to end, each in its turn; what is too much, or fails, is left out. */
class Turns {
  readonly #most: number;
  #waiting = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(most: number) {
    this.#most = most;
  }

  async take(work: () => Promise<void>): Promise<void> {
    if (this.#waiting >= this.#most) return;
    this.#waiting += 1;
    this.#last = this.#last
      .then(work)
      .catch(() => {})
      .finally(() => {
        this.#waiting -= 1;
      });
    await this.#last;
  }
}
