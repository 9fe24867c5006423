// Limits per address and minute on sign-ins, messages and enquiries. They are counted on the bus if there is one.
// Otherwise they are counted in this process and saved in its store, so that a restart does not reset the counts.
import { createLimiter, type SharedLimiter, toSharedLimiter } from "../rate-limits/limiter.ts";
import type { RateLimiters } from "../rate-limits/rate-limiters.ts";
import type { SiteStore } from "./site-store.ts";

const MINUTE_S = 60;

export function storedLimiters(
  store: SiteStore,
  limits: { loginsPerMinute: number; chatMessagesPerMinute: number; enquiriesPerMinute: number },
  /** Null if there is no bus. */
  shared: Pick<RateLimiters, "rate"> | null,
): { login: SharedLimiter; chat: SharedLimiter; enquiries: SharedLimiter } {
  const atMost = {
    login: limits.loginsPerMinute,
    chat: limits.chatMessagesPerMinute,
    enquiries: limits.enquiriesPerMinute,
  };
  const own = store.persistLimiters({
    login: perMinute(atMost.login),
    chat: perMinute(atMost.chat),
    enquiries: perMinute(atMost.enquiries),
  });
  const limiter = (name: keyof typeof atMost): SharedLimiter => {
    const rate = shared?.rate(name, atMost[name], MINUTE_S);
    if (rate === undefined) return toSharedLimiter(own[name]);
    return { take: async (address) => (await rate.take(address)).waitS };
  };
  return { login: limiter("login"), chat: limiter("chat"), enquiries: limiter("enquiries") };
}

const perMinute = (atMost: number) => createLimiter({ atMost, withinMs: MINUTE_S * 1_000 });
