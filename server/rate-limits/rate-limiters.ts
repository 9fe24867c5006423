// Limits how often a key may be used, with rate-limiter-flexible. With a bus, all replicas count together. Without a
// bus, or while it does not respond, each process has separate counts.
import { createHash } from "node:crypto";
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from "rate-limiter-flexible";
import { TIMED_OUT, withTimeLimit } from "../../app/domain/with-time-limit.ts";

export type RateLimiter = {
  /**
   * Counts one use. `waitS` is 0 if it was allowed, else the number of seconds until the next use is allowed. `left` is
   * the number of further uses in this window.
   */
  take(key: string): Promise<{ waitS: number; left: number }>;
};

export type RateLimiters = {
  /**
   * Creates a limit of `atMost` uses of a key per window of `withinS` seconds, a whole number. `name` separates the
   * counts of different limits.
   */
  rate(name: string, atMost: number, withinS: number): RateLimiter;
  close(): void;
};

export type RateBus = {
  url: string;
  /** The setting BUS_PREFIX, which separates sites on one bus. */
  prefix: string;
  /** Time limit in ms of a call to the bus. If it is exceeded, this process uses its own counts. */
  responseTimeoutMs: number;
  onFault(reason: string): void;
};

export async function createRateLimiters(bus: RateBus | null): Promise<RateLimiters> {
  const shared = bus === null ? null : await connect(bus);
  return {
    rate(name, atMost, withinS) {
      const limits = { points: atMost, duration: withinS };
      const own = new RateLimiterMemory({ keyPrefix: name, ...limits });
      const together = shared?.limiter(name, limits) ?? null;
      /** Counts one use. Rejects with RateLimiterRes if the key exceeds its limit. */
      async function consume(key: string): Promise<RateLimiterRes> {
        if (shared === null || together === null) return own.consume(key);
        try {
          return await shared.ask(() => together.consume(hashKey(key)));
        } catch (fault) {
          if (fault instanceof RateLimiterRes) throw fault;
          return own.consume(key);
        }
      }
      return {
        async take(key) {
          try {
            const { remainingPoints } = await consume(key);
            return { waitS: 0, left: remainingPoints };
          } catch (refused) {
            if (!(refused instanceof RateLimiterRes)) throw refused;
            return { waitS: Math.max(1, Math.ceil(refused.msBeforeNext / 1_000)), left: 0 };
          }
        },
      };
    },
    close: () => shared?.close(),
  };
}

/** Hashes a key, so that addresses and client ids are not readable on the bus. */
const hashKey = (key: string) => createHash("sha256").update(key).digest("base64url").slice(0, 22);

const RECONNECT_MAX_MS = 5_000;
/** Pause in ms after a late response before the bus is called again. */
const PAUSE_MS = 1_000;

/**
 * Connects to the bus. The Redis client is loaded only here, because it is an eighth of the code that is loaded at the
 * start.
 */
async function connect({ url, prefix, responseTimeoutMs, onFault }: RateBus) {
  const { createClient } = await import("redis");
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (retries) => Math.min(RECONNECT_MAX_MS, 100 * 2 ** Math.min(retries, 8)) },
  });
  client.on("error", (fault: Error) => onFault(fault.message || fault.name));
  void client.connect().catch(() => {});
  let pausedUntil = 0;
  return {
    limiter: (name: string, limits: { points: number; duration: number }) =>
      new RateLimiterRedis({
        storeClient: client,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
        keyPrefix: `${prefix}:rate:${name}`,
        ...limits,
        // A key above its limit is refused without another call to the bus.
        inMemoryBlockOnConsumed: limits.points + 1,
      }),
    /**
     * Calls the bus. Rejects if the bus is unavailable or late. The Redis client's own time limit covers only the
     * sending of a command.
     */
    async ask<T>(work: () => Promise<T>): Promise<T> {
      if (performance.now() < pausedUntil) throw new Error("the bus did not respond in time");
      const answer = await withTimeLimit(responseTimeoutMs, work(), TIMED_OUT);
      if (answer !== TIMED_OUT) return answer;
      pausedUntil = performance.now() + PAUSE_MS;
      onFault("no response in time");
      throw new Error("the bus did not respond in time");
    },
    close: () => client.destroy(),
  };
}
