// Sends order updates to the address that an account has set, as a signed POST per change of an order of the trading
// API. A failed delivery is retried for a day, also across a restart: the latest deliveries of each account are stored
// with their outcome (postback-store.ts). Accounts do not delay each other (fair-queue.ts). Addresses of private
// networks are rejected (postback-address.ts).
import { BrokenCircuitError } from "cockatiel";
import { LRUCache } from "lru-cache";
import type { Agent } from "undici";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "../../../../app/domain/time.ts";
import { entriesUpTo } from "../../../rate-limits/entries-up-to.ts";
import { createLimiter } from "../../../rate-limits/limiter.ts";
import { type ApiAccount, findAccount } from "../../accounts/api-accounts.ts";
import type { Broker } from "../../broker/broker.ts";
import type { ClientEvent } from "../../broker/order-events.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { FairQueue, type JobResult } from "./fair-queue.ts";
import type { Journal, StoredEvent } from "./journal.ts";
import { addressRejection } from "./postback-address.ts";
import { Breakers, createAgent, postSigned } from "./postback-agent.ts";
import { computeHealth, type Delivery, type EndpointHealth, PostbackStore } from "./postback-store.ts";
import { toApiOrder } from "./wire-format.ts";

export const POSTBACK_LIMITS = {
  /** Time limit for the connection, and then for the status. */
  responseTimeoutMs: 5 * SECOND_MS,
  /** Total time limit of one attempt, so that a slow response body does not block a slot. */
  tryTimeoutMs: 12 * SECOND_MS,
  answerBytes: 64 * 1_024,
  /** Pauses before the retries; together a little less than a day. */
  retryAfterMs: [
    2 * SECOND_MS,
    15 * SECOND_MS,
    MINUTE_MS,
    5 * MINUTE_MS,
    30 * MINUTE_MS,
    2 * HOUR_MS,
    5 * HOUR_MS,
    8 * HOUR_MS,
    8 * HOUR_MS,
  ] as readonly number[],
  /** Interval of the checks for stored deliveries that are due. */
  dueEveryMs: SECOND_MS,
  inFlightPerAccount: 2,
  inFlightTotal: 64,
  waitingPerAccount: 200,
  waitingTotal: 5_000,
  /** Pause in ms, after which a delivery that the full queue refused is due again. */
  fullQueuePauseMs: MINUTE_MS,
  /** Number of consecutive attempts without any response after which a receiver is paused. */
  breakAfterFaults: 5,
  breakFirstMs: 10 * SECOND_MS,
  breakAtMostMs: 5 * 60 * SECOND_MS,
  /** Pause of an account's deliveries while its circuit breaker is open. */
  pauseMs: 5 * SECOND_MS,
  /** A delivery is dropped if it could not be sent within this time. */
  dropAfterMs: 24 * HOUR_MS,
  /** Maximum number of circuit breakers: one per host, and one per account and host. */
  breakers: 2_000,
  /** Maximum number of requests per account and hour that resend deliveries or events. */
  replaysPerHour: 20,
  lastIdsMax: 50_000,
};
export type PostbackLimits = typeof POSTBACK_LIMITS;

/** `too_many`: too many replays in the last hour. `full`: the queue cannot accept that many deliveries. */
export type ReplayResult =
  | { kind: "sent" }
  | { kind: "unknown" }
  | { kind: "too_many"; retryAfterS: number }
  | { kind: "full"; room: number };

type Options = {
  db: SandboxDatabase;
  broker: Broker;
  journal: Journal;
  allowsPrivate: boolean;
  /** Overrides limits in tests. */
  limits?: Partial<PostbackLimits>;
  onFault: (fault: unknown) => void;
};

type PostedChange = Pick<Delivery, "orderId" | "orderStatus" | "body">;
type Job = { clientId: string; delivery: Delivery };

const DONE: JobResult = { kind: "done" };

export class Postbacks {
  readonly #options: Options;
  readonly #limits: PostbackLimits;
  readonly #agent: Agent;
  readonly #store: PostbackStore;
  /** Deliveries that are queued or running, by account and number. */
  readonly #underWay = new Set<string>();
  readonly #lastIds = new LRUCache<string, number>(entriesUpTo(POSTBACK_LIMITS.lastIdsMax));
  readonly #breakers: Breakers;
  readonly #replays = createLimiter({ atMost: POSTBACK_LIMITS.replaysPerHour, withinMs: HOUR_MS });
  readonly #queue: FairQueue<Job>;
  readonly #stopListening: () => void;
  readonly #dueTimer: NodeJS.Timeout;

  constructor(options: Options) {
    this.#options = options;
    this.#limits = { ...POSTBACK_LIMITS, ...options.limits };
    this.#agent = createAgent(options.allowsPrivate, this.#limits);
    this.#breakers = new Breakers(this.#limits);
    this.#store = new PostbackStore(options.db, options.onFault);
    this.#queue = new FairQueue<Job>({
      limits: this.#limits,
      run: (job) => this.#deliver(job),
      onDropped: ({ clientId, delivery }) => {
        this.#underWay.delete(`${clientId} ${delivery.id}`);
        delivery.nextAt = Date.now() + this.#limits.fullQueuePauseMs;
        this.#store.put(clientId, delivery);
      },
    });
    this.#stopListening = options.broker.onEvents((events, source) => {
      const accounts = new Map<string, ApiAccount | undefined>();
      const accountOf = (clientId: string) => {
        if (!accounts.has(clientId)) accounts.set(clientId, findAccount(options.db, clientId));
        return accounts.get(clientId);
      };
      for (const event of events) this.#onEvent(event, source, accountOf);
    });
    // Deliveries that were waiting when the process ended are also due.
    this.#dueTimer = setInterval(() => this.#queueDue(), this.#limits.dueEveryMs).unref();
  }

  deliveries(clientId: string): readonly Delivery[] {
    return this.#store.list(clientId);
  }

  health(clientId: string): EndpointHealth {
    return computeHealth(this.#store.list(clientId), Date.now());
  }

  resend(clientId: string, id: number): ReplayResult {
    const delivery = this.#store.list(clientId).find((one) => one.id === id);
    return delivery === undefined ? { kind: "unknown" } : this.#again(clientId, [delivery]);
  }

  replay(clientId: string, events: readonly StoredEvent[]): ReplayResult {
    return this.#again(clientId, events);
  }

  close(): void {
    this.#stopListening();
    clearInterval(this.#dueTimer);
    this.#queue.close();
    this.#store.save();
    void this.#agent.destroy().catch(this.#options.onFault);
  }

  #again(clientId: string, all: readonly PostedChange[]): ReplayResult {
    const account = findAccount(this.#options.db, clientId);
    if (!account?.postbackUrl) return { kind: "unknown" };
    const room = this.#queue.room(clientId);
    if (all.length > room) return { kind: "full", room };
    if (!this.#replays.take(clientId))
      return { kind: "too_many", retryAfterS: this.#replays.retryAfterS(clientId) };
    for (const { orderId, orderStatus, body } of all)
      this.#enqueue(clientId, account, { orderId, orderStatus, body });
    return { kind: "sent" };
  }

  /** Stores a change of an order of the trading API, and sends it if the account has an address. */
  #onEvent(
    { clientId, order, row }: ClientEvent,
    source: Broker,
    accountOf: (clientId: string) => ApiAccount | undefined,
  ): void {
    const account = order.deploymentId === null ? accountOf(clientId) : undefined;
    if (account === undefined || row.api === null) return;
    const {
      filledQty,
      remainingQuantity: _,
      averageTradedPrice: __,
      exchangeOrderId: ___,
      ...rest
    } = toApiOrder(source, row);
    const body = JSON.stringify({ ...rest, filled_qty: filledQty });
    const message = { orderId: order.id, orderStatus: order.status, body };
    this.#options.journal.addEvent({ clientId, at: source.now(), ...message });
    if (account.postbackUrl) this.#enqueue(clientId, account, message);
  }

  #enqueue(clientId: string, account: Pick<ApiAccount, "postbackUrl">, change: PostedChange): void {
    const id = (this.#lastIds.get(clientId) ?? this.#store.lastId(clientId)) + 1;
    this.#lastIds.set(clientId, id);
    const now = Date.now();
    const delivery: Delivery = {
      id,
      at: now,
      ...change,
      url: account.postbackUrl ?? "",
      tries: 0,
      status: null,
      fault: null,
      tookMs: null,
      // The delivery is due immediately. If the process ends now, it is sent after the restart.
      nextAt: now,
    };
    this.#store.put(clientId, delivery);
    this.#queueJob({ clientId, delivery });
  }

  #queueJob(job: Job): void {
    this.#underWay.add(`${job.clientId} ${job.delivery.id}`);
    this.#queue.add(job.clientId, job);
  }

  /** Queues the stored deliveries that are due. */
  #queueDue(): void {
    try {
      for (const job of this.#store.takeDue(Date.now(), this.#underWay)) this.#queueJob(job);
    } catch (fault) {
      this.#options.onFault(fault);
    }
  }

  /** Runs a job once. Retries are stored and not queued, so a dead receiver occupies no slot in the queue. */
  async #deliver(job: Job): Promise<JobResult> {
    const { clientId, delivery } = job;
    const next = await this.#try(job);
    if (next.kind === "pause") {
      this.#store.put(clientId, delivery);
      return next;
    }
    delivery.nextAt = next.kind === "retry" ? Date.now() + next.afterMs : null;
    this.#underWay.delete(`${clientId} ${delivery.id}`);
    this.#store.put(clientId, delivery);
    return DONE;
  }

  /**
   * Sends a delivery to the account's present address with its present secret, which may have changed since the first
   * attempt.
   */
  async #try({ clientId, delivery }: Job): Promise<JobResult | { kind: "retry"; afterMs: number }> {
    if (Date.now() - delivery.at > this.#limits.dropAfterMs) {
      delivery.fault = "The receiver did not accept the delivery within a day; it was abandoned.";
      return DONE;
    }
    const account = findAccount(this.#options.db, clientId);
    if (!account?.postbackUrl) {
      delivery.fault = "The account no longer has an address.";
      return DONE;
    }
    delivery.url = account.postbackUrl;
    // The agent checks host names when it resolves them. An IP address in the URL is never resolved, and the setting
    // may have changed, so the URL is checked before each attempt.
    delivery.fault = addressRejection(delivery.url, this.#options.allowsPrivate);
    if (delivery.fault !== null) return DONE;
    try {
      await this.#breakers
        .policyFor(clientId, delivery.url)
        .execute(() => this.#send(delivery, account.postbackSecret ?? ""));
      delivery.fault = (delivery.status ?? 0) < 300 ? null : `answered ${delivery.status}`;
    } catch (fault) {
      if (fault instanceof BrokenCircuitError) {
        delivery.fault = "Paused: several deliveries in a row got no response from the receiver.";
        return { kind: "pause", forMs: this.#limits.pauseMs };
      }
      delivery.fault = fault instanceof Error ? fault.message.slice(0, 200) : "failed";
    }
    const afterMs = this.#limits.retryAfterMs[delivery.tries - 1];
    return delivery.fault === null || afterMs === undefined ? DONE : { kind: "retry", afterMs };
  }

  /** Sends a delivery once. Throws if the receiver does not respond. */
  async #send(delivery: Delivery, secret: string): Promise<void> {
    delivery.tries += 1;
    Object.assign(delivery, await postSigned(this.#agent, { ...delivery, secret }, this.#limits));
  }
}
