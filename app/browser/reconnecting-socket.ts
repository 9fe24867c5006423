// A socket to this site that reconnects with full jitter. Subclasses decide when to connect and how to react to close
// codes.
import { reconnectDelayMs } from "../contract/live/live.ts";

export abstract class ReconnectingSocket {
  #socket: WebSocket | null = null;
  /** Set during a pause. */
  protected timer: ReturnType<typeof setTimeout> | undefined;
  /** Number of reconnect attempts since the connection last worked. */
  protected attempt = 0;

  protected abstract onOpen(): void;
  protected abstract onText(text: string): void;
  protected abstract onClose(code: number, hasOpened: boolean): void;
  /** Called when the pause before a reconnect ends. */
  abstract open(): void;

  protected get isOpen(): boolean {
    return this.#socket?.readyState === 1;
  }

  /** Opens the socket. Does nothing if a socket exists. */
  protected connect(path: string, protocol: string): void {
    if (this.#socket !== null) return;
    const socket = new WebSocket(location.origin.replace("http", "ws") + path, protocol);
    this.#socket = socket;
    let hasOpened = false;
    socket.onopen = () => {
      hasOpened = true;
      this.onOpen();
    };
    socket.onmessage = (event) => this.onText(String(event.data));
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.onClose(code, hasOpened);
    };
  }

  /** Calls `open` after a pause. */
  protected again(pauseMs = reconnectDelayMs(this.attempt, Math.random())): void {
    this.stopWaiting();
    this.attempt += 1;
    this.timer = setTimeout(() => this.open(), pauseMs);
  }

  protected stopWaiting(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  protected send(message: unknown): void {
    if (this.isOpen) this.#socket?.send(JSON.stringify(message));
  }

  /** Closes without calling `onClose`. */
  close(): void {
    this.#socket?.close(1000);
    this.#socket = null;
    this.stopWaiting();
  }
}
