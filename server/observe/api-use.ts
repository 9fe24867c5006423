// Use of the trading API in the last hour, for the status page: response times by group of operations, and the number
// of open order-update sockets. Times are counted in buckets per minute, so that memory use does not grow with traffic.
import { isLike } from "../../app/contract/operation.ts";
import { API_GROUPS, type ApiGroup, type ApiUseReport } from "../../app/contract/site/service-status.ts";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { MINUTE_MS } from "../../app/domain/time.ts";

const MINUTES = 60;
const API_PATH = "/sandbox/v2/";
const SOCKET_PATH = "/sandbox/order-update";
/**
 * Upper limits of the buckets, in ms. Each is an eighth larger than the previous one, so a percentile is at most 12.5 %
 * too high.
 */
const LIMITS_MS = Array.from({ length: 100 }, (_, nth) => 0.25 * 1.125 ** nth);

type Minute = { at: number; opened: number; counts: Record<ApiGroup, Uint32Array> };

export type ApiUse = {
  /** Counts a completed request. Requests outside the API are ignored. */
  request(line: { method: string; path: string; status: number; durationMs: number }): void;
  /** Counts an opened socket; the caller calls `close` when it ends. */
  socket(path: string): { close: () => void };
  report(): ApiUseReport;
};

export function createApiUse(now: () => number = Date.now): ApiUse {
  const minutes: Minute[] = [];
  let open = 0;

  function current(): Minute {
    const at = Math.floor(now() / MINUTE_MS);
    const last = minutes.at(-1);
    if (last?.at === at) return last;
    const counts = Object.fromEntries(
      API_GROUPS.map((group) => [group, new Uint32Array(LIMITS_MS.length + 1)]),
    ) as Minute["counts"];
    const minute = { at, opened: 0, counts };
    minutes.push(minute);
    while (minutes.length > 0 && (minutes[0]?.at ?? at) <= at - MINUTES) minutes.shift();
    return minute;
  }

  return {
    request({ method, path, status, durationMs }) {
      // Ignores requests that the API did not process: those above a rate limit, and those with an unknown path.
      if (!path.startsWith(API_PATH) || status === 429 || status === 404) return;
      const group = groupOf(method, path.slice(API_PATH.length - 1));
      if (group === null) return;
      const found = LIMITS_MS.findIndex((limit) => durationMs <= limit);
      const counts = current().counts[group];
      const bucket = found === -1 ? LIMITS_MS.length : found;
      counts[bucket] = (counts[bucket] ?? 0) + 1;
    },
    socket(path) {
      if (path !== SOCKET_PATH) return { close: () => {} };
      open += 1;
      current().opened += 1;
      return {
        close: () => {
          open -= 1;
        },
      };
    },
    report() {
      current();
      return {
        groups: API_GROUPS.map((group) => {
          const counts = minutes.reduce(
            (sum, minute) => sum.map((count, nth) => count + (minute.counts[group][nth] ?? 0)),
            new Array<number>(LIMITS_MS.length + 1).fill(0),
          );
          const calls = counts.reduce((sum, count) => sum + count, 0);
          return {
            group,
            calls,
            p50Ms: percentile(counts, calls, 0.5),
            p99Ms: percentile(counts, calls, 0.99),
          };
        }),
        orderSockets: { open, openedLastHour: minutes.reduce((sum, { opened }) => sum + opened, 0) },
      };
    },
  };
}

/**
 * Returns a percentile of the response times, in ms: the upper limit of the bucket that contains it. Null without
 * calls.
 */
function percentile(counts: readonly number[], calls: number, share: number): number | null {
  if (calls === 0) return null;
  let sum = 0;
  for (const [nth, count] of counts.entries()) {
    sum += count;
    if (sum >= calls * share) return LIMITS_MS[nth] ?? LIMITS_MS.at(-1) ?? null;
  }
  return null;
}

const PATHS = TRADING_OPERATION_LIST.map(({ method, path, limit }) => ({
  method: method.toUpperCase(),
  limit,
  parts: path.split("/"),
}));

/** Returns the group of operations that a call belongs to; null for an unknown path. */
function groupOf(method: string, path: string): ApiGroup | null {
  const segments = path.split("/");
  return PATHS.find((one) => one.method === method && isLike(one.parts, segments))?.limit ?? null;
}
