// The limiters of the site that a restart must not forgive: by address, a minute at a time.
import { createLimiter, type Limiter } from "../net/limiter.ts";
import type { SiteStore } from "./site-store.ts";

const MINUTE_MS = 60_000;

export function keptLimiters(
  store: SiteStore,
  limits: { loginsPerMinute: number; chatMessagesPerMinute: number; enquiriesPerMinute: number },
): { login: Limiter; chat: Limiter; enquiries: Limiter } {
  const perMinute = (atMost: number) => createLimiter({ atMost, withinMs: MINUTE_MS, now: () => Date.now() });
  return store.persistLimiters({
    login: perMinute(limits.loginsPerMinute),
    chat: perMinute(limits.chatMessagesPerMinute),
    enquiries: perMinute(limits.enquiriesPerMinute),
  });
}
