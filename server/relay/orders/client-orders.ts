// Numbered order changes of one client, and the client's open tabs. A tab that reconnects receives the changes that it
// missed. If they are no longer stored, it must reload its list, so that no change is lost unnoticed.
import { CLOSE_CODE_TABLE, type CloseCodeEntry } from "../../../app/contract/live/close-codes.ts";
import type { OrderChange, OrdersServerMessage } from "../../../app/contract/live/order-updates.ts";

export type OrderTab = {
  send(text: string): void;
  queuedBytes(): number;
  close(code: number, reason: string): void;
};

/** Client of a tab, and the time at which the tab's session ends. */
export type OrderSession = { clientId: string; accessToken: string; endsAt: number };
export type Tab = { socket: OrderTab; session: OrderSession; hasGreeted: boolean };

export function closeTab(socket: OrderTab, { code, reason }: CloseCodeEntry): void {
  socket.close(code, reason);
}

export class ClientOrders {
  readonly tabs = new Set<Tab>();
  readonly #limits: { orderChangesKept: number; orderQueuedBytes: number };
  #sequence = 0;
  #changes: { sequence: number; text: string }[] = [];

  constructor(limits: { orderChangesKept: number; orderQueuedBytes: number }) {
    this.#limits = limits;
  }

  /** Number of the newest change. */
  get sequence(): number {
    return this.#sequence;
  }

  publish(change: OrderChange): void {
    this.#sequence += 1;
    const text = JSON.stringify(["o", this.#sequence, change] satisfies OrdersServerMessage);
    this.#changes.push({ sequence: this.#sequence, text });
    if (this.#changes.length > this.#limits.orderChangesKept) this.#changes.shift();
    this.#sendAll(text);
  }

  /** Skips a number and notifies all tabs to reload their lists, because a change may be missing. */
  gap(): void {
    this.#sequence += 1;
    this.#changes = [];
    this.broadcast(["r", this.#sequence]);
  }

  broadcast(message: OrdersServerMessage): void {
    this.#sendAll(JSON.stringify(message));
  }

  /**
   * Sends the changes after the tab's last number. If they are no longer stored, the tab must reload its list. `known`
   * is null if the tab has no number yet.
   */
  replay(tab: Tab, known: { isOurs: boolean; sequence: number } | null): void {
    if (known === null || (known.isOurs && known.sequence === this.#sequence)) return;
    const oldest = this.#changes[0]?.sequence ?? Number.POSITIVE_INFINITY;
    const isCovered = known.isOurs && known.sequence < this.#sequence && oldest <= known.sequence + 1;
    if (!isCovered) this.#send(tab, JSON.stringify(["r", this.#sequence] satisfies OrdersServerMessage));
    else for (const { sequence, text } of this.#changes) if (sequence > known.sequence) this.#send(tab, text);
  }

  #sendAll(text: string): void {
    for (const tab of this.tabs) if (tab.hasGreeted) this.#send(tab, text);
  }

  /** Sends a message to a tab. A tab whose queue is full is closed, and reloads its list when it reconnects. */
  #send(tab: Tab, text: string): void {
    if (tab.socket.queuedBytes() > this.#limits.orderQueuedBytes) closeTab(tab.socket, CLOSE_CODE_TABLE.slow);
    else tab.socket.send(text);
  }
}
