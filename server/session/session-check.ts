// Checks with the provider whether a session is still valid, for sockets and streams that outlast a request. Each check
// has a time limit.
import { randomBytes } from "node:crypto";
import type { Account } from "../../app/context.ts";

/** `unknown`: the provider did not respond in time. */
export type SessionState = "alive" | "ended" | "unknown";

export function createSessionCheck(options: {
  accountFor: (request: { signal: AbortSignal; requestId: string; accessToken: string }) => Account;
  withinMs: number;
}): (accessToken: string) => Promise<SessionState> {
  return async (accessToken) => {
    const account = options.accountFor({
      signal: AbortSignal.timeout(options.withinMs),
      requestId: `orders-${randomBytes(9).toString("base64url")}`,
      accessToken,
    });
    try {
      await account.getSession();
      return "alive";
    } catch (fault) {
      return fault instanceof Response && fault.status === 401 ? "ended" : "unknown";
    }
  };
}
