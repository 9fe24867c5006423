// A socket to this site that reconnects with full jitter. The owner decides when to connect and what a close code means.
import { reconnectDelayMs } from "../wire/live.ts";

type Options = {
  path: string;
  protocol: string;
  onOpen(): void;
  onMessage(text: string): void;
  onClose(code: number, hasOpened: boolean): void;
  /** The pause has ended. */
  onRetry(): void;
};

export class ReconnectingSocket {
  readonly #options: Options;
  #socket: WebSocket | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Attempts since the owner set it to zero. */
  attempt = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#socket?.readyState === 1;
  }

  /** True during a pause. */
  get isWaiting(): boolean {
    return this.#timer !== undefined;
  }

  /** Ends a pause. Does nothing else if there is a socket. */
  connect(): void {
    this.stopWaiting();
    if (this.#socket !== null) return;
    const { path, protocol, onOpen, onMessage, onClose } = this.#options;
    const socket = new WebSocket(location.origin.replace("http", "ws") + path, protocol);
    this.#socket = socket;
    let hasOpened = false;
    socket.onopen = () => {
      hasOpened = true;
      onOpen();
    };
    socket.onmessage = (event) => onMessage(String(event.data));
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      onClose(code, hasOpened);
    };
  }

  again(pauseMs = reconnectDelayMs(this.attempt, Math.random())): void {
    this.stopWaiting();
    this.attempt += 1;
    this.#timer = setTimeout(this.#options.onRetry, pauseMs);
  }

  stopWaiting(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  send(message: unknown): void {
    if (this.isOpen) this.#socket?.send(JSON.stringify(message));
  }

  /** Closes without calling `onClose`. */
  close(): void {
    this.#socket?.close(1000);
    this.#socket = null;
    this.stopWaiting();
  }
}
