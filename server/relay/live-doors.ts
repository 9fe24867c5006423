// The three doors for viewers: the socket, server-sent events where sockets do not get through, and polling where neither
// does. Counts who is inside, by address and in all. Where a request came from was checked before it gets here.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { type WebSocket, WebSocketServer } from "ws";
import {
  CHANNEL_CHARS_AT_MOST,
  CHANNELS_AT_MOST,
  LIVE_PATH,
  LIVE_POLL_PATH,
  LIVE_SSE_PATH,
  LIVE_SUBPROTOCOL,
} from "../../app/wire/live.ts";
import { refuseUpgrade } from "../net/refuse-upgrade.ts";
import type { Clock } from "./clock.ts";
import { type Counters, countIn } from "./counters.ts";
import type { Hub } from "./hub.ts";
import { TooManyLookUps } from "./look-ups.ts";
import type { Transport, Viewer } from "./viewer.ts";

export type DoorLimits = {
  viewers: number;
  viewersPerAddress: number;
  viewerMessageBytes: number;
  viewerFragments: number;
  viewerPingEveryMs: number;
  eventsForMs: number;
  pollWaitMs: number;
};

export type LiveDoors = {
  /** Takes an upgrade of `/live`; answers itself when it refuses. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string): void;
  /** Answers the plain requests below `/live`; false for any other path. */
  answer(request: IncomingMessage, response: ServerResponse, url: URL, address: string): boolean;
  /** From now on nobody is let in. */
  shut(): void;
  stop(): void;
};

const RETRY_AFTER_S = 5;

export function createLiveDoors(options: {
  hub: Hub;
  clock: Clock;
  counters: Counters;
  limits: DoorLimits;
}): LiveDoors {
  const { hub, clock, counters, limits } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: limits.viewerMessageBytes,
    maxFragments: limits.viewerFragments,
    maxBufferedChunks: limits.viewerFragments * 4,
    handleProtocols: (offered) => (offered.has(LIVE_SUBPROTOCOL) ? LIVE_SUBPROTOCOL : false),
  });
  const byAddress = new Map<string, number>();
  const alive = new Map<Viewer, { socket: WebSocket; heardAt: number }>();
  let isShut = false;

  /** Null lets the address in. */
  function refusal(address: string): { status: number; words: string } | null {
    if (isShut) return { status: 503, words: "restarting" };
    if (hub.viewerCount >= limits.viewers) return { status: 503, words: "full" };
    if ((byAddress.get(address) ?? 0) >= limits.viewersPerAddress)
      return { status: 429, words: "too many from one address" };
    return null;
  }

  function enter(address: string): () => void {
    byAddress.set(address, (byAddress.get(address) ?? 0) + 1);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      const left = (byAddress.get(address) ?? 1) - 1;
      if (left === 0) byAddress.delete(address);
      else byAddress.set(address, left);
    };
  }

  function welcome(ws: WebSocket, socket: Duplex, address: string, leave: () => void): void {
    const transport: Transport = {
      kind: "socket",
      address,
      // One write of a frame made for everyone; ws keeps the control traffic.
      write: (frame) => {
        if (ws.readyState === ws.OPEN) socket.write(frame.socketBytes);
      },
      queuedBytes: () => socket.writableLength,
      close: (code, reason) => {
        ws.close(code, reason);
        // A reader that does not read does not answer the farewell either.
        clock.after(1_000, () => ws.terminate());
      },
      terminate: () => ws.terminate(),
    };
    const viewer = hub.add(transport);
    alive.set(viewer, { socket: ws, heardAt: clock.mono() });
    ws.on("message", (data, isBinary) => {
      const here = alive.get(viewer);
      if (here !== undefined) here.heardAt = clock.mono();
      hub.receive(viewer, isBinary ? "" : data.toString());
    });
    ws.on("pong", () => {
      const here = alive.get(viewer);
      if (here !== undefined) here.heardAt = clock.mono();
    });
    ws.on("error", () => ws.terminate());
    ws.on("close", (code) => {
      alive.delete(viewer);
      leave();
      hub.remove(viewer, code === 1000 || code === 1001 ? "left" : `code ${code}`);
    });
  }

  const stopPinging = clock.every(limits.viewerPingEveryMs, () => {
    const now = clock.mono();
    for (const [, { socket, heardAt }] of alive) {
      if (now - heardAt > 2.5 * limits.viewerPingEveryMs) socket.terminate();
      else socket.ping();
    }
  });

  function channelsOf(url: URL): string[] | null {
    const channels = url.searchParams.getAll("ch");
    const isFine =
      channels.length > 0 &&
      channels.length <= CHANNELS_AT_MOST &&
      channels.every((name) => name.length <= CHANNEL_CHARS_AT_MOST);
    return isFine ? channels : null;
  }

  function events(
    request: IncomingMessage,
    response: ServerResponse,
    channels: string[],
    address: string,
  ): void {
    const leave = enter(address);
    response.writeHead(200, {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Accel-Buffering": "no",
      Connection: "close",
    });
    const viewer = hub.add({
      kind: "events",
      address,
      write: (frame) => {
        response.write(frame.eventBytes);
      },
      queuedBytes: () => response.writableLength,
      close: () => response.end(),
      terminate: () => response.destroy(),
    });
    // A stream has no acknowledgements: it lives for a short while and starts over with a snapshot.
    const cancel = clock.after(limits.eventsForMs, () => response.end());
    const gone = () => {
      cancel();
      leave();
      hub.remove(viewer, "events ended");
    };
    request.socket.setNoDelay(true);
    response.on("close", gone);
    response.on("error", gone);
    void hub.subscribe(viewer, channels);
  }

  async function poll(response: ServerResponse, channels: string[], address: string): Promise<void> {
    try {
      const snapshot = await hub.look(channels, limits.pollWaitMs, { address });
      if (snapshot === null) plain(response, 404, "None of these channels exists.");
      else {
        response.writeHead(200, {
          "Content-Type": "application/json; charset=utf-8",
          "Cache-Control": "no-store",
        });
        response.end(JSON.stringify(snapshot));
      }
    } catch (fault) {
      if (fault instanceof TooManyLookUps) plain(response, 429, fault.message, fault.retryAfterS);
      else plain(response, 503, "The channels cannot be looked up now. Try again in a few seconds.");
    }
  }

  return {
    upgrade(request, socket, head, address) {
      const offered = request.headers["sec-websocket-protocol"];
      const refused =
        offered === undefined || !offered.split(",").some((one) => one.trim() === LIVE_SUBPROTOCOL)
          ? { status: 400, words: "subprotocol" }
          : refusal(address);
      if (refused !== null) {
        countIn(counters.upgradesRefused, refused.words);
        refuseUpgrade(
          socket,
          refused.status,
          refused.words,
          refused.status === 400 ? {} : { "Retry-After": String(RETRY_AFTER_S) },
        );
        return;
      }
      const leave = enter(address);
      // A client that leaves during the handshake never becomes a viewer.
      socket.once("close", leave);
      try {
        sockets.handleUpgrade(request, socket, head, (ws) => welcome(ws, socket, address, leave));
      } catch {
        socket.destroy();
      }
    },
    answer(request, response, url, address) {
      if (url.pathname === LIVE_PATH) {
        response.setHeader("Upgrade", "websocket");
        plain(response, 426, "This address speaks WebSocket only.");
        return true;
      }
      if (url.pathname !== LIVE_SSE_PATH && url.pathname !== LIVE_POLL_PATH) return false;
      const channels = channelsOf(url);
      if (request.method !== "GET") {
        response.setHeader("Allow", "GET");
        plain(response, 405, "This address answers GET.");
      } else if (channels === null)
        plain(response, 400, `Name 1 to ${CHANNELS_AT_MOST} channels, each as ch=…`);
      else if (url.pathname === LIVE_POLL_PATH) void poll(response, channels, address);
      else {
        const refused = refusal(address);
        if (refused === null) events(request, response, channels, address);
        else {
          countIn(counters.upgradesRefused, refused.words);
          plain(response, refused.status, "No more live streams are taken now.");
        }
      }
      return true;
    },
    shut() {
      isShut = true;
    },
    stop() {
      stopPinging();
      for (const [, { socket }] of alive) socket.terminate();
    },
  };
}

function plain(
  response: ServerResponse,
  status: number,
  words: string,
  retryAfterS: number = RETRY_AFTER_S,
): void {
  if (status === 503 || status === 429) response.setHeader("Retry-After", String(retryAfterS));
  response.writeHead(status, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" });
  response.end(`${words}\n`);
}
