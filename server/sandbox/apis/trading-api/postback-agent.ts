// HTTP connections for postbacks, with time limits, a size limit for responses, and a DNS lookup that rejects private
// addresses. A circuit breaker pauses receivers that do not respond.
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
import { Agent } from "undici";
import { isPublic } from "./postback-address.ts";

export type ReceiverLimits = {
  responseTimeoutMs: number;
  answerBytes: number;
  breakAfterFaults: number;
  breakFirstMs: number;
  breakAtMostMs: number;
  breakers: number;
};

export function agentFor(allowsPrivate: boolean, limits: ReceiverLimits): Agent {
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
  readonly #known: LRUCache<string, IPolicy>;

  constructor(limits: ReceiverLimits) {
    this.#limits = limits;
    this.#known = new LRUCache({ max: limits.breakers });
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
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const { breakAfterFaults, breakFirstMs, breakAtMostMs } = this.#limits;
    const breaker = circuitBreaker(handleWhen(counts), {
      breaker: new ConsecutiveBreaker(breakAfterFaults),
      halfOpenAfter: new ExponentialBackoff({ initialDelay: breakFirstMs, maxDelay: breakAtMostMs }),
    });
    this.#known.set(key, breaker);
    return breaker;
  }
}
