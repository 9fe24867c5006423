// Outgoing messages of one socket, with the faults that its account has configured. Without a fault, messages are sent
// immediately and in order.
import type { IncomingHttpHeaders } from "node:http";
import type { WebSocket } from "ws";
import {
  FAULT_BY_NAME,
  FAULT_HEADER,
  type FaultRule,
  type FaultSocket,
} from "../../../../app/contract/trading-api/faults.ts";

/** Counts a message and returns the fault rule that applies to it. */
export type NextMessageFault = () => FaultRule | null;
/** Counts a message of a client's socket and returns the fault rule that applies to it. */
export type NextClientFault = (clientId: string) => FaultRule | null;
/** Reads the fault header of a new socket. Returns null if the header names no fault of sockets. */
export type SocketFaults = (header: string | undefined, socket: FaultSocket) => NextClientFault | null;

/** Close reason of a socket with an invalid fault header. At most 123 bytes. */
const INVALID_HEADER = `${FAULT_HEADER} must name a fault of sockets, such as gap; messages=2`;

/** Applies the fault header of a new socket. Closes the socket and returns null if the header is invalid. */
export function openFaults(
  socket: WebSocket,
  headers: IncomingHttpHeaders,
  name: FaultSocket,
  faults: SocketFaults | undefined,
): NextClientFault | null {
  if (faults === undefined) return () => null;
  const header = headers[FAULT_HEADER.toLowerCase()];
  const nextFault = faults(Array.isArray(header) ? header.join(", ") : header, name);
  if (nextFault === null) socket.close(1008, INVALID_HEADER);
  return nextFault;
}
/** Maximum number of stale messages that a connection delays. Further ones are sent immediately. */
const STALE_PACKETS_MAX = 1_000;
type Message = Buffer | string;
type Target = Pick<WebSocket, "send" | "terminate" | "readyState" | "OPEN">;

export class FaultyOutbox {
  readonly #socket: Target;
  readonly #nextFault: NextMessageFault;
  /** Number of messages that the current gap fault still drops. */
  #remainingDrops = 0;
  /** A message that is held back until the next message has been sent. */
  #delayed: Message | null = null;
  /** Number of messages that a stale fault delays. */
  #staleCount = 0;

  constructor(socket: Target, nextFault: NextMessageFault) {
    this.#socket = socket;
    this.#nextFault = nextFault;
  }

  send(message: Message): void {
    if (this.#remainingDrops > 0) {
      this.#remainingDrops -= 1;
      return;
    }
    const rule = this.#nextFault();
    switch (rule?.fault) {
      case "disconnect":
        this.#socket.terminate();
        return;
      case "freeze":
        return;
      case "gap":
        this.#remainingDrops = (rule.messages ?? 1) - 1;
        return;
      case "duplicate":
        this.#send(message);
        this.#send(message);
        return;
      case "out-of-order":
        this.#release();
        this.#delayed = message;
        return;
      case "stale":
        if (this.#staleCount < STALE_PACKETS_MAX)
          this.#deliverLater(message, rule.ms ?? FAULT_BY_NAME.get("stale")?.ms ?? 0);
        else this.#send(message);
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
    const waiting = this.#delayed;
    this.#delayed = null;
    if (waiting !== null) this.#deliver(waiting);
  }

  #deliverLater(message: Message, ms: number): void {
    this.#staleCount += 1;
    setTimeout(() => {
      this.#staleCount -= 1;
      this.#deliver(message);
    }, ms).unref();
  }

  #deliver(message: Message): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(message);
  }
}
