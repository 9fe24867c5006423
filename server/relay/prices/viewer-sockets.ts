// Sockets of viewers on `/live`: opens them, reads their messages, pings them, and closes silent ones.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import { CLOSE_CODES } from "../../../app/contract/live/close-codes.ts";
import { LIVE_SUBPROTOCOL } from "../../../app/contract/live/live.ts";
import type { Limits } from "../../limits.ts";
import type { Clock } from "../clock.ts";
import type { Hub } from "./hub.ts";
import type { Transport, Viewer } from "./viewer.ts";

export type SocketLimits = Pick<Limits, "viewerMessageBytes" | "viewerFragments" | "viewerPingEveryMs">;
type Alive = { socket: WebSocket; heardAt: number };

/** Number of ping intervals without a response before a socket is closed. */
const MISSED_PINGS = 2.5;
/** A client that does not read does not confirm the close frame either, so the socket is terminated after this time. */
const CLOSE_WITHIN_MS = 1_000;
const NORMAL_CLOSES: number[] = [CLOSE_CODES.goodbye, CLOSE_CODES.goingAway];
/** Codes from this number on are chosen by the client. They are counted together, because each label is stored. */
const PRIVATE_CODES_FROM = 3_000;

export class ViewerSockets {
  readonly #options: { hub: Hub; clock: Clock; limits: SocketLimits };
  readonly #server: WebSocketServer;
  readonly #alive = new Map<Viewer, Alive>();
  readonly #stopPinging: () => void;

  constructor(options: { hub: Hub; clock: Clock; limits: SocketLimits }) {
    this.#options = options;
    const { clock, limits } = options;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: limits.viewerMessageBytes,
      maxFragments: limits.viewerFragments,
      maxBufferedChunks: limits.viewerFragments * 4,
      handleProtocols: (offered) => (offered.has(LIVE_SUBPROTOCOL) ? LIVE_SUBPROTOCOL : false),
    });
    this.#stopPinging = clock.every(limits.viewerPingEveryMs, () => this.#ping());
  }

  /** Opens a viewer's socket. `leave` is called when the socket closes. */
  open(request: IncomingMessage, socket: Duplex, head: Buffer, address: string, leave: () => void): void {
    this.#server.handleUpgrade(request, socket, head, (ws) => this.#welcome(ws, socket, address, leave));
  }

  stop(): void {
    this.#stopPinging();
    for (const { socket } of this.#alive.values()) socket.terminate();
  }

  #welcome(ws: WebSocket, socket: Duplex, address: string, leave: () => void): void {
    const { hub, clock } = this.#options;
    const viewer = hub.add(this.#transport(ws, socket, address));
    const here: Alive = { socket: ws, heardAt: clock.mono() };
    this.#alive.set(viewer, here);
    ws.on("message", (data, isBinary) => {
      here.heardAt = clock.mono();
      hub.receive(viewer, isBinary ? "" : data.toString());
    });
    ws.on("pong", () => {
      here.heardAt = clock.mono();
    });
    // After a protocol error, the library ws sends a close frame. The socket is terminated later, so that this frame
    // can be sent.
    ws.on("error", () => this.#options.clock.after(CLOSE_WITHIN_MS, () => ws.terminate()));
    ws.on("close", (code) => {
      this.#alive.delete(viewer);
      leave();
      const label = code < PRIVATE_CODES_FROM ? `code ${code}` : "private code";
      hub.remove(viewer, NORMAL_CLOSES.includes(code) ? "left" : label);
    });
  }

  #transport(ws: WebSocket, socket: Duplex, address: string): Transport {
    return {
      kind: "socket",
      address,
      // Writes the shared frame directly to the TCP socket; the library ws writes only control frames.
      write: (frame) => {
        if (ws.readyState === ws.OPEN) socket.write(frame.socketBytes);
      },
      queuedBytes: () => socket.writableLength,
      close: (code, reason) => {
        ws.close(code, reason);
        this.#options.clock.after(CLOSE_WITHIN_MS, () => ws.terminate());
      },
      terminate: () => ws.terminate(),
    };
  }

  #ping(): void {
    const { clock, limits } = this.#options;
    const now = clock.mono();
    for (const { socket, heardAt } of this.#alive.values())
      if (now - heardAt > MISSED_PINGS * limits.viewerPingEveryMs) socket.terminate();
      else socket.ping();
  }
}
