// One connection to the provider's order-update socket: logs in, reads alerts, reconnects on its own. The provider neither answers
// a login nor numbers its messages, so every break may have lost some: whoever listens is told, and reads the list again.

import type { OrderChange } from "../../../app/wire/order-updates.ts";
import { readOrderAlert } from "../../protocol/order-alert.ts";
import { Backoff } from "../backoff.ts";
import type { Clock } from "../clock.ts";
import type { FeedDialer, FeedSocket } from "../dialer.ts";

/** Field names of the provider's documentation. */
export type OrderLogin =
  | { kind: "partner"; id: string; secret: string }
  | { kind: "individual"; clientId: string; token: string };

const LOGIN_CODE = 42;
/** Close code of the provider for a wrong login or an expired token. */
const LOGIN_REFUSED = 1008;

export type OrderUpstreamOptions = {
  url: () => string | null;
  /** Asked before each dial; null while there is none. */
  login: () => OrderLogin | null;
  dial: FeedDialer;
  clock: Clock;
  random?: () => number;
  limits: {
    upstreamBackoffFirstMs: number;
    upstreamBackoffMaxMs: number;
    upstreamHealthyAfterMs: number;
    upstreamPingLateMs: number;
    upstreamLoginPollMs: number;
  };
  onAlert: (alert: { clientId: string; change: OrderChange }) => void;
  /** Up: alerts arrive from now on; earlier ones may be missing. */
  onState: (isUp: boolean, reason: string) => void;
};

export class OrderUpstream {
  readonly #options: OrderUpstreamOptions;
  #socket: FeedSocket | null = null;
  readonly #backoff: Backoff;
  #isUp = false;
  #isStopped = false;
  #heardAt = 0;
  #openedAt = 0;
  #cancelTimer: () => void = () => {};
  /** The login that the provider refused last, as JSON; null once it was replaced or is being retried. */
  #refusedLogin: string | null = null;
  readonly #stopPolling: () => void;
  readonly #stopWatching: () => void;

  constructor(options: OrderUpstreamOptions) {
    this.#options = options;
    const { clock, limits } = options;
    this.#backoff = new Backoff(limits.upstreamBackoffFirstMs, options.random ?? Math.random);
    this.#stopWatching = clock.every(limits.upstreamPingLateMs / 2, () => this.#watch());
    this.#stopPolling = clock.every(limits.upstreamLoginPollMs, () => this.#useNewLogin());
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  start(): void {
    if (this.#socket !== null || this.#isStopped) return;
    const url = this.#options.url();
    const login = this.#options.login();
    if (url === null || login === null) {
      this.#again("no address or login yet");
      return;
    }
    const { clock } = this.#options;
    this.#refusedLogin = null;
    this.#openedAt = clock.mono();
    this.#heardAt = clock.mono();
    const socket = this.#options.dial(url, {
      onOpen: () => {
        this.#heardAt = clock.mono();
        socket.send(JSON.stringify(loginMessage(login)));
        this.#say(true, "connected");
      },
      onMessage: (message) => {
        this.#heardAt = clock.mono();
        const alert = readOrderAlert(message.toString("utf8"));
        if (alert !== null) this.#options.onAlert(alert);
      },
      onPing: () => {
        this.#heardAt = clock.mono();
      },
      onClose: ({ code, httpStatus }) => {
        if (this.#socket !== socket) return;
        this.#socket = null;
        if (clock.mono() - this.#openedAt > this.#options.limits.upstreamHealthyAfterMs)
          this.#backoff.reset();
        if (code === LOGIN_REFUSED || httpStatus === 401 || httpStatus === 403)
          this.#refusedLogin = JSON.stringify(login);
        this.#again(httpStatus === null ? `closed with ${code}` : `refused with ${httpStatus}`);
      },
    });
    this.#socket = socket;
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimer();
    this.#stopWatching();
    this.#stopPolling();
    const socket = this.#socket;
    this.#socket = null;
    socket?.terminate();
    this.#isUp = false;
  }

  /** Ends the pause after a refusal when the login changed. */
  #useNewLogin(): void {
    if (this.#refusedLogin === null || this.#socket !== null) return;
    const login = this.#options.login();
    if (login === null || JSON.stringify(login) === this.#refusedLogin) return;
    this.#cancelTimer();
    this.start();
  }

  /** The provider pings. A connection without a ping for too long is dead, even if the socket is open. */
  #watch(): void {
    const { clock, limits } = this.#options;
    if (this.#socket === null || clock.mono() - this.#heardAt < 2 * limits.upstreamPingLateMs) return;
    const silent = this.#socket;
    this.#socket = null;
    silent.terminate();
    this.#again("silent");
  }

  #again(reason: string): void {
    this.#say(false, reason);
    if (this.#isStopped) return;
    const { clock, limits } = this.#options;
    this.#cancelTimer();
    this.#cancelTimer = clock.after(this.#backoff.next(limits.upstreamBackoffMaxMs), () => this.start());
  }

  #say(isUp: boolean, reason: string): void {
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    this.#options.onState(isUp, reason);
  }
}

function loginMessage(login: OrderLogin): object {
  return login.kind === "partner"
    ? { LoginReq: { MsgCode: LOGIN_CODE, ClientId: login.id }, UserType: "PARTNER", Secret: login.secret }
    : { LoginReq: { MsgCode: LOGIN_CODE, ClientId: login.clientId, Token: login.token }, UserType: "SELF" };
}
