// Order updates sent to an address that an account has named: one POST for each change of an order of the trading API, signed, tried
// again when it fails, and every delivery kept for a while. Addresses of one's own network are refused, so that the sandbox cannot be
// made to knock on doors behind it.
import { createHmac } from "node:crypto";
import { lookup as dnsLookup } from "node:dns";
import ipaddr from "ipaddr.js";
import { Agent, request } from "undici";
import type { Broker } from "../broker/broker.ts";
import { findAccount } from "../login/api-accounts.ts";
import type { SandboxDatabase } from "../store/database.ts";
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
    ? "Not an address of this machine or of a private network: nothing is sent there."
    : null;
}

function isPublic(address: string): boolean {
  return ipaddr.process(address).range() === "unicast";
}

export function createPostbacks(options: {
  db: SandboxDatabase;
  broker: Broker;
  allowsPrivate: boolean;
  onFault: (fault: unknown) => void;
}): Postbacks {
  const { db, broker, allowsPrivate } = options;
  const kept = new Map<string, Delivery[]>();
  const queue: { clientId: string; delivery: Delivery; secret: string }[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let running = 0;
  let nextId = 1;
  const agent = new Agent({
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

  const stopListening = broker.onEvents((events, source) => {
    for (const { clientId, order, row } of events) {
      const account = order.deploymentId === null ? findAccount(db, clientId) : undefined;
      if (!account?.postbackUrl) continue;
      if (row.api === null) continue;
      const {
        filledQty,
        remainingQuantity: _,
        averageTradedPrice: __,
        exchangeOrderId: ___,
        ...rest
      } = asApiOrder(source, row);
      const body = JSON.stringify({ ...rest, filled_qty: filledQty });
      enqueue(clientId, account.postbackUrl, account.postbackSecret ?? "", order.id, order.status, body);
    }
  });

  function enqueue(
    clientId: string,
    url: string,
    secret: string,
    orderId: string,
    orderStatus: string,
    body: string,
  ): void {
    const delivery: Delivery = {
      id: nextId,
      at: Date.now(),
      orderId,
      orderStatus,
      url,
      body,
      tries: 0,
      status: null,
      fault: null,
    };
    nextId += 1;
    kept.set(clientId, [delivery, ...(kept.get(clientId) ?? [])].slice(0, DELIVERIES_KEPT));
    if (queue.length >= QUEUED_AT_MOST) {
      delivery.fault = "Too many deliveries wait; this one was not sent.";
      return;
    }
    queue.push({ clientId, delivery, secret });
    work();
  }

  function work(): void {
    while (running < AT_ONCE) {
      const next = queue.shift();
      if (next === undefined) return;
      running += 1;
      void deliver(next).finally(() => {
        running -= 1;
        work();
      });
    }
  }

  async function deliver(job: (typeof queue)[number]): Promise<void> {
    const { delivery, secret } = job;
    delivery.tries += 1;
    try {
      const answer = await request(delivery.url, {
        method: "POST",
        dispatcher: agent,
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
      timers.delete(timer);
      queue.push(job);
      work();
    }, pause);
    timer.unref();
    timers.add(timer);
  }

  return {
    deliveries: (clientId) => kept.get(clientId) ?? [],
    resend(clientId, id) {
      const delivery = kept.get(clientId)?.find((one) => one.id === id);
      const account = findAccount(db, clientId);
      if (delivery === undefined || !account?.postbackUrl) return false;
      enqueue(
        clientId,
        account.postbackUrl,
        account.postbackSecret ?? "",
        delivery.orderId,
        delivery.orderStatus,
        delivery.body,
      );
      return true;
    },
    close() {
      stopListening();
      for (const timer of timers) clearTimeout(timer);
      void agent.close().catch(options.onFault);
    },
  };
}

/** What a receiver computes from the raw body and its secret to know that the delivery is ours. */
export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}
