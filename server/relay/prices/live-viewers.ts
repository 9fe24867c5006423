// The three endpoints for viewers: the socket, server-sent events where proxies block sockets, and polling where both
// are blocked. Counts connected viewers by address and in total. The request's origin has already been checked.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import {
  CHANNEL_CHARS_MAX,
  CHANNELS_MAX,
  LIVE_PATH,
  LIVE_POLL_PATH,
  LIVE_SSE_PATH,
  LIVE_SUBPROTOCOL,
} from "../../../app/contract/live/live.ts";
import type { Limits } from "../../limits.ts";
import { refuseUpgrade } from "../../protocol/refuse-upgrade.ts";
import { createConcurrencyCounter } from "../../rate-limits/concurrency-counter.ts";
import type { Clock } from "../clock.ts";
import { type Counters, incrementCount } from "./counters.ts";
import type { Hub } from "./hub.ts";
import { answerPoll, openEvents, RETRY_AFTER_S, sendPlain } from "./live-streams.ts";
import { type SocketLimits, ViewerSockets } from "./viewer-sockets.ts";

export type ViewerServerLimits = SocketLimits &
  Pick<Limits, "viewers" | "viewersPerAddress" | "eventsForMs" | "pollWaitMs">;

export type LiveViewers = ReturnType<typeof createLiveViewers>;

type Refused = { status: number; words: string };

export function createLiveViewers(options: {
  hub: Hub;
  clock: Clock;
  counters: Counters;
  limits: ViewerServerLimits;
}) {
  const { hub, clock, counters, limits } = options;
  const entrance = new ViewerCounter(hub, limits);
  const sockets = new ViewerSockets({ hub, clock, limits });
  const streams = { hub, clock, limits };
  const refuse = ({ words }: Refused) => incrementCount(counters.upgradesRefused, words);

  return {
    /** Handles an upgrade of `/live`, including the response of a refusal. */
    upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, address: string) {
      const refused = wrongSubprotocol(request) ?? entrance.refusal(address);
      if (refused !== null) {
        refuse(refused);
        const headers = refused.status === 400 ? {} : { "Retry-After": String(RETRY_AFTER_S) };
        refuseUpgrade(socket, refused.status, refused.words, headers);
        return;
      }
      const leave = entrance.enter(address);
      // A client that disconnects during the handshake never becomes a viewer.
      socket.once("close", leave);
      try {
        sockets.open(request, socket, head, address, leave);
      } catch {
        socket.destroy();
      }
    },
    /** Handles requests below `/live` that are not upgrades; returns false for any other path. */
    answer(request: IncomingMessage, response: ServerResponse, url: URL, address: string): boolean {
      if (url.pathname === LIVE_PATH) {
        response.setHeader("Upgrade", "websocket");
        sendPlain(response, 426, "This address accepts WebSocket connections only.");
        return true;
      }
      if (url.pathname !== LIVE_SSE_PATH && url.pathname !== LIVE_POLL_PATH) return false;
      const channels = readChannels(url);
      if (request.method !== "GET") {
        response.setHeader("Allow", "GET");
        sendPlain(response, 405, "The method must be GET.");
      } else if (channels === null)
        sendPlain(response, 400, `The query must contain 1 to ${CHANNELS_MAX} channels, each as ch=NAME.`);
      else if (url.pathname === LIVE_POLL_PATH) void answerPoll(streams, response, channels, address);
      else {
        const refused = entrance.refusal(address);
        if (refused === null)
          openEvents(streams, request, response, { channels, address, leave: entrance.enter(address) });
        else {
          refuse(refused);
          sendPlain(response, refused.status, "The limit of live streams is reached. Try again later.");
        }
      }
      return true;
    },
    /** Refuses all new viewers from now on. */
    shut: () => entrance.shut(),
    stop: () => sockets.stop(),
  };
}

/** Counts connected viewers per IP address and in total. */
class ViewerCounter {
  readonly #hub: Hub;
  readonly #limits: ViewerServerLimits;
  readonly #places = createConcurrencyCounter();
  #isShut = false;

  constructor(hub: Hub, limits: ViewerServerLimits) {
    this.#hub = hub;
    this.#limits = limits;
  }

  /** Returns the reason to refuse a viewer of an address; null if it is accepted. */
  refusal(address: string): Refused | null {
    if (this.#isShut) return { status: 503, words: "restarting" };
    if (this.#hub.viewerCount >= this.#limits.viewers) return { status: 503, words: "full" };
    if (this.#places.of(address) >= this.#limits.viewersPerAddress)
      return { status: 429, words: "too many from one address" };
    return null;
  }

  /** Adds a viewer to the counts. The returned function removes it, once. */
  enter(address: string): () => void {
    return this.#places.enter(address);
  }

  shut(): void {
    this.#isShut = true;
  }
}

function wrongSubprotocol(request: IncomingMessage): Refused | null {
  const offered = request.headers["sec-websocket-protocol"];
  const isWrong = offered === undefined || !offered.split(",").some((one) => one.trim() === LIVE_SUBPROTOCOL);
  return isWrong ? { status: 400, words: "subprotocol" } : null;
}

function readChannels(url: URL): string[] | null {
  const channels = url.searchParams.getAll("ch");
  const isFine =
    channels.length > 0 &&
    channels.length <= CHANNELS_MAX &&
    channels.every((name) => name.length <= CHANNEL_CHARS_MAX);
  return isFine ? channels : null;
}
