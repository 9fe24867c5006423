// The connection to the provider's order-update socket: logs in, reads alerts, reconnects. The provider neither
// confirms a login nor numbers its messages, so any interruption may lose alerts. `onState` reports interruptions, so
// that tabs reload their lists.
import type { OrderChange } from "../../../app/contract/live/order-updates.ts";
import { readOrderAlert } from "../../protocol/order-alert.ts";
import type { Clock } from "../clock.ts";
import { endText, type FeedDialer, ReconnectingSocket } from "../reconnecting-socket.ts";

/** A login at the provider's socket. The field names are those of its documentation. */
export type OrderLogin =
  | { kind: "partner"; id: string; secret: string }
  | { kind: "individual"; clientId: string; token: string };

const LOGIN_CODE = 42;
/** Close code of the provider for a wrong login or an expired token. */
export const LOGIN_REFUSED = 1008;

export type OrderUpstreamOptions = {
  url: () => string | null;
  /** Called before each connection attempt. Returns null while there is no login. */
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
  /** `isUp` is true while the socket is open and the login was sent. Alerts of earlier changes may be missing. */
  onState: (isUp: boolean, reason: string) => void;
};

export class OrderUpstream {
  readonly #options: OrderUpstreamOptions;
  readonly #socket: ReconnectingSocket<{ url: string; login: OrderLogin }>;
  #isUp = false;
  /** JSON of the login that the provider refused last. Null once another login is used or this one is retried. */
  #refusedLogin: string | null = null;
  readonly #cancels: (() => void)[];

  constructor(options: OrderUpstreamOptions) {
    this.#options = options;
    const { clock, limits, dial } = options;
    this.#socket = new ReconnectingSocket({
      dial,
      clock,
      random: options.random ?? Math.random,
      backoffFirstMs: limits.upstreamBackoffFirstMs,
      adoptTimeoutMs: limits.upstreamPingLateMs,
      next: () => this.#next(),
      onOpen: ({ socket, login }) => {
        socket.send(JSON.stringify(loginMessage(login)));
        this.#reportState(true, "connected");
      },
      onMessage: (_, message) => {
        const alert = readOrderAlert(message.toString("utf8"));
        if (alert !== null) options.onAlert(alert);
      },
      onClose: ({ openedAt, login }, end) => {
        const { code, httpStatus } = end;
        if (clock.mono() - openedAt > limits.upstreamHealthyAfterMs) this.#socket.resetBackoff();
        if (code === LOGIN_REFUSED || httpStatus === 401 || httpStatus === 403)
          this.#refusedLogin = JSON.stringify(login);
        this.#again(httpStatus === null ? `closed with ${endText(end)}` : `refused with ${httpStatus}`);
      },
    });
    this.#cancels = [
      clock.every(limits.upstreamPingLateMs / 2, () => this.#watch()),
      clock.every(limits.upstreamLoginPollMs, () => this.#useNewLogin()),
    ];
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  start(): void {
    this.#socket.start();
  }

  stop(): void {
    for (const cancel of this.#cancels) cancel();
    this.#socket.stop();
    this.#isUp = false;
  }

  #next(): { url: string; login: OrderLogin } | null {
    const url = this.#options.url();
    const login = this.#options.login();
    if (url === null || login === null) {
      this.#again("no address or login yet");
      return null;
    }
    this.#refusedLogin = null;
    return { url, login };
  }

  /** Retries at once if the login was replaced after a refusal. */
  #useNewLogin(): void {
    if (this.#refusedLogin === null) return;
    const login = this.#options.login();
    if (login !== null && JSON.stringify(login) !== this.#refusedLogin) this.#socket.dial();
  }

  /**
   * Drops a connection without a recent ping. The provider pings regularly, so it is dead even if its socket is open.
   */
  #watch(): void {
    const { clock, limits } = this.#options;
    const { current } = this.#socket;
    if (current === null || clock.mono() - current.heardAt < 2 * limits.upstreamPingLateMs) return;
    this.#socket.drop(current);
    this.#again("silent");
  }

  #again(reason: string): void {
    this.#reportState(false, reason);
    this.#socket.againWithBackoff(this.#options.limits.upstreamBackoffMaxMs);
  }

  #reportState(isUp: boolean, reason: string): void {
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    this.#options.onState(isUp, reason);
  }
}

/** Returns the login message, the first one to the provider's socket. */
export function loginMessage(login: OrderLogin): object {
  return login.kind === "partner"
    ? { LoginReq: { MsgCode: LOGIN_CODE, ClientId: login.id }, UserType: "PARTNER", Secret: login.secret }
    : { LoginReq: { MsgCode: LOGIN_CODE, ClientId: login.clientId, Token: login.token }, UserType: "SELF" };
}
