// Usage of the trading API in the last hour, for the status page: response times by group of operations, and the number
// of open order-update sockets.
import { isLike } from "../../app/contract/operation.ts";
import { API_GROUPS, type ApiGroup, type ApiUseReport } from "../../app/contract/site/service-status.ts";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { createMinuteTimes } from "./minute-times.ts";

const API_PATH = "/sandbox/v2/";
const SOCKET_PATH = "/sandbox/order-update";

export type ApiUse = {
  /** Counts a completed request. Requests outside the API are ignored. */
  request(line: { method: string; path: string; status: number; durationMs: number }): void;
  /** Counts an opened socket; the caller calls `close` when it ends. */
  socket(path: string): { close: () => void };
  report(): ApiUseReport;
};

export function createApiUse(now: () => number = Date.now): ApiUse {
  const times = createMinuteTimes<ApiGroup | "socket">(now);
  let open = 0;
  return {
    request({ method, path, status, durationMs }) {
      // Ignores requests that the API did not process: those above a rate limit, and those with an unknown path.
      if (!path.startsWith(API_PATH) || status === 429 || status === 404) return;
      const group = findApiGroup(method, path.slice(API_PATH.length - 1));
      if (group !== null) times.add(group, durationMs);
    },
    socket(path) {
      if (path !== SOCKET_PATH) return { close: () => {} };
      open += 1;
      times.add("socket", 0);
      return {
        close: () => {
          open -= 1;
        },
      };
    },
    report: () => ({
      groups: API_GROUPS.map((group) => {
        const { count, p50Ms, p99Ms } = times.hour(group);
        return { group, calls: count, p50Ms, p99Ms };
      }),
      orderSockets: { open, openedLastHour: times.hour("socket").count },
    }),
  };
}

const PATHS = TRADING_OPERATION_LIST.map(({ method, path, limit }) => ({
  method: method.toUpperCase(),
  limit,
  parts: path.split("/"),
}));

/** Returns the group of operations that a call belongs to; null for an unknown path. */
function findApiGroup(method: string, path: string): ApiGroup | null {
  const segments = path.split("/");
  return PATHS.find((one) => one.method === method && isLike(one.parts, segments))?.limit ?? null;
}
