// Decides which replica connects to the provider. That replica has a lease on the bus and renews it. Each new holder
// gets a higher fence. A holder stops before its lease expires, so that two replicas never connect at the same time.
// Only the bus can end a lease; messages from other replicas cannot.
import type { Clock } from "./clock.ts";

/**
 * The operations of the bus that replicas use to agree on a holder and to exchange messages; bus-redis.ts implements
 * them.
 */
export type LeaseBus = {
  nodeId: string;
  connect(events: {
    /** Receives a message of another replica. `isGap` is true if an earlier message was lost. */
    onMessage(text: string, isGap: boolean): void;
    /** Called when a replica requests all prices, watches other instruments, or stops. */
    onCall(): void;
  }): void;
  isConnected(): boolean;
  /**
   * Acquires the lease and returns its fence. Returns null if another replica holds the lease. Throws if the bus is
   * unavailable.
   */
  acquireLease(forMs: number): Promise<number | null>;
  /** Renews the lease. Returns false if this replica no longer holds it. Throws if the bus is unavailable. */
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
  #isEnded = false;
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

  /** Fence of this replica's lease. If it has none, the last fence that was received. */
  get fence(): number {
    return this.#fence;
  }

  /** Renews the lease or tries to acquire it. Throws if the bus is unavailable. */
  async acquireOrRenew(): Promise<void> {
    const { bus, clock, limits } = this.#options;
    const requestedAt = clock.mono();
    if (this.#isHeld) {
      if (await bus.renewLease(limits.busLeaseMs)) this.#until = requestedAt + limits.busLeaseMs;
      else this.#lose("another replica holds the lease");
      return;
    }
    const won = await bus.acquireLease(limits.busLeaseMs);
    if (won === null || this.#isEnded) return;
    this.#isHeld = true;
    this.#fence = won;
    this.#until = requestedAt + limits.busLeaseMs;
    this.#options.onWon(won);
  }

  /** Gives up a lease that could not be renewed, before it expires and another replica acquires it. */
  expireIfUnrenewed(): void {
    const { clock, limits } = this.#options;
    if (this.#isHeld && clock.mono() > this.#until - limits.busRenewMs / 2)
      this.#lose("the lease could not be renewed");
  }

  /**
   * Classifies the fence of a message from another replica. Only messages with a "current" fence are used. "rival":
   * another replica acquired the lease later, so the caller runs acquireOrRenew() and the bus decides. A lower fence
   * becomes current if no message was accepted for the duration of a lease, so that a wrong fence cannot block replicas
   * for longer.
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
    this.#isEnded = true;
    return wasHeld;
  }

  #lose(why: string): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#receivedAt = this.#options.clock.mono();
    this.#options.onLost(why);
  }
}
