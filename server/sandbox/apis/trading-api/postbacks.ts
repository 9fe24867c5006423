// Sends order updates to the address that an account has set, as a signed POST for each change of an order of the trading API. A failed
// delivery is retried, and the latest deliveries of each account are stored with their outcome. Accounts do not delay each other: see
// fair-queue.ts. Addresses of private networks are refused: see postback-address.ts.
import { createHmac } from "node:crypto";
import { lookup as dnsLookup } from "node:dns";
import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  type IPolicy,
  wrap,
} from "cockatiel";
import { LRUCache } from "lru-cache";
import { Agent, request } from "undici";
import { createLimiter } from "../../../rate-limits/limiter.ts";
import { type ApiAccount, findAccount } from "../../accounts/api-accounts.ts";
import type { Broker } from "../../broker/broker.ts";
import type { ClientEvent } from "../../broker/order-events.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { FairQueue, type Next } from "./fair-queue.ts";
import type { Journal, StoredEvent } from "./journal.ts";
import { isPublic, refusedAddress } from "./postback-address.ts";
import { asApiOrder } from "./wire-format.ts";

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

export const POSTBACK_LIMITS = {
  /** Time for the connection, and then for the status. */
  answerWithinMs: 5 * SECOND_MS,
  /** Time for one try in all, so that a slow answer body does not hold a place. */
  tryWithinMs: 12 * SECOND_MS,
  answerBytes: 64 * 1_024,
  retryAfterMs: [2 * SECOND_MS, 15 * SECOND_MS] as readonly number[],
  inFlightPerAccount: 2,
  inFlightInAll: 64,
  waitingPerAccount: 200,
  waitingInAll: 5_000,
  /** Tries in a row without any answer after which a receiver is left alone. */
  breakAfterFaults: 5,
  breakFirstMs: 10 * SECOND_MS,
  breakAtMostMs: 5 * 60 * SECOND_MS,
  /** While a receiver is left alone, its account checks again after this time. */
  pauseMs: 5 * SECOND_MS,
  /** A delivery that could not be tried within this time is given up. */
  givenUpAfterMs: HOUR_MS,
  /** Breakers that are stored: one per host, and one per account and host. */
  breakers: 2_000,
  /** Forms of an account that send deliveries or events again, an hour. */
  replaysAnHour: 20,
  deliveriesPerAccount: 50,
  /** Bodies of stored deliveries of all accounts, in characters. */
  deliveryChars: 16 * 1_024 * 1_024,
  accountsNumbered: 50_000,
};
export type PostbackLimits = typeof POSTBACK_LIMITS;

export type Delivery = {
  id: number;
  at: number;
  orderId: string;
  orderStatus: string;
  url: string;
  body: string;
  tries: number;
  /** Null before the first answer. */
  status: number | null;
  fault: string | null;
};

/** `too_many`: too many replays in the last hour; `full`: more deliveries would wait than may. */
export type Resent =
  | { kind: "sent" }
  | { kind: "unknown" }
  | { kind: "too_many"; retryAfterS: number }
  | { kind: "full"; room: number };

export type Postbacks = {
  /** Newest first. */
  deliveries(clientId: string): readonly Delivery[];
  /** Sends a stored delivery again; `unknown` if it is not stored or the account has no address. */
  resend(clientId: string, id: number): Resent;
  /** Sends events again, oldest first; `unknown` if the account has no address. */
  replay(clientId: string, events: readonly StoredEvent[]): Resent;
  close(): void;
};

type Options = {
  db: SandboxDatabase;
  broker: Broker;
  journal: Journal;
  allowsPrivate: boolean;
  /** Replaces limits in tests. */
  limits?: Partial<PostbackLimits>;
  onFault: (fault: unknown) => void;
};

export function createPostbacks(options: Options): Postbacks {
  return new Sender(options);
}

type PostedChange = Pick<Delivery, "orderId" | "orderStatus" | "body">;
type Job = { clientId: string; delivery: Delivery; secret: string };

const DONE: Next = { kind: "done" };

class Sender implements Postbacks {
  readonly #options: Options;
  readonly #limits: PostbackLimits;
  readonly #agent: Agent;
  readonly #kept = new LRUCache<string, Delivery[]>({
    maxSize: POSTBACK_LIMITS.deliveryChars,
    sizeCalculation: (deliveries) => deliveries.reduce((sum, { body }) => sum + body.length, 1),
  });
  readonly #lastIds = new LRUCache<string, number>({ max: POSTBACK_LIMITS.accountsNumbered });
  readonly #breakers = new LRUCache<string, IPolicy>({ max: POSTBACK_LIMITS.breakers });
  readonly #replays = createLimiter({
    atMost: POSTBACK_LIMITS.replaysAnHour,
    withinMs: HOUR_MS,
    now: Date.now,
  });
  readonly #queue: FairQueue<Job>;
  readonly #stopListening: () => void;

  constructor(options: Options) {
    this.#options = options;
    this.#limits = { ...POSTBACK_LIMITS, ...options.limits };
    this.#agent = agentFor(options.allowsPrivate, this.#limits);
    this.#queue = new FairQueue<Job>({
      limits: this.#limits,
      run: (job) => this.#deliver(job),
      onDropped: ({ delivery }) => {
        delivery.fault = "Too many deliveries wait; this one was not sent.";
      },
    });
    this.#stopListening = options.broker.onEvents((events, source) => {
      for (const event of events) this.#onEvent(event, source);
    });
  }

  deliveries(clientId: string): readonly Delivery[] {
    return this.#kept.get(clientId) ?? [];
  }

  resend(clientId: string, id: number): Resent {
    const delivery = this.#kept.get(clientId)?.find((one) => one.id === id);
    return delivery === undefined ? { kind: "unknown" } : this.#again(clientId, [delivery]);
  }

  replay(clientId: string, events: readonly StoredEvent[]): Resent {
    return this.#again(clientId, events);
  }

  close(): void {
    this.#stopListening();
    this.#queue.close();
    void this.#agent.destroy().catch(this.#options.onFault);
  }

  #again(clientId: string, all: readonly PostedChange[]): Resent {
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
  #onEvent({ clientId, order, row }: ClientEvent, source: Broker): void {
    const account = order.deploymentId === null ? findAccount(this.#options.db, clientId) : undefined;
    if (account === undefined || row.api === null) return;
    const {
      filledQty,
      remainingQuantity: _,
      averageTradedPrice: __,
      exchangeOrderId: ___,
      ...rest
    } = asApiOrder(source, row);
    const body = JSON.stringify({ ...rest, filled_qty: filledQty });
    const told = { orderId: order.id, orderStatus: order.status, body };
    this.#options.journal.addEvent({ clientId, at: source.now(), ...told });
    if (account.postbackUrl) this.#enqueue(clientId, account, told);
  }

  #enqueue(
    clientId: string,
    account: Pick<ApiAccount, "postbackUrl" | "postbackSecret">,
    told: PostedChange,
  ): void {
    // Numbered per account, so that the numbers do not reveal the traffic of others.
    const id = (this.#lastIds.get(clientId) ?? 0) + 1;
    this.#lastIds.set(clientId, id);
    const delivery: Delivery = {
      id,
      at: Date.now(),
      ...told,
      url: account.postbackUrl ?? "",
      tries: 0,
      status: null,
      fault: null,
    };
    const before = this.#kept.get(clientId) ?? [];
    this.#kept.set(clientId, [delivery, ...before].slice(0, this.#limits.deliveriesPerAccount));
    this.#queue.add(clientId, { clientId, delivery, secret: account.postbackSecret ?? "" });
  }

  async #deliver(job: Job): Promise<Next> {
    const { delivery } = job;
    // Checked for each try: a literal address is not resolved, and the setting may have changed since it was stored.
    delivery.fault = refusedAddress(delivery.url, this.#options.allowsPrivate);
    if (delivery.fault !== null) return DONE;
    try {
      await this.#breakerFor(job).execute(() => this.#send(job));
      delivery.fault = (delivery.status ?? 0) < 300 ? null : `answered ${delivery.status}`;
    } catch (fault) {
      if (fault instanceof BrokenCircuitError) {
        const isLate = Date.now() - delivery.at > this.#limits.givenUpAfterMs;
        delivery.fault = isLate
          ? "The receiver did not answer for an hour; this delivery was given up."
          : "Paused: the receiver did not answer several times in a row.";
        return isLate ? DONE : { kind: "pause", forMs: this.#limits.pauseMs };
      }
      delivery.fault = fault instanceof Error ? fault.message.slice(0, 200) : "failed";
    }
    const afterMs = this.#limits.retryAfterMs[delivery.tries - 1];
    return delivery.fault === null || afterMs === undefined ? DONE : { kind: "retry", afterMs };
  }

  /** Throws if the receiver does not answer. */
  async #send({ delivery, secret }: Job): Promise<void> {
    delivery.tries += 1;
    const signal = AbortSignal.timeout(this.#limits.tryWithinMs);
    const answer = await request(delivery.url, {
      method: "POST",
      dispatcher: this.#agent,
      signal,
      body: delivery.body,
      headers: {
        "content-type": "application/json",
        "x-postback-delivery": String(delivery.id),
        "x-postback-signature": signatureOf(delivery.body, secret),
      },
    });
    delivery.status = answer.statusCode;
    // The status counts; the body is read so that the connection can be used again.
    await answer.body.dump({ limit: this.#limits.answerBytes, signal }).catch(() => undefined);
  }

  /**
   * An unreachable host is left alone for all accounts, a host that accepts connections and does not answer only for the account: its path
   * decides that, and must not stop the deliveries of others to the same host. Any status counts as an answer.
   */
  #breakerFor({ clientId, delivery }: Job): IPolicy {
    const { host } = new URL(delivery.url);
    return wrap(
      this.#breaker(`${clientId} ${host}`, (fault) => !(fault instanceof BrokenCircuitError)),
      this.#breaker(host, isUnreachable),
    );
  }

  #breaker(key: string, counts: (fault: Error) => boolean): IPolicy {
    const known = this.#breakers.get(key);
    if (known !== undefined) return known;
    const { breakAfterFaults, breakFirstMs, breakAtMostMs } = this.#limits;
    const breaker = circuitBreaker(handleWhen(counts), {
      breaker: new ConsecutiveBreaker(breakAfterFaults),
      halfOpenAfter: new ExponentialBackoff({ initialDelay: breakFirstMs, maxDelay: breakAtMostMs }),
    });
    this.#breakers.set(key, breaker);
    return breaker;
  }
}

const UNREACHABLE = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** True if no connection to the host could be made. */
function isUnreachable(fault: Error): boolean {
  return "code" in fault && UNREACHABLE.has(String(fault.code));
}

function agentFor(allowsPrivate: boolean, limits: PostbackLimits): Agent {
  return new Agent({
    connect: {
      timeout: limits.answerWithinMs,
      // Checked on the resolved address, so that a host name cannot lead into a private network.
      lookup: (hostname, settings, done) => {
        dnsLookup(hostname, settings, (fault, address, family) => {
          const found = Array.isArray(address) ? address.map((one) => one.address) : [address];
          if (fault === null && !allowsPrivate && !found.every(isPublic))
            return done(new Error("the name leads to a private network"), address as string, family);
          done(fault, address as string, family);
        });
      },
    },
    headersTimeout: limits.answerWithinMs,
    bodyTimeout: limits.answerWithinMs,
    maxResponseSize: limits.answerBytes,
  });
}

/** Receivers compute this from the raw body and their secret to verify a delivery. */
export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}
