// Limits how many uncached channel names viewers may send, because each causes a call to the provider.
import { createLimiter } from "../../rate-limits/limiter.ts";
import type { Clock } from "../clock.ts";
import type { ChannelDirectory } from "./channels.ts";
import { type Counters, countIn } from "./counters.ts";

export type LookUpLimits = { lookUpsPerViewer: number; lookUpsPerAddress: number; lookUpsTimeoutMs: number };

export class TooManyLookUps extends Error {
  readonly retryAfterS: number;
  constructor(retryAfterS: number) {
    super(`Too many unknown names were requested. Try again in ${retryAfterS} s.`);
    this.retryAfterS = retryAfterS;
  }
}

export type LookUps = {
  /**
   * Counts a name that requires a call to the provider. `viewerId` is null for a poll, which is limited only by
   * address. Throws `TooManyLookUps`.
   */
  count(name: string, viewerId: string | null, address: string): void;
};

export function createLookUps(options: {
  directory: Pick<ChannelDirectory, "isNew">;
  clock: Clock;
  counters: Counters;
  limits: LookUpLimits;
}): LookUps {
  const { directory, clock, counters, limits } = options;
  const limiter = (atMost: number) =>
    createLimiter({ atMost, withinMs: limits.lookUpsTimeoutMs, now: () => clock.mono() });
  const ofViewer = limiter(limits.lookUpsPerViewer);
  const ofAddress = limiter(limits.lookUpsPerAddress);
  return {
    count(name, viewerId, address) {
      if (!directory.isNew(name)) return;
      if (viewerId !== null && !ofViewer.take(viewerId)) {
        countIn(counters.lookUpsRefused, "viewer");
        throw new TooManyLookUps(ofViewer.retryAfterS(viewerId));
      }
      if (!ofAddress.take(address)) {
        countIn(counters.lookUpsRefused, "address");
        throw new TooManyLookUps(ofAddress.retryAfterS(address));
      }
    },
  };
}
