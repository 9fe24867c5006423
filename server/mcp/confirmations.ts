// Previews of trades that wait for confirmation. A preview is stored in memory for two minutes under a random id, bound
// to its client. It is executed unchanged and at most once. A restart discards all previews.
import { randomBytes } from "node:crypto";
import { LRUCache } from "lru-cache";
import { ToolRefusal } from "./trading-caller.ts";

export const CONFIRMATION_LIMITS = {
  forMs: 2 * 60_000,
  /** Lifetime of a preview while it awaits approval in the portal. */
  awaitingApprovalForMs: 10 * 60_000,
  perClient: 20,
  total: 10_000,
} as const;

export const TRADE_ACTIONS = ["place", "modify", "cancel", "square_off"] as const;
export type TradeAction = (typeof TRADE_ACTIONS)[number];

export type Pending<Work> = {
  action: TradeAction;
  /** Summary of the trade. The assistant must repeat this text to execute the trade. */
  summary: string;
  work: Work;
  /** Number of orders and their value, which count towards the account's daily limit. */
  orders: number;
  valueRupees: number;
  /** Margin and charges to show to the user. */
  details: object;
};

export class Confirmations<Work extends object> {
  readonly #pending: LRUCache<string, Pending<Work> & { clientId: string }>;
  readonly #ofClient = new LRUCache<string, string[]>({ max: CONFIRMATION_LIMITS.total });
  /** Ids of the clients with a square-off in progress. */
  readonly squaringOff = new Set<string>();

  constructor(now: () => number = Date.now) {
    this.#pending = new LRUCache({
      max: CONFIRMATION_LIMITS.total,
      ttl: CONFIRMATION_LIMITS.forMs,
      ttlResolution: 0,
      perf: { now },
    });
  }

  /** Stores a preview and returns its confirmation id. Above the limit, the client's oldest previews are evicted. */
  keep(clientId: string, pending: Pending<Work>): string {
    const id = randomBytes(18).toString("base64url");
    const ids = [...(this.#ofClient.get(clientId) ?? []), id];
    for (const old of ids.splice(0, ids.length - CONFIRMATION_LIMITS.perClient)) this.#pending.delete(old);
    this.#ofClient.set(clientId, ids);
    this.#pending.set(id, { ...pending, clientId });
    return id;
  }

  /**
   * Returns a preview. Throws ToolRefusal if it does not exist, belongs to another client or action, or has another
   * summary.
   */
  find(clientId: string, id: string, action: TradeAction, summary: string): Pending<Work> {
    const found = this.#pending.get(id);
    if (found === undefined || found.clientId !== clientId || found.action !== action)
      throw new ToolRefusal(
        "Unknown preview: it is older than two minutes or was used already. Preview again and show the new summary.",
      );
    if (found.summary !== summary)
      throw new ToolRefusal(`The summary must be the preview's text, word for word: ${found.summary}`);
    return found;
  }

  /** Removes and returns a preview, so that it is executed once. Throws like `find`. */
  take(clientId: string, id: string, action: TradeAction, summary: string): Work {
    const { work } = this.find(clientId, id, action, summary);
    this.#pending.delete(id);
    return work;
  }

  /** Extends the lifetime of a preview while the user approves it in the portal. */
  extend(id: string): void {
    const found = this.#pending.get(id);
    if (found !== undefined) this.#pending.set(id, found, { ttl: CONFIRMATION_LIMITS.awaitingApprovalForMs });
  }

  /** Removes a preview that the user declined. */
  drop(id: string): void {
    this.#pending.delete(id);
  }
}
