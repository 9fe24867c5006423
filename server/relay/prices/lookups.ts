// Limits how many uncached channel names viewers may send, because each causes a call to the provider.
import { createLimiter } from "../../rate-limits/limiter.ts";
import type { Clock } from "../clock.ts";
import type { ChannelDirectory } from "./channels.ts";
import { type Counters, incrementCount } from "./counters.ts";

export type LookupLimits = { lookupsPerViewer: number; lookupsPerAddress: number; lookupsTimeoutMs: number };

export class TooManyLookups extends Error {
  readonly retryAfterS: number;
  constructor(retryAfterS: number) {
    super(`Too many unknown names were requested. Try again in ${retryAfterS} s.`);
    this.retryAfterS = retryAfterS;
  }
}

export type Lookups = {
  /**
   * Counts a channel name that requires a call to the provider. `viewerId` is null for a poll, which is limited only by
   * address. Throws `TooManyLookups`.
   */
  count(name: string, viewerId: string | null, address: string): void;
};

export function createLookups(options: {
  directory: Pick<ChannelDirectory, "isNew">;
  clock: Clock;
  counters: Counters;
  limits: LookupLimits;
}): Lookups {
  const { directory, clock, counters, limits } = options;
  const limiter = (atMost: number) =>
    createLimiter({ atMost, withinMs: limits.lookupsTimeoutMs, now: () => clock.mono() });
  const ofViewer = limiter(limits.lookupsPerViewer);
  const ofAddress = limiter(limits.lookupsPerAddress);
  return {
    count(name, viewerId, address) {
      if (!directory.isNew(name)) return;
      if (viewerId !== null && !ofViewer.take(viewerId)) {
        incrementCount(counters.lookupsRefused, "viewer");
        throw new TooManyLookups(ofViewer.retryAfterS(viewerId));
      }
      if (!ofAddress.take(address)) {
        incrementCount(counters.lookupsRefused, "address");
        throw new TooManyLookups(ofAddress.retryAfterS(address));
      }
    },
  };
}
