// HTTP connections and signatures for postbacks, with time limits, a size limit for responses, and a DNS lookup that
// rejects private addresses. A circuit breaker pauses receivers that do not respond.
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
import { isPublic } from "./postback-address.ts";

export type ReceiverLimits = {
  responseTimeoutMs: number;
  tryTimeoutMs: number;
  answerBytes: number;
  breakAfterFaults: number;
  breakFirstMs: number;
  breakAtMostMs: number;
  breakers: number;
};

export function createAgent(allowsPrivate: boolean, limits: ReceiverLimits): Agent {
  return new Agent({
    connect: {
      timeout: limits.responseTimeoutMs,
      // Checks the resolved address, so that a host name cannot lead into a private network.
      lookup: (hostname, settings, done) => {
        dnsLookup(hostname, settings, (fault, address, family) => {
          const found = Array.isArray(address) ? address.map((one) => one.address) : [address];
          if (fault === null && !allowsPrivate && !found.every(isPublic))
            return done(new Error("the host name resolves to a private network"), address as string, family);
          done(fault, address as string, family);
        });
      },
    },
    headersTimeout: limits.responseTimeoutMs,
    bodyTimeout: limits.responseTimeoutMs,
    maxResponseSize: limits.answerBytes,
  });
}

/**
 * Sends a signed POST once and returns the status and the response time. Throws if the receiver does not respond. Does
 * not follow redirects.
 */
export async function postSigned(
  dispatcher: Agent,
  { url, id, body, secret }: { url: string; id: number; body: string; secret: string },
  { tryTimeoutMs, answerBytes }: Pick<ReceiverLimits, "tryTimeoutMs" | "answerBytes">,
): Promise<{ status: number; tookMs: number }> {
  const startedAt = performance.now();
  const timestamp = Math.floor(Date.now() / 1_000);
  const signal = AbortSignal.timeout(tryTimeoutMs);
  const answer = await request(url, {
    method: "POST",
    dispatcher,
    signal,
    body,
    headers: {
      "content-type": "application/json",
      "x-postback-delivery": String(id),
      "x-postback-timestamp": String(timestamp),
      "x-postback-signature": computeSignature({ id, timestamp, body }, secret),
    },
  });
  const tookMs = Math.round(performance.now() - startedAt);
  // The response body is ignored. It is read so that the connection can be reused.
  await answer.body.dump({ limit: answerBytes, signal }).catch(() => undefined);
  return { status: answer.statusCode, tookMs };
}

/**
 * Returns the signature of a delivery. Receivers verify it with their secret from the delivery's number, its timestamp
 * and the raw body.
 */
export function computeSignature(
  { id, timestamp, body }: { id: number; timestamp: number; body: string },
  secret: string,
): string {
  return `v1=${createHmac("sha256", secret).update(`${id}.${timestamp}.${body}`).digest("hex")}`;
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

export class Breakers {
  readonly #limits: ReceiverLimits;
  readonly #breakers: LRUCache<string, IPolicy>;

  constructor(limits: ReceiverLimits) {
    this.#limits = limits;
    this.#breakers = new LRUCache({ max: limits.breakers });
  }

  /**
   * Returns the circuit breakers for a call of an account to a host. An unreachable host is paused for all accounts. A
   * host that accepts connections without responding is paused only for this account, because the URL's path may be the
   * cause. A response with any status closes the breaker.
   */
  policyFor(clientId: string, url: string): IPolicy {
    const { host } = new URL(url);
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
