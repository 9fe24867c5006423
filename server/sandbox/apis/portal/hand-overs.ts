// Passes a developer's account from the portal to the playground. The token is stored here under a code that works once
// within a minute, so that no address contains a token.
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";

const CODE_LIFETIME_MS = 60_000;
const CODES_MAX = 1_000;

export type HandOvers = ReturnType<typeof createHandOvers>;
export type HandOver = { clientId: string; token: string };

export function createHandOvers() {
  const waiting = new LRUCache<string, HandOver>({ max: CODES_MAX, ttl: CODE_LIFETIME_MS });
  return {
    store(handOver: HandOver): string {
      const code = randomBytes(24).toString("base64url");
      waiting.set(code, handOver);
      return code;
    },
    /** Returns the hand-over of a code once. Null for a code that is unknown, used or expired. */
    redeem(code: string): HandOver | null {
      const found = waiting.get(code) ?? null;
      waiting.delete(code);
      return found;
    },
  };
}
