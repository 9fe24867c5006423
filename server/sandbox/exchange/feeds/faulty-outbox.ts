// Outgoing messages of one socket, with the faults that its account has configured. Without a fault, messages are sent
// immediately and in order.
import type { WebSocket } from "ws";
import { FAULT_BY_NAME, type FaultRule } from "../../../../app/contract/trading-api/faults.ts";

/** Counts a message and returns the fault rule that applies to it. */
export type StrikeMessage = () => FaultRule | null;
type Message = Buffer | string;
type Target = Pick<WebSocket, "send" | "terminate" | "readyState" | "OPEN">;

export class FaultyOutbox {
  readonly #socket: Target;
  readonly #strike: StrikeMessage;
  /** Number of messages that the current gap fault still drops. */
  #leftOut = 0;
  /** A message that is held back until the next one has been sent. */
  #overtaken: Message | null = null;

  constructor(socket: Target, strike: StrikeMessage) {
    this.#socket = socket;
    this.#strike = strike;
  }

  send(message: Message): void {
    if (this.#leftOut > 0) {
      this.#leftOut -= 1;
      return;
    }
    const rule = this.#strike();
    switch (rule?.fault) {
      case "disconnect":
        this.#socket.terminate();
        return;
      case "freeze":
        return;
      case "gap":
        this.#leftOut = (rule.messages ?? 1) - 1;
        return;
      case "duplicate":
        this.#send(message);
        this.#send(message);
        return;
      case "out-of-order":
        this.#release();
        this.#overtaken = message;
        return;
      case "stale":
        setTimeout(() => this.#deliver(message), rule.ms ?? FAULT_BY_NAME.get("stale")?.ms ?? 0).unref();
        return;
      default:
        this.#send(message);
    }
  }

  #send(message: Message): void {
    this.#deliver(message);
    this.#release();
  }

  #release(): void {
    const waiting = this.#overtaken;
    this.#overtaken = null;
    if (waiting !== null) this.#deliver(waiting);
  }

  #deliver(message: Message): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(message);
  }
}
