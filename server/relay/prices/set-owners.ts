// Owners of the channel sets: the network of the viewer that requested a set first. The number of sets is limited. If
// the limit is reached, the network with the most sets loses one to a network with fewer sets.
import ipaddr from "ipaddr.js";
import type { ChannelSet } from "./viewer.ts";

/** Returns the network of a viewer's address. Networks of /48 are assigned to one customer, so they count as one. */
export function ownerFromAddress(address: string): string {
  return address.endsWith("/64")
    ? ipaddr.IPv6.networkAddressFromCIDR(address.replace(/64$/, "48")).toString()
    : address;
}

export class SetOwners {
  /** Sets of each owner, oldest first. */
  readonly #sets = new Map<string, Set<ChannelSet>>();

  add(set: ChannelSet): void {
    const own = this.#sets.get(set.owner) ?? new Set();
    this.#sets.set(set.owner, own.add(set));
  }

  remove(set: ChannelSet): void {
    const own = this.#sets.get(set.owner);
    own?.delete(set);
    if (own?.size === 0) this.#sets.delete(set.owner);
  }

  /**
   * Returns the newest set of the owner with the most sets; null if that owner would then have fewer sets than `owner`.
   */
  setToDropFor(owner: string): ChannelSet | null {
    const [most = new Set()] = [...this.#sets.values()].sort((one, other) => other.size - one.size);
    if (most.size <= (this.#sets.get(owner)?.size ?? 0) + 1) return null;
    return [...most].at(-1) ?? null;
  }
}
