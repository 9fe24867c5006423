// How often an address may do something in a minute; addresses that were not seen for long are forgotten.
import { LRUCache } from "lru-cache";

const MINUTE_MS = 60_000;
const ADDRESSES_KNOWN = 10_000;

/** The returned function counts one and says whether it was still allowed. */
export function perMinute(atMost: number, now: () => number): (address: string) => boolean {
  const recent = new LRUCache<string, number[]>({ max: ADDRESSES_KNOWN });
  return (address) => {
    const times = (recent.get(address) ?? []).filter((time) => now() - time < MINUTE_MS);
    if (times.length >= atMost) return false;
    recent.set(address, [...times, now()]);
    return true;
  };
}
