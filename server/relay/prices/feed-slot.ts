// One connection of a feed to the provider: sends subscription changes, and reacts to the provider's close reasons. If
// the connection seems dead, a second one is opened. The first is closed when the second receives data.
import type { Limits } from "../../limits.ts";
import { type FeedInstrument, writeRequests } from "../../protocol/requests.ts";
import type { Clock } from "../clock.ts";
import {
  type Connection,
  endText,
  type FeedDialer,
  ReconnectingSocket,
  type SocketEnd,
} from "../reconnecting-socket.ts";
import type { FeedDefinition, FeedTarget } from "./feeds/feed-definition.ts";
import { RefusedLogin, type RefusedLoginLimits } from "./refused-login.ts";

export type SlotLimits = RefusedLoginLimits &
  Pick<
    Limits,
    | "upstreamBackoffFirstMs"
    | "upstreamBackoffMaxMs"
    | "upstreamBackoffTradingMaxMs"
    | "upstreamBackoffRequestedMs"
    | "upstreamHealthyAfterMs"
    | "upstreamContendMs"
    | "upstreamPingLateMs"
  >;

export type SlotOptions = {
  definition: FeedDefinition;
  clock: Clock;
  random: () => number;
  dial: FeedDialer;
  limits: SlotLimits;
  /**
   * Returns the address and login for an attempt; later attempts use failover addresses. Null while either is missing.
   */
  target(attempt: number): FeedTarget | null;
  /**
   * Decodes and applies a message. `closeReason` is the provider's code if the message announces a close, otherwise
   * null.
   */
  onMessage(message: Buffer): { data: boolean; closeReason: number | null };
  /** Called with the instruments whose subscription was lost. */
  onLost(keys: string[]): void;
  /** True if prices are missing during trading hours. */
  isUrgent(): boolean;
  onEvent(event: "dial" | "open" | "adopted" | "suspected" | "closed" | "refused", detail: string): void;
};

export const SLOT_PHASES = ["idle", "dialling", "up", "suspect", "waiting", "contended", "refused"] as const;
export type SlotPhase = (typeof SLOT_PHASES)[number];

type SlotState = {
  url: string;
  target: FeedTarget;
  dataAt: number | null;
  closeReason: number | null;
  subscribed: Map<string, FeedInstrument>;
};
type SlotConnection = Connection<SlotState>;

const TOO_MANY_TRIES = 429;

export class FeedSlot {
  readonly #options: SlotOptions;
  readonly #instruments = new Map<string, FeedInstrument>();
  readonly #socket: ReconnectingSocket<SlotState>;
  readonly #refused: RefusedLogin;
  #isSuspect = false;
  #phase: SlotPhase = "idle";
  #reason = "";
  #since: number;

  constructor(options: SlotOptions) {
    this.#options = options;
    this.#since = options.clock.wall();
    this.#refused = new RefusedLogin(options.clock, options.limits);
    const { dial, clock, random, limits } = options;
    this.#socket = new ReconnectingSocket({
      dial,
      clock,
      random,
      backoffFirstMs: limits.upstreamBackoffFirstMs,
      adoptTimeoutMs: limits.upstreamPingLateMs,
      next: () => this.#next(),
      onOpen: (connection) => {
        options.onEvent("open", "");
        this.#syncOn(connection);
      },
      onAdopt: (connection) => this.#adopted(connection),
      onPing: (connection) => {
        if (connection === this.#socket.current) this.#accepted();
      },
      onMessage: (connection, message) => this.#receive(connection, message),
      onClose: (connection, end, wasCurrent) => this.#closed(connection, end, wasCurrent),
    });
  }

  get phase(): SlotPhase {
    return this.#phase;
  }

  get reason(): string {
    return this.#reason;
  }

  /** Time of the last change of phase, epoch ms. */
  get since(): number {
    return this.#since;
  }

  get size(): number {
    return this.#instruments.size;
  }

  has(key: string): boolean {
    return this.#instruments.has(key);
  }

  /** Monotonic ms of the last data; null before the first data of the current connection. */
  get dataAt(): number | null {
    return this.#socket.current?.dataAt ?? null;
  }

  get openedAt(): number | null {
    return this.#socket.current?.openedAt ?? null;
  }

  start(): void {
    this.#socket.start();
  }

  stop(): void {
    const { current } = this.#socket;
    this.#socket.stop();
    this.#lost(current);
    this.#enter("idle", "");
  }

  want(key: string, instrument: FeedInstrument): void {
    this.#instruments.set(key, instrument);
  }

  unwant(key: string): void {
    this.#instruments.delete(key);
  }

  /** Subscribes to instruments that were added, and unsubscribes from those that were removed. */
  sync(): void {
    for (const connection of [this.#socket.current, this.#socket.candidate])
      if (connection?.isOpen) this.#syncOn(connection);
  }

  /** Marks a connection without recent pings and data as suspect. Called periodically. */
  check(): void {
    const { clock, limits } = this.#options;
    const { current } = this.#socket;
    if (current === null) return;
    if (clock.mono() - current.heardAt > limits.upstreamPingLateMs) this.suspect("no ping and no data");
    const isHealthy = clock.mono() - current.openedAt > limits.upstreamHealthyAfterMs;
    if (this.#phase === "up" && current.dataAt !== null && isHealthy) this.#socket.resetBackoff();
  }

  /** Marks an open connection as suspect and opens a second one to replace it. */
  suspect(why: string): void {
    const { current } = this.#socket;
    if (this.#isSuspect || current === null) return;
    this.#isSuspect = true;
    // The last values may be outdated, so they are unconfirmed until the provider sends them again.
    this.#options.onLost([...current.subscribed.keys()]);
    this.#options.onEvent("suspected", why);
    this.#enter("suspect", why);
    this.#socket.dial();
  }

  #next(): SlotState | null {
    const target = this.#nextTarget();
    if (target === null) {
      this.#socket.again(this.#options.limits.upstreamLoginPollMs);
      return null;
    }
    // During retries of a refused login, the phase stays "refused" until the provider sends data or a ping.
    if (!this.#isSuspect && this.#phase !== "refused") this.#enter("dialling", "");
    this.#options.onEvent("dial", new URL(target.url).host);
    const url = this.#options.definition.address(target);
    return { url, target, dataAt: null, closeReason: null, subscribed: new Map() };
  }

  #receive(connection: SlotConnection, message: Buffer): void {
    const { data, closeReason } = this.#options.onMessage(message);
    if (closeReason !== null) {
      connection.closeReason = closeReason;
      this.#socket.close(connection, { code: 1000, httpStatus: null });
      return;
    }
    if (!data) return;
    connection.dataAt = this.#options.clock.mono();
    if (connection === this.#socket.candidate) {
      this.#socket.adopt(connection);
      return;
    }
    this.#accepted();
    if (this.#isSuspect) this.#recovered();
  }

  /** The suspected connection has received data again, so the second connection is closed. */
  #recovered(): void {
    this.#socket.dropCandidate();
    this.#isSuspect = false;
    // Subscribing again makes the provider send the latest packet of each instrument.
    this.#socket.current?.subscribed.clear();
    this.sync();
    this.#enter("up", "");
  }

  #adopted(connection: SlotConnection): void {
    this.#isSuspect = false;
    this.#options.onEvent("adopted", "");
    // An open connection does not mean that the login is accepted, because the refusal may follow as a packet.
    if (this.#phase !== "refused" || connection.dataAt !== null) this.#enter("up", "");
  }

  /** Called when the provider sent data or a ping, which proves that it accepted the login. */
  #accepted(): void {
    this.#refused.clear();
    if (this.#phase === "refused") this.#enter("up", "");
  }

  /**
   * Returns address and login for the next attempt. Null if either is missing, or if the login was refused and must not
   * be retried yet.
   */
  #nextTarget(): FeedTarget | null {
    const { attempt } = this.#socket;
    const first = this.#options.target(attempt);
    if (first === null) {
      if (this.#phase !== "suspect") this.#enter("waiting", "no address");
      return null;
    }
    return this.#refused.choose(first, (step) => this.#options.target(attempt + step));
  }

  #closed(connection: SlotConnection, end: SocketEnd, wasCurrent: boolean): void {
    const { closeReason } = connection;
    const { httpStatus } = end;
    const why = closeReason === null ? endText(end) : String(closeReason);
    this.#options.onEvent("closed", why);
    if (wasCurrent) {
      this.#lost(connection);
      this.#isSuspect = false;
      const { candidate } = this.#socket;
      if (candidate !== null) {
        // The second connection is already being opened, so no further attempt is planned.
        this.#enter("dialling", why);
        if (candidate.isOpen) this.#socket.adopt(candidate);
        return;
      }
    }
    const kind = this.#kindOf(closeReason, httpStatus);
    if (kind === "credentials") {
      this.#refuse(connection, why);
      return;
    }
    if (kind === "replaced") {
      this.#enter("contended", why);
      this.#socket.again(this.#options.limits.upstreamContendMs);
      return;
    }
    if (!this.#isSuspect) this.#enter("waiting", why);
    const { limits, isUrgent } = this.#options;
    const mostMs = isUrgent() ? limits.upstreamBackoffTradingMaxMs : limits.upstreamBackoffMaxMs;
    if (httpStatus === TOO_MANY_TRIES)
      this.#socket.againAfter(limits.upstreamBackoffRequestedMs, limits.upstreamBackoffMaxMs);
    else this.#socket.againWithBackoff(mostMs);
  }

  #kindOf(closeReason: number | null, httpStatus: number | null) {
    if (closeReason !== null) return this.#options.definition.reasonKind(closeReason);
    return httpStatus === 401 || httpStatus === 403 ? "credentials" : "temporary";
  }

  #refuse({ target }: SlotConnection, why: string): void {
    this.#refused.add(target);
    this.#options.onEvent("refused", why);
    const { current } = this.#socket;
    this.#socket.drop(current);
    this.#lost(current);
    this.#isSuspect = false;
    const next = this.#nextTarget();
    if (next === null || this.#phase === "refused") this.#enter("refused", why);
    this.#socket.again(next === null ? this.#options.limits.upstreamLoginPollMs : 0);
  }

  #lost(connection: SlotConnection | null): void {
    if (connection !== null) this.#options.onLost([...connection.subscribed.keys()]);
  }

  #syncOn({ socket, subscribed }: SlotConnection): void {
    const { requestCodes, limits } = this.#options.definition;
    const missing = [...this.#instruments].filter(([key]) => !subscribed.has(key));
    const surplus = [...subscribed].filter(([key]) => !this.#instruments.has(key));
    const send = (code: number, changes: [string, FeedInstrument][]) => {
      const instruments = changes.map(([, instrument]) => instrument);
      for (const text of writeRequests(code, instruments, limits.instrumentsPerRequest)) socket.send(text);
    };
    // Unsubscribing first keeps the number of subscriptions below the provider's limit.
    send(requestCodes.unsubscribe, surplus);
    send(requestCodes.subscribe, missing);
    for (const [key] of surplus) subscribed.delete(key);
    for (const [key, instrument] of missing) subscribed.set(key, instrument);
  }

  #enter(phase: SlotPhase, reason: string): void {
    if (phase !== this.#phase) this.#since = this.#options.clock.wall();
    this.#phase = phase;
    this.#reason = reason;
  }
}
