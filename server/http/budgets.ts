// Limits requests per client, browser and address: their number over time, and how many run at the same time. Refuses
// requests while the process is overloaded. Assets, cached pages and health checks are not limited.
import type { Socket } from "node:net";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Limits } from "../limits.ts";
import { createConcurrencyCounter } from "../rate-limits/concurrency-counter.ts";
import type { RateLimiter, RateLimiters } from "../rate-limits/rate-limiters.ts";
import { networkPrefix } from "./guard.ts";
import { Refusal } from "./refusal.ts";
import type { Sender } from "./sender.ts";

export type BudgetLimits = Pick<
  Limits,
  | "requestsInFlight"
  | "requestsInFlightPerAddress"
  | "requestsInFlightPerClient"
  | "requestsInFlightOfAddress"
  | "requestsReserved"
  | "bodiesArriving"
  | "bodiesReserved"
  | "bodiesArrivingPerAddress"
  | "recordUploadsPerMinute"
  | "recordUploadsArrivingPerAddress"
  | "recordUploadsArriving"
  | "pagesPerAddress"
  | "pagesPerClient"
  | "pagesPerReader"
  | "readersShare"
  | "callsPerAddress"
  | "connectionsPerAddress"
  | "upgradesPerAddress"
  | "upgradesPerAddressBurst"
  | "upgradesPerClient"
  | "shedAboveLoopDelayMs"
>;

export type BudgetKind = "page" | "call" | "upgrade" | "upload";

export type Budgets = {
  /** Counts a connection. Returns false if the address has too many connections; the caller must then close it. */
  connect(socket: Socket): boolean;
  /**
   * Counts one request of a kind. Throws Refusal (429 with Retry-After) above the limit. `isBusy` is true if the
   * address sent many requests recently.
   */
  spend(kind: BudgetKind, sender: Sender): Promise<{ isBusy: boolean }>;
  /**
   * Occupies a slot for a request, or throws Refusal. The returned function releases the slot and may be called
   * repeatedly. `isReserved` is true for an order, exit or kill switch of a signed-in client. Such a request may use
   * the reserved slots and is not refused while the event loop is late.
   */
  enter(sender: Sender, isReserved?: boolean): () => void;
  /**
   * Counts a body that is being received, or throws Refusal. The returned function removes it from the count.
   * `isUpload` is true for a form with a file.
   */
  receive(sender: Sender, isUpload?: boolean): () => void;
  /** True while only cached pages are served: the event loop is late, or all slots are occupied. */
  isOverloaded(): boolean;
  stop(): void;
};

/**
 * Limits of one request: `receive` counts its body while it arrives, then `work` occupies a slot. Both throw Refusal.
 */
export type Slot = {
  receive<T>(read: () => Promise<T>): Promise<T>;
  work<T>(work: () => Promise<T>): Promise<T>;
};

const POLL_EVERY_MS = 500;
const LOOP_RESOLUTION_MS = 20;
/** Length of a window in seconds. It is short, because a flood can use the budget of a window at its start. */
const WINDOW_S = 4;
const READER_WINDOW_S = 30;
const UPGRADE_WINDOW_S = 10;
const UPLOAD_WINDOW_S = 60;
/** An address counts as busy after it has used this share of its budget in a window. */
const BUSY_SHARE = 0.1;

export function createBudgets(options: {
  limits: BudgetLimits;
  rates: Pick<RateLimiters, "rate">;
  /** False behind proxies, because every connection then has a proxy's address. */
  countsConnections: boolean;
  /** Returns the mean delay of the event loop in ms; tests replace it. */
  loopDelayMs?: () => number;
}): Budgets {
  const { limits } = options;
  const loop = watchLoop(options.loopDelayMs);
  const connections = createConcurrencyCounter();
  const inFlight = createConcurrencyCounter();
  /** The same requests, all senders of an address together. */
  const ofAddress = createConcurrencyCounter();
  const arriving = createConcurrencyCounter();
  const uploads = countUploads(limits);
  const openPlaces = limits.requestsInFlight - limits.requestsReserved;
  const countOf = createCounters(options.rates, limits);

  return {
    connect(socket) {
      if (!options.countsConnections || socket.remoteAddress === undefined) return true;
      const address = networkPrefix(socket.remoteAddress) ?? socket.remoteAddress;
      if (connections.of(address) >= limits.connectionsPerAddress) return false;
      socket.once("close", connections.enter(address));
      return true;
    },

    async spend(kind, sender) {
      const { waitS, isBusy, who } = await countOf[kind](sender);
      if (waitS > 0)
        throw new Refusal(429, (text) => text[`tooManyOf${who}`], {
          "Retry-After": String(waitS),
        });
      return { isBusy };
    },

    enter(sender, isReserved = false) {
      const key = senderKey(sender);
      const isClient = sender.own?.kind === "client";
      const most = isClient ? limits.requestsInFlightPerClient : limits.requestsInFlightPerAddress;
      if (inFlight.of(key) >= most)
        throw new Refusal(429, (text) => text[isClient ? "inProgressOfAccount" : "inProgressOfAddress"], {
          "Retry-After": "1",
        });
      if (!isReserved && ofAddress.of(sender.address) >= limits.requestsInFlightOfAddress)
        throw new Refusal(429, (text) => text.inProgressOfAddress, { "Retry-After": "1" });
      const isFull = inFlight.total() >= (isReserved ? limits.requestsInFlight : openPlaces);
      if (isFull || (!isReserved && loop.isLate(limits.shedAboveLoopDelayMs)))
        throw new Refusal(503, (text) => text.busy, { "Retry-After": "3" });
      const leaves = [inFlight.enter(key), ofAddress.enter(sender.address)];
      return () => {
        for (const leave of leaves) leave();
      };
    },

    receive(sender, isUpload = false) {
      const key = senderKey(sender);
      const places = limits.bodiesArriving - (sender.own?.kind === "client" ? 0 : limits.bodiesReserved);
      if (arriving.of(key) >= limits.bodiesArrivingPerAddress)
        throw new Refusal(429, (text) => text.tooManyBodies, {
          "Retry-After": "1",
          Connection: "close",
        });
      if (arriving.total() >= places)
        throw new Refusal(503, (text) => text.busy, {
          "Retry-After": "3",
          Connection: "close",
        });
      const endUpload = isUpload ? uploads.enter(key) : null;
      const leave = arriving.enter(key);
      return () => {
        leave();
        endUpload?.();
      };
    },

    isOverloaded: () => inFlight.total() >= openPlaces || loop.isLate(limits.shedAboveLoopDelayMs),
    stop: loop.stop,
  };
}

/**
 * Limits parallel uploads. `enter` counts an upload or throws Refusal; the returned function removes it from the count.
 */
function countUploads(
  limits: Pick<BudgetLimits, "recordUploadsArriving" | "recordUploadsArrivingPerAddress">,
): { enter(key: string): () => void } {
  const arriving = createConcurrencyCounter();
  return {
    enter(key) {
      if (arriving.of(key) >= limits.recordUploadsArrivingPerAddress)
        throw new Refusal(429, (text) => text.tooManyFiles, {
          "Retry-After": "1",
          Connection: "close",
        });
      if (arriving.total() >= limits.recordUploadsArriving)
        throw new Refusal(503, (text) => text.manyFilesVerified, {
          "Retry-After": "3",
          Connection: "close",
        });
      return arriving.enter(key);
    },
  };
}

/** Key for the counts of slots and bodies: the client if known, else the address. */
const senderKey = ({ address, own }: Sender) => (own?.kind === "client" ? `client ${own.id}` : address);

type BudgetOutcome = { waitS: number; isBusy: boolean; who: "Account" | "Address" | "Browser" };

/** Returns a function per kind of request that counts one request towards the budget of its sender. */
function createCounters(
  rates: Pick<RateLimiters, "rate">,
  limits: BudgetLimits,
): Record<BudgetKind, (sender: Sender) => Promise<BudgetOutcome>> {
  const per = (name: string, perSecond: number, windowS: number) =>
    rates.rate(name, Math.ceil(perSecond * windowS), windowS);
  const upgradeWindowS = Math.ceil(limits.upgradesPerAddressBurst / limits.upgradesPerAddress);
  const pagesAtOnce = limits.pagesPerAddress * WINDOW_S;
  const page = {
    ofAddress: per("page-address", limits.pagesPerAddress, WINDOW_S),
    ofClient: per("page-client", limits.pagesPerClient, WINDOW_S),
    ofReader: per("page-reader", limits.pagesPerReader, READER_WINDOW_S),
    ofReaders: per("page-readers", limits.pagesPerAddress * limits.readersShare, WINDOW_S),
  };
  const call = {
    ofAddress: per("call-address", limits.callsPerAddress, WINDOW_S),
    ofClient: per("call-client", limits.callsPerAddress, WINDOW_S),
  };
  const upgrade = {
    ofAddress: rates.rate("upgrade-address", limits.upgradesPerAddressBurst, upgradeWindowS),
    ofClient: per("upgrade-client", limits.upgradesPerClient, UPGRADE_WINDOW_S),
  };
  const upload = {
    ofAddress: rates.rate("upload-address", limits.recordUploadsPerMinute, UPLOAD_WINDOW_S),
    ofClient: rates.rate("upload-client", limits.recordUploadsPerMinute, UPLOAD_WINDOW_S),
  };
  const countClientOrAddress =
    ({ ofClient, ofAddress }: { ofClient: RateLimiter; ofAddress: RateLimiter }) =>
    async ({ address, own }: Sender): Promise<BudgetOutcome> => {
      const isClient = own?.kind === "client";
      const { waitS } = await (isClient ? ofClient.take(own.id) : ofAddress.take(address));
      return { waitS, isBusy: false, who: isClient ? "Account" : "Address" };
    };
  return {
    call: countClientOrAddress(call),
    upgrade: countClientOrAddress(upgrade),
    upload: countClientOrAddress(upload),
    async page(sender) {
      const { address, own } = sender;
      if (own?.kind === "client") return countClientOrAddress(page)(sender);
      if (own?.kind === "reader") {
        const [reader, all] = await Promise.all([page.ofReader.take(own.id), page.ofReaders.take(address)]);
        return {
          waitS: Math.max(reader.waitS, all.waitS),
          isBusy: false,
          who: reader.waitS > 0 ? "Browser" : "Address",
        };
      }
      const { waitS, left: remaining } = await page.ofAddress.take(address);
      return { waitS, isBusy: remaining < (1 - BUSY_SHARE) * pagesAtOnce, who: "Address" };
    },
  };
}

function watchLoop(ownDelayMs: (() => number) | undefined) {
  const histogram = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  if (ownDelayMs === undefined) histogram.enable();
  /**
   * Mean delay of the event loop in ms: the lower value of the last two intervals. A single pause, such as a garbage
   * collection, then refuses no request.
   */
  let latenessMs = 0;
  let lastMs = 0;
  const timer = setInterval(() => {
    // The histogram contains the times between samples, which include the sampling interval.
    const nowMs = Math.max(0, histogram.mean / 1e6 - LOOP_RESOLUTION_MS);
    latenessMs = Math.min(lastMs, nowMs);
    lastMs = nowMs;
    histogram.reset();
  }, POLL_EVERY_MS);
  timer.unref();
  return {
    isLate: (aboveMs: number) => (ownDelayMs?.() ?? latenessMs) > aboveMs,
    stop() {
      clearInterval(timer);
      histogram.disable();
    },
  };
}
