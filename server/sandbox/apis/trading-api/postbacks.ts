// Order updates sent to an address that an account has named: one POST for each change of an order of the trading API, signed, tried
// again when it fails, and every delivery kept for a while. Addresses of one's own network are refused, so that the sandbox cannot be
// made to knock on doors behind it.
import { createHmac } from "node:crypto";
import { lookup as dnsLookup } from "node:dns";
import ipaddr from "ipaddr.js";
import { Agent, request } from "undici";
import { type ApiAccount, findAccount } from "../../accounts/api-accounts.ts";
import type { Broker } from "../../broker/broker.ts";
import type { ClientEvent } from "../../broker/order-store.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import type { Journal, KeptEvent } from "./journal.ts";
import { asApiOrder } from "./wire-format.ts";

const ANSWER_WITHIN_MS = 5_000;
const RETRY_AFTER_MS = [2_000, 15_000] as const;
const DELIVERIES_KEPT = 50;
const QUEUED_AT_MOST = 2_000;
const AT_ONCE = 8;
const URL_CHARS = 500;

export type Delivery = {
  id: number;
  at: number;
  orderId: string;
  orderStatus: string;
  url: string;
  body: string;
  tries: number;
  /** Null while it is under way. */
  status: number | null;
  fault: string | null;
};

export type Postbacks = {
  /** Newest first. */
  deliveries(clientId: string): readonly Delivery[];
  /** Sends one again; false when it is not kept any more. */
  resend(clientId: string, id: number): boolean;
  /** Sends events again, the oldest first; false when the account has named no address. */
  replay(clientId: string, events: readonly KeptEvent[]): boolean;
  close(): void;
};

/** Why an address is not taken, in a sentence; null when it is. */
export function refusedAddress(text: string, allowsPrivate: boolean): string | null {
  if (text.length > URL_CHARS) return `At most ${URL_CHARS} characters.`;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    return "An address that begins with https:// or http://.";
  if (url.username !== "" || url.password !== "") return "An address without a user name in it.";
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isPrivate =
    host === "localhost" || host.endsWith(".localhost") || (ipaddr.isValid(host) && !isPublic(host));
  return isPrivate && !allowsPrivate
    ? "An address on the public internet: this machine and private networks get nothing, unless the site was started with SANDBOX_PRIVATE_POSTBACKS=yes."
    : null;
}

function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === "unicast";
}

type Options = {
  db: SandboxDatabase;
  broker: Broker;
  journal: Journal;
  allowsPrivate: boolean;
  onFault: (fault: unknown) => void;
};

export function createPostbacks(options: Options): Postbacks {
  return new Sender(options);
}

type Job = { delivery: Delivery; secret: string };

class Sender implements Postbacks {
  readonly #options: Options;
  readonly #agent: Agent;
  readonly #kept = new Map<string, Delivery[]>();
  readonly #queue: Job[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #stopListening: () => void;
  readonly #lastIds = new Map<string, number>();
  #running = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#agent = agentFor(options.allowsPrivate);
    this.#stopListening = options.broker.onEvents((events, source) => {
      for (const event of events) this.#tell(event, source);
    });
  }

  deliveries(clientId: string): readonly Delivery[] {
    return this.#kept.get(clientId) ?? [];
  }

  resend(clientId: string, id: number): boolean {
    const delivery = this.#kept.get(clientId)?.find((one) => one.id === id);
    const account = findAccount(this.#options.db, clientId);
    if (delivery === undefined || !account?.postbackUrl) return false;
    const { orderId, orderStatus, body } = delivery;
    this.#enqueue(clientId, account, { orderId, orderStatus, body });
    return true;
  }

  replay(clientId: string, events: readonly KeptEvent[]): boolean {
    const account = findAccount(this.#options.db, clientId);
    if (!account?.postbackUrl) return false;
    for (const { orderId, orderStatus, body } of events)
      this.#enqueue(clientId, account, { orderId, orderStatus, body });
    return true;
  }

  close(): void {
    this.#stopListening();
    for (const timer of this.#timers) clearTimeout(timer);
    void this.#agent.close().catch(this.#options.onFault);
  }

  /** A change of an order of the trading API is noted, and delivered where the account has named an address. */
  #tell({ clientId, order, row }: ClientEvent, source: Broker): void {
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
    told: Pick<Delivery, "orderId" | "orderStatus" | "body">,
  ): void {
    // Counted an account, so that its ids don't tell what others were sent.
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
    this.#kept.set(clientId, [delivery, ...(this.#kept.get(clientId) ?? [])].slice(0, DELIVERIES_KEPT));
    if (this.#queue.length >= QUEUED_AT_MOST) {
      delivery.fault = "Too many deliveries wait; this one was not sent.";
      return;
    }
    this.#queue.push({ delivery, secret: account.postbackSecret ?? "" });
    this.#work();
  }

  #work(): void {
    while (this.#running < AT_ONCE) {
      const next = this.#queue.shift();
      if (next === undefined) return;
      this.#running += 1;
      void this.#deliver(next).finally(() => {
        this.#running -= 1;
        this.#work();
      });
    }
  }

  async #deliver(job: Job): Promise<void> {
    const { delivery, secret } = job;
    delivery.tries += 1;
    try {
      const answer = await request(delivery.url, {
        method: "POST",
        dispatcher: this.#agent,
        body: delivery.body,
        headers: {
          "content-type": "application/json",
          "x-postback-delivery": String(delivery.id),
          "x-postback-signature": signatureOf(delivery.body, secret),
        },
      });
      delivery.status = answer.statusCode;
      await answer.body.dump();
      delivery.fault = answer.statusCode < 300 ? null : `answered ${answer.statusCode}`;
    } catch (fault) {
      delivery.fault = fault instanceof Error ? fault.message.slice(0, 200) : "failed";
    }
    const pause = RETRY_AFTER_MS[delivery.tries - 1];
    if (delivery.fault === null || pause === undefined) return;
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#queue.push(job);
      this.#work();
    }, pause);
    timer.unref();
    this.#timers.add(timer);
  }
}

function agentFor(allowsPrivate: boolean): Agent {
  return new Agent({
    connect: {
      timeout: ANSWER_WITHIN_MS,
      // Names are looked at when they are resolved, so that a name cannot lead inside either.
      lookup: (hostname, settings, done) => {
        dnsLookup(hostname, settings, (fault, address, family) => {
          const found = Array.isArray(address) ? address.map((one) => one.address) : [address];
          if (fault === null && !allowsPrivate && !found.every(isPublic))
            return done(new Error("the name leads to a private network"), address as string, family);
          done(fault, address as string, family);
        });
      },
    },
    headersTimeout: ANSWER_WITHIN_MS,
    bodyTimeout: ANSWER_WITHIN_MS,
    maxResponseSize: 64 * 1_024,
  });
}

/** What a receiver computes from the raw body and its secret to know that the delivery is ours. */
export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}
