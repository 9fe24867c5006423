// The last calls of each client, for the portal's list. In memory: a restart empties it.
import { LRUCache } from "lru-cache";

const CALLS_KEPT = 50;
const CLIENTS_KEPT = 5_000;

export type CallRecord = {
  at: number;
  requestId: string;
  method: string;
  path: string;
  status: number;
  tookMs: number;
};

export class CallLog {
  readonly #calls = new LRUCache<string, CallRecord[]>({ max: CLIENTS_KEPT });

  add(clientId: string, call: CallRecord): void {
    const known = this.#calls.get(clientId) ?? [];
    known.unshift(call);
    known.length = Math.min(known.length, CALLS_KEPT);
    this.#calls.set(clientId, known);
  }

  /** The newest first. */
  of(clientId: string): CallRecord[] {
    return this.#calls.get(clientId) ?? [];
  }
}
