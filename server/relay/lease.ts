// Decides which replica holds the upstream: a lease on the bus that its holder renews, with a fence that grows with each holder. The holder
// gives the lease up before it expires, so that two replicas never dial at once. Only the bus can end a lease; no message can.
import type { Clock } from "./clock.ts";

/** The bus as replicas use it to agree on a holder and to exchange messages; bus-redis.ts provides it. */
export type LeaseBus = {
  nodeId: string;
  connect(events: {
    /** A message of a replica of this site. `isGap`: one before it was lost. */
    onMessage(text: string, isGap: boolean): void;
    /** A replica requests all prices, changed its interests, or stops. */
    onCall(): void;
  }): void;
  isConnected(): boolean;
  /**
   * Returns the fence of the acquired lease, or null when another replica holds it. Throws when the bus is unavailable.
   */
  acquireLease(forMs: number): Promise<number | null>;
  /** Returns false when the lease is lost. Throws when the bus is unavailable. */
  renewLease(forMs: number): Promise<boolean>;
  releaseLease(): Promise<void>;
  publish(text: string): Promise<void>;
  call(): Promise<void>;
  close(): Promise<void>;
};

export type LeaseLimits = { busLeaseMs: number; busRenewMs: number; busMessageValidMs: number };

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
  /** Monotonic ms until which the lease is certainly held. */
  #until = 0;
  #fence = 0;
  /** Monotonic ms of the last accepted message, or of the end of this replica's own lease. */
  #receivedAt = 0;

  constructor(options: LeaseOptions) {
    this.#options = options;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Fence of the lease held here, otherwise the last one received. */
  get fence(): number {
    return this.#fence;
  }

  /** Renews the lease or tries to acquire it. Throws when the bus is unavailable. */
  async acquireOrRenew(): Promise<void> {
    const { bus, clock, limits } = this.#options;
    const requestedAt = clock.mono();
    if (this.#isHeld) {
      if (await bus.renewLease(limits.busLeaseMs)) this.#until = requestedAt + limits.busLeaseMs;
      else this.#lose("another replica holds the lease");
      return;
    }
    const won = await bus.acquireLease(limits.busLeaseMs);
    if (won === null || this.#isOver) return;
    this.#isHeld = true;
    this.#fence = won;
    this.#until = requestedAt + limits.busLeaseMs;
    this.#options.onWon(won);
  }

  /** Gives up a lease that could not be renewed, before another replica can dial. */
  expireIfUnrenewed(): void {
    const { clock, limits } = this.#options;
    if (this.#isHeld && clock.mono() > this.#until - limits.busRenewMs / 2)
      this.#lose("the lease could not be renewed");
  }

  /**
   * Classifies the fence of a message from another replica. Only messages that are "current" are used, all others are
   * dropped. "rival" is a later lease than the one held here: only the bus decides, so the caller runs acquireOrRenew(). A lower
   * fence is accepted once no message was accepted for as long as a lease lasts, so that a wrong fence blocks no
   * replica for longer.
   */
  classifyFence(fence: number): "current" | "old" | "future" | "rival" {
    const { clock, limits } = this.#options;
    if (fence > clock.wall() + limits.busMessageValidMs) return "future";
    if (this.#isHeld) return fence > this.#fence ? "rival" : "old";
    const isSilent = clock.mono() - this.#receivedAt > limits.busLeaseMs;
    if (fence < this.#fence && !isSilent) return "old";
    this.#fence = fence;
    this.#receivedAt = clock.mono();
    return "current";
  }

  /** Ends the lease for good; returns true if it was held. */
  end(): boolean {
    const wasHeld = this.#isHeld;
    this.#isHeld = false;
    this.#isOver = true;
    return wasHeld;
  }

  #lose(why: string): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#receivedAt = this.#options.clock.mono();
    this.#options.onLost(why);
  }
}
