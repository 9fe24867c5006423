// One viewer: subscriptions, position in the stream, and flow control. Unacknowledged data is limited, because buffers
// of the network could hide a slow reader for minutes.
import type { SharedFrame } from "./frames.ts";
import type { Group } from "./groups.ts";

export type Transport = {
  readonly kind: "socket" | "events";
  /** IP address or client that limits apply to. A viewer without an address has limits of its own. */
  readonly address?: string;
  write(frame: SharedFrame): void;
  /** Number of bytes that are queued in this process. */
  queuedBytes(): number;
  close(code: number, reason: string): void;
  terminate(): void;
};

export class Viewer {
  readonly id: string;
  readonly transport: Transport;
  channels: readonly string[] = [];
  group: Group | null = null;
  /** Index in the group's list of members. */
  index = -1;
  isVisible = true;
  /** True if a message was skipped, so the next message must be a snapshot. */
  isDirty = false;
  lastSent = 0;
  /** Monotonic ms at which the oldest unacknowledged frame was sent; 0 if all are acknowledged. */
  unackedSince = 0;
  isClosed = false;
  hiddenSince: number | null = null;
  #messages = 0;
  #windowFrom = 0;

  constructor(id: string, transport: Transport, now: number) {
    this.id = id;
    this.transport = transport;
    this.#windowFrom = now;
  }

  /** True if more may be sent. Only sockets acknowledge; event streams are limited by their short duration. */
  get hasCredit(): boolean {
    return this.transport.kind === "socket";
  }

  sent(seq: number, now: number): void {
    this.lastSent = seq;
    if (this.hasCredit && this.unackedSince === 0) this.unackedSince = now;
  }

  acknowledge(seq: number, sentAt: number | null, now: number): number {
    const age = this.unackedSince === 0 ? 0 : now - this.unackedSince;
    if (seq >= this.lastSent) this.unackedSince = 0;
    else if (sentAt !== null) this.unackedSince = Math.max(this.unackedSince, sentAt);
    return age;
  }

  /** Returns false if the viewer sends more than `atMost` messages per second. */
  isWithinMessageRate(now: number, atMost: number): boolean {
    if (now - this.#windowFrom >= 1_000) {
      this.#windowFrom = now;
      this.#messages = 0;
    }
    this.#messages += 1;
    return this.#messages <= atMost;
  }
}
