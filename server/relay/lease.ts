// Which replica holds the upstream: a lease on the bus that its holder renews, with a fence that grows with each holder. The holder gives
// it up before it can end, so that never two dial.
import type { Clock } from "./clock.ts";

/** What replicas need of a bus to agree on one of them and to tell one another; bus-redis.ts provides it. */
export type LeaseBus = {
  nodeId: string;
  connect(events: {
    onMessage(text: string): void;
    /** Somebody wants everything at once, or wants something else, or goes. */
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
  close(): Promise<void>;
};

export type LeaseLimits = { busLeaseMs: number; busRenewMs: number };

type LeaseOptions = {
  bus: Pick<LeaseBus, "acquireLease" | "renewLease">;
  clock: Clock;
  limits: LeaseLimits;
  onWon(fence: number): void;
  onLost(why: string): void;
};

export class Lease {
  readonly #options: LeaseOptions;
  #isHeld = false;
  #isOver = false;
  /** Monotonic ms until which it is surely ours. */
  #until = 0;
  #fence = 0;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Of this lease where it is ours, else the newest that was heard of. */
  get fence(): number {
    return this.#fence;
  }

  /** Renews it, or tries to win it. Throws when the bus is away. */
  async turn(): Promise<void> {
    const { bus, clock, limits } = this.#options;
    const askedAt = clock.mono();
    if (this.#isHeld) {
      if (await bus.renewLease(limits.busLeaseMs)) this.#until = askedAt + limits.busLeaseMs;
      else this.#lose("another replica holds the lease");
      return;
    }
    const won = await bus.acquireLease(limits.busLeaseMs);
    if (won === null || this.#isOver) return;
    this.#isHeld = true;
    this.#fence = won;
    this.#until = askedAt + limits.busLeaseMs;
    this.#options.onWon(won);
  }

  /** It may end before the bus answers: it is given up before somebody else can dial. */
  guard(): void {
    const { clock, limits } = this.#options;
    if (this.#isHeld && clock.mono() > this.#until - limits.busRenewMs / 2)
      this.#lose("the lease could not be renewed");
  }

  /** Somebody speaks with this fence. False where it is older than what was heard. */
  hear(fence: number): boolean {
    if (fence < this.#fence) return false;
    if (this.#isHeld) this.#lose("a later lease speaks");
    this.#fence = fence;
    return true;
  }

  /** Ends it for good; returns whether it was ours. */
  end(): boolean {
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    this.#isOver = true;
    return wasHeld;
  }

  #lose(why: string): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#options.onLost(why);
  }
}
