// Limits of requests per address, per second and in parallel, and the refusal of everybody under overload. Assets, cached pages and
// health are answered before these limits apply.
import type { Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { LRUCache } from "lru-cache";
import { Refusal } from "./refusal.ts";

export type BudgetLimits = {
  requestsInFlight: number;
  requestsInFlightPerAddress: number;
  /** Places of `requestsInFlight` that only money routes of signed-in clients may take. */
  requestsReserved: number;
  bodiesArriving: number;
  bodiesArrivingPerAddress: number;
  /** Uncached pages, forms and polls of one address a second. A tenfold burst is accepted. */
  pagesPerAddress: number;
  /** Calls of the sandbox's API by one address a second; a burst of four seconds' worth is let through. */
  callsPerAddress: number;
  connectionsPerAddress: number;
  /** Socket handshakes of one address a second; see `createBudgets` for the burst. */
  upgradesPerAddress: number;
  upgradesPerAddressBurst: number;
  /** Mean lateness of the event loop over a second, ms, above which only cached pages are answered. */
  shedAboveLoopDelayMs: number;
};

export type Kind = "page" | "call" | "upgrade";

export type Budgets = {
  /** Counts a connection in; false when the address has too many, and it must be dropped. */
  connect(socket: Socket): boolean;
  /** Takes one token of a kind, or throws Refusal (429 with Retry-After). */
  spend(kind: Kind, address: string): void;
  /**
   * Takes a place for a request, or throws Refusal. The returned function releases it and may be called again. `isReserved` marks a money route
   * of a signed-in client, which may also take the reserved places and is not refused while the event loop is late.
   */
  enter(address: string, isReserved?: boolean): () => void;
  /** Counts a body that is arriving, or throws Refusal. The returned function counts it out. */
  receive(address: string): () => void;
  /** True while only cached pages are answered: the event loop is late, or all places are taken. */
  isOverloaded(): boolean;
  stop(): void;
};

/** The place of one request: its body is received first, then the work takes a place. Both throw Refusal. */
export type Place = {
  receive<T>(read: () => Promise<T>): Promise<T>;
  work<T>(work: () => Promise<T>): Promise<T>;
};

const ADDRESSES_KNOWN = 20_000;
const LOOK_EVERY_MS = 500;
const LOOP_RESOLUTION_MS = 20;
const PAGE_BURST_SECONDS = 10;
const CALL_BURST_SECONDS = 4;

export function createBudgets(options: {
  limits: BudgetLimits;
  /** Monotonic ms. */
  now: () => number;
  /** Behind the operator's proxies every connection is theirs, so connections are not counted by address there. */
  countsConnections: boolean;
  /** Mean lateness of the event loop since the last call, ms; replaced in tests. */
  loopDelayMs?: () => number;
}): Budgets {
  const { limits, now } = options;
  const loop = watchLoop(options.loopDelayMs);
  const connections = new Map<string, number>();
  const inFlight = new Map<string, number>();
  let inFlightInAll = 0;
  const arriving = new Map<string, number>();
  let arrivingInAll = 0;
  const openPlaces = limits.requestsInFlight - limits.requestsReserved;
  const buckets: Record<Kind, (address: string) => number> = {
    page: tokenBuckets(limits.pagesPerAddress, limits.pagesPerAddress * PAGE_BURST_SECONDS, now),
    call: tokenBuckets(limits.callsPerAddress, limits.callsPerAddress * CALL_BURST_SECONDS, now),
    upgrade: tokenBuckets(limits.upgradesPerAddress, limits.upgradesPerAddressBurst, now),
  };

  return {
    connect(socket) {
      const address = socket.remoteAddress;
      if (!options.countsConnections || address === undefined) return true;
      const held = connections.get(address) ?? 0;
      if (held >= limits.connectionsPerAddress) return false;
      countUp(connections, address);
      socket.once("close", () => countDown(connections, address));
      return true;
    },

    spend(kind, address) {
      const waitS = buckets[kind](address);
      if (waitS > 0)
        throw new Refusal(429, "Too many requests come from your address. Wait a moment and try again.", {
          "Retry-After": String(waitS),
        });
    },

    enter(address, isReserved = false) {
      if ((inFlight.get(address) ?? 0) >= limits.requestsInFlightPerAddress)
        throw new Refusal(429, "Too many requests of your address are under way. Try again in a second.", {
          "Retry-After": "1",
        });
      const isFull = inFlightInAll >= (isReserved ? limits.requestsInFlight : openPlaces);
      if (isFull || (!isReserved && loop.isLate(limits.shedAboveLoopDelayMs)))
        throw new Refusal(503, "The site is very busy. Try again in a few seconds.", { "Retry-After": "3" });
      inFlightInAll += 1;
      countUp(inFlight, address);
      return once(() => {
        inFlightInAll -= 1;
        countDown(inFlight, address);
      });
    },

    receive(address) {
      if ((arriving.get(address) ?? 0) >= limits.bodiesArrivingPerAddress)
        throw new Refusal(429, "Too many bodies of your address are arriving. Try again in a second.", {
          "Retry-After": "1",
          Connection: "close",
        });
      if (arrivingInAll >= limits.bodiesArriving)
        throw new Refusal(503, "The site is very busy. Try again in a few seconds.", {
          "Retry-After": "3",
          Connection: "close",
        });
      arrivingInAll += 1;
      countUp(arriving, address);
      return once(() => {
        arrivingInAll -= 1;
        countDown(arriving, address);
      });
    },

    isOverloaded: () => inFlightInAll >= openPlaces || loop.isLate(limits.shedAboveLoopDelayMs),
    stop: loop.stop,
  };
}

/** The returned function takes one and gives 0, or the whole seconds until there is one again. */
function tokenBuckets(perSecond: number, burst: number, now: () => number): (address: string) => number {
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: ADDRESSES_KNOWN });
  return (address) => {
    const at = now();
    const bucket = buckets.get(address) ?? { tokens: burst, at };
    const tokens = Math.min(burst, bucket.tokens + ((at - bucket.at) / 1_000) * perSecond);
    buckets.set(address, { tokens: tokens >= 1 ? tokens - 1 : tokens, at });
    return tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));
  };
}

function watchLoop(ownDelayMs: (() => number) | undefined) {
  const histogram = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  if (ownDelayMs === undefined) histogram.enable();
  /** Of the last two spans; the smaller one counts, so that one stall (an index that is built, a collection) turns nobody away. */
  let latenessMs = 0;
  let lastMs = 0;
  const look = setInterval(() => {
    // The histogram holds the time between two of its own samples. Anything above the sampling interval is lateness.
    const nowMs = Math.max(0, histogram.mean / 1e6 - LOOP_RESOLUTION_MS);
    latenessMs = Math.min(lastMs, nowMs);
    lastMs = nowMs;
    histogram.reset();
  }, LOOK_EVERY_MS);
  look.unref();
  return {
    isLate: (aboveMs: number) => (ownDelayMs?.() ?? latenessMs) > aboveMs,
    stop() {
      clearInterval(look);
      histogram.disable();
    },
  };
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}

function countUp(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function countDown(counts: Map<string, number>, key: string): void {
  const left = (counts.get(key) ?? 1) - 1;
  if (left <= 0) counts.delete(key);
  else counts.set(key, left);
}
