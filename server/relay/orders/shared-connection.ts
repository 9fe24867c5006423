// The partner's connection to the order-update socket, shared by replicas: the holder of a lease connects, and
// publishes each change on the bus. Messages are numbered, so that tabs reload their lists after a loss. While the bus
// is unavailable, each replica opens a connection, because clients must see fills without delay.
import type { Limits } from "../../limits.ts";
import type { DirectBus } from "../bus-direct.ts";
import type { Clock } from "../clock.ts";
import { Lease, type LeaseBus, type LeaseLimits } from "../lease.ts";
import { type OrderBusMessage, parseOrderBusMessage } from "./order-bus-messages.ts";
import type { OrderUpstream, OrderUpstreamOptions } from "./order-upstream.ts";

/** Source of order updates: a connection of this replica, or the shared connection of another replica. */
export type OrderSource = {
  readonly isUp: boolean;
  start(): void;
  stop(): void;
  /** Subscribes to changes of one client. A source without this method delivers the changes of all clients. */
  watch?(clientId: string): void;
  unwatch?(clientId: string): void;
};

/** A bus that can also send messages only to the replicas that watch a client. */
export type OrderBus = LeaseBus & DirectBus;

/** The bus over which replicas share order updates. */
export type OrderShare = { openBus: () => OrderBus };

type Received = Pick<OrderUpstreamOptions, "onAlert" | "onState">;
type ConnectionUpdate = Pick<OrderBusMessage, "isUp">;

export type SharedConnectionOptions = Received & {
  share: OrderShare;
  /** Opens a connection of this replica to the provider. */
  dial: (events: Received) => OrderUpstream;
  clock: Clock;
  limits: LeaseLimits & Pick<Limits, "orderBusBeatMs" | "busSilentMs">;
  onEvent: (event: { level: "info" | "warn"; message: string; detail?: string }) => void;
};

export class SharedOrderConnection implements OrderSource {
  readonly #options: SharedConnectionOptions;
  readonly #bus: OrderBus;
  readonly #lease: Lease;
  #own: OrderUpstream | null = null;
  #isUp = false;
  #isUpdatingLease = false;
  #isStopped = false;
  /** Monotonic ms of the first failed call to the bus; null while the bus works. */
  #busFailedAt: number | null = null;
  #receivedAt = 0;
  /** Fence and number of the last message from the lease's holder. */
  #last: { fence: number; number: number } | null = null;
  #number = 0;
  /** Number of changes sent to single replicas since the last message to all. */
  #passed = 0;
  #cancels: (() => void)[] = [];

  constructor(options: SharedConnectionOptions) {
    this.#options = options;
    const { clock, limits, share } = options;
    this.#bus = share.openBus();
    this.#lease = new Lease({
      bus: this.#bus,
      clock,
      limits,
      onWon: (fence) =>
        this.#report("info", "order updates: this replica receives them for all replicas", `fence ${fence}`),
      onLost: (why) =>
        this.#report("warn", "order updates: this replica no longer receives them for all replicas", why),
    });
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  start(): void {
    const { clock, limits } = this.#options;
    this.#bus.onDirect({
      onDirect: (text, isGap) => this.#receiveAlert(parseOrderBusMessage(text), isGap),
      onReconnect: () => this.#interrupt("the bus was unavailable"),
    });
    this.#bus.connect({
      onMessage: (text) => this.#receive(parseOrderBusMessage(text)),
      // Called when the holder of the lease stops.
      onCall: () => void this.#updateLease(),
    });
    this.#cancels = [
      clock.every(limits.busRenewMs, () => void this.#updateLease()),
      clock.every(limits.orderBusBeatMs, () => this.#sendHeartbeat()),
    ];
    void this.#updateLease();
  }

  watch(clientId: string): void {
    this.#bus.listen(clientId);
  }

  unwatch(clientId: string): void {
    this.#bus.unlisten(clientId);
  }

  stop(): void {
    const bus = this.#bus;
    this.#isStopped = true;
    this.#isUp = false;
    for (const cancel of this.#cancels) cancel();
    this.#own?.stop();
    this.#own = null;
    // If the lease cannot be released, it expires.
    const isReturned = this.#lease.end() ? bus.releaseLease().then(() => bus.call()) : Promise.resolve();
    void isReturned.catch(() => {}).finally(() => bus.close());
  }

  async #updateLease(): Promise<void> {
    if (this.#isUpdatingLease || this.#isStopped) return;
    this.#isUpdatingLease = true;
    try {
      await this.#lease.acquireOrRenew();
      this.#busFailedAt = null;
    } catch {
      this.#busFailedAt ??= this.#options.clock.mono();
    } finally {
      this.#isUpdatingLease = false;
      this.#updateConnection();
    }
  }

  #sendHeartbeat(): void {
    const { clock, limits } = this.#options;
    if (this.#busFailedAt !== null) void this.#updateLease();
    this.#lease.expireIfUnrenewed();
    this.#updateConnection();
    if (this.#own !== null) this.#publish({ isUp: this.#isUp });
    else if (clock.mono() - this.#receivedAt > limits.busSilentMs)
      this.#reportState(false, "the receiving replica is silent");
  }

  /** Connects to the provider if this replica holds the lease or the bus is unavailable; otherwise disconnects. */
  #updateConnection(): void {
    if (this.#isStopped) return;
    const { clock, limits, dial, onAlert } = this.#options;
    const isBusAway = this.#busFailedAt !== null && clock.mono() - this.#busFailedAt >= limits.busSilentMs;
    const listens = this.#lease.isHeld || isBusAway;
    if (listens === (this.#own !== null)) return;
    this.#reportState(
      false,
      listens ? "this replica now receives order updates" : "another replica now receives order updates",
    );
    this.#last = null;
    this.#own?.stop();
    this.#own = listens
      ? dial({
          onAlert: (alert) => {
            onAlert(alert);
            this.#pass(alert);
          },
          onState: (isUp, reason) => {
            this.#reportState(isUp, reason);
            this.#publish({ isUp });
          },
        })
      : null;
    this.#own?.start();
  }

  #publish(state: ConnectionUpdate): void {
    if (!this.#lease.isHeld) return;
    this.#number += 1;
    const alerts = this.#passed;
    this.#passed = 0;
    const message = {
      ...state,
      alerts,
      node: this.#bus.nodeId,
      fence: this.#lease.fence,
      number: this.#number,
    };
    // If sending fails, the other replicas detect the missing number.
    this.#bus.publish(JSON.stringify(message)).catch(() => {});
  }

  /** Sends a change to the replicas that watch its client. */
  #pass(alert: NonNullable<OrderBusMessage["alert"]>): void {
    if (!this.#lease.isHeld) return;
    // Replicas of an earlier version do not receive this message. They detect the missing number and reload their
    // lists.
    this.#number += 1;
    this.#passed += 1;
    const { nodeId } = this.#bus;
    const message = { isUp: true, alert, node: nodeId, fence: this.#lease.fence, number: this.#number };
    this.#bus.publishTo(alert.clientId, JSON.stringify(message)).catch(() => {
      // If publishing fails, the change is not counted, so that all replicas detect a gap.
      this.#passed -= 1;
    });
  }

  #receiveAlert(message: OrderBusMessage | null, isGap: boolean): void {
    if (
      this.#isStopped ||
      message?.alert === undefined ||
      message.node === this.#bus.nodeId ||
      this.#own !== null
    )
      return;
    if (this.#lease.classifyFence(message.fence) !== "current") return;
    if (isGap) this.#interrupt("a message between replicas was lost");
    this.#options.onAlert(message.alert);
  }

  /** Reports an interruption, so that tabs reload their lists. */
  #interrupt(reason: string): void {
    if (this.#own !== null || !this.#isUp) return;
    this.#reportState(false, reason);
    this.#reportState(true, "another replica receives order updates");
  }

  #receive(message: OrderBusMessage | null): void {
    const { clock } = this.#options;
    if (this.#isStopped || message === null || message.node === this.#bus.nodeId) return;
    const judged = this.#lease.classifyFence(message.fence);
    if (judged === "rival") void this.#updateLease();
    if (judged !== "current") return;
    this.#updateConnection();
    if (this.#own !== null) return;
    const next = (this.#last?.number ?? 0) + (message.alerts ?? 0) + 1;
    const follows = this.#last?.fence === message.fence && next === message.number;
    this.#last = { fence: message.fence, number: message.number };
    this.#receivedAt = clock.mono();
    if (!message.isUp || !follows)
      this.#reportState(
        false,
        message.isUp ? "a message between replicas was lost" : "the receiving replica has no connection",
      );
    if (message.isUp) this.#reportState(true, "another replica receives order updates");
    // Replicas of an earlier version send changes in messages to all replicas.
    if (message.alert !== undefined) this.#options.onAlert(message.alert);
  }

  #reportState(isUp: boolean, reason: string): void {
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    this.#options.onState(isUp, reason);
  }

  #report(level: "info" | "warn", message: string, detail: string): void {
    this.#options.onEvent({ level, message, detail });
  }
}
