// One upstream connection and its successor. It dials for ever with full jitter, subscribes by difference, and understands
// why the provider hangs up. When the connection is suspected of being dead it opens a second one first and drops the old
// one when the new one speaks.
import { type FeedInstrument, writeRequests } from "../../protocol/requests.ts";
import { Backoff } from "../backoff.ts";
import type { Clock } from "../clock.ts";
import type { FeedDialer, FeedSocket } from "../dialer.ts";
import type { FeedDefinition, FeedTarget } from "./feeds/feed-definition.ts";
import { RefusedLogin, type RefusedLoginLimits } from "./refused-login.ts";

export type SlotLimits = RefusedLoginLimits & {
  upstreamBackoffFirstMs: number;
  upstreamBackoffMaxMs: number;
  /** While the market trades; a deployment has one dialler, so short pauses are no herd. */
  upstreamBackoffTradingMaxMs: number;
  /** After the provider said that there were too many tries. */
  upstreamBackoffToldMs: number;
  upstreamHealthyAfterMs: number;
  upstreamContendMs: number;
  upstreamPingLateMs: number;
};

export type SlotOptions = {
  definition: FeedDefinition;
  clock: Clock;
  random: () => number;
  dial: FeedDialer;
  limits: SlotLimits;
  /** Where to dial on the n-th try, failover included; null while there is no address or no login. */
  target(attempt: number): FeedTarget | null;
  /** Decodes and applies a message. Returns the provider's close code if the message was one. */
  onMessage(message: Buffer): { data: boolean; farewell: number | null };
  /** Instruments that were subscribed on a lost connection. */
  onLost(keys: string[]): void;
  /** Whether prices are missing while their market trades. */
  isUrgent(): boolean;
  onEvent(event: "dial" | "open" | "adopted" | "suspected" | "closed" | "refused", detail: string): void;
};

export type SlotPhase = "idle" | "dialling" | "up" | "suspect" | "waiting" | "contended" | "refused";

type Connection = {
  socket: FeedSocket;
  isOpen: boolean;
  openedAt: number;
  heardAt: number;
  dataAt: number | null;
  farewell: number | null;
  subscribed: Map<string, FeedInstrument>;
  target: FeedTarget;
};

const TOO_MANY_TRIES = 429;

export class FeedSlot {
  readonly #options: SlotOptions;
  readonly #wanted = new Map<string, FeedInstrument>();
  #current: Connection | null = null;
  #candidate: Connection | null = null;
  readonly #backoff: Backoff;
  #cancelWait: (() => void) | null = null;
  readonly #refused: RefusedLogin;
  #isStopped = true;
  #isSuspect = false;
  #phase: SlotPhase = "idle";
  #reason = "";
  #since: number;

  constructor(options: SlotOptions) {
    this.#options = options;
    this.#since = options.clock.wall();
    this.#refused = new RefusedLogin(options.clock, options.limits);
    this.#backoff = new Backoff(options.limits.upstreamBackoffFirstMs, options.random);
  }

  get phase(): SlotPhase {
    return this.#phase;
  }

  get reason(): string {
    return this.#reason;
  }

  /** Epoch ms. */
  get since(): number {
    return this.#since;
  }

  get size(): number {
    return this.#wanted.size;
  }

  has(key: string): boolean {
    return this.#wanted.has(key);
  }

  /** Ms of the monotonic clock; null before the first data of the present connection. */
  get dataAt(): number | null {
    return this.#current?.dataAt ?? null;
  }

  get openedAt(): number | null {
    return this.#current?.isOpen ? this.#current.openedAt : null;
  }

  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#backoff.reset();
    this.#dial();
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelWait?.();
    this.#cancelWait = null;
    this.#drop(this.#candidate);
    this.#candidate = null;
    this.#lose();
    this.#enter("idle", "");
  }

  want(key: string, instrument: FeedInstrument): void {
    this.#wanted.set(key, instrument);
  }

  unwant(key: string): void {
    this.#wanted.delete(key);
  }

  /** Tells the provider what changed since it was last told. */
  sync(): void {
    for (const connection of [this.#current, this.#candidate])
      if (connection?.isOpen) this.#syncOn(connection);
  }

  /** Looks after itself: pings that stay out. Called about once a second. */
  check(): void {
    const { clock, limits } = this.#options;
    const current = this.#current;
    if (current === null || !current.isOpen) return;
    if (clock.mono() - current.heardAt > limits.upstreamPingLateMs) this.suspect("no ping and no data");
    if (
      this.#phase === "up" &&
      this.#backoff.attempt > 0 &&
      current.dataAt !== null &&
      clock.mono() - current.openedAt > limits.upstreamHealthyAfterMs
    )
      this.#backoff.reset();
  }

  /** The connection is open but suspect: a second one is opened to replace it. */
  suspect(why: string): void {
    if (this.#isSuspect || this.#isStopped || this.#current === null) return;
    this.#isSuspect = true;
    // Its last state may be outdated, so it is unconfirmed until it is reported again.
    this.#options.onLost([...this.#current.subscribed.keys()]);
    this.#options.onEvent("suspected", why);
    this.#enter("suspect", why);
    this.#dial();
  }

  #dial(): void {
    if (this.#isStopped || this.#candidate !== null) return;
    const { clock, limits } = this.#options;
    const target = this.#nextTarget();
    if (target === null) {
      this.#again(limits.upstreamLoginPollMs);
      return;
    }
    // A retry after a refusal stays "refused" until the provider sends something.
    if (!this.#isSuspect && this.#phase !== "refused") this.#enter("dialling", "");
    this.#options.onEvent("dial", new URL(target.url).host);
    const connection: Connection = {
      isOpen: false,
      openedAt: clock.mono(),
      heardAt: clock.mono(),
      dataAt: null,
      farewell: null,
      subscribed: new Map(),
      target,
      socket: { send() {}, terminate() {} },
    };
    this.#candidate = connection;
    connection.socket = this.#options.dial(this.#options.definition.address(target), {
      onOpen: () => {
        connection.isOpen = true;
        connection.openedAt = clock.mono();
        connection.heardAt = clock.mono();
        this.#options.onEvent("open", "");
        this.#syncOn(connection);
        // Without an old connection there is nothing to wait for.
        if (this.#candidate === connection && this.#current === null) this.#adopt(connection);
      },
      onPing: () => {
        connection.heardAt = clock.mono();
        if (connection === this.#current) this.#accepted();
      },
      onMessage: (message) => this.#receive(connection, message),
      onClose: (end) => this.#closed(connection, end),
    });
    // A successor that opens and stays mute is no better than what it should replace.
    if (this.#isSuspect)
      clock.after(limits.upstreamPingLateMs, () => {
        if (this.#candidate === connection) {
          connection.socket.terminate();
          this.#closed(connection, { code: 1006, httpStatus: null });
        }
      });
  }

  #receive(connection: Connection, message: Buffer): void {
    if (connection !== this.#current && connection !== this.#candidate) return;
    connection.heardAt = this.#options.clock.mono();
    const { data, farewell } = this.#options.onMessage(message);
    if (farewell !== null) {
      connection.farewell = farewell;
      connection.socket.terminate();
      this.#closed(connection, { code: 1000, httpStatus: null });
      return;
    }
    if (!data) return;
    connection.dataAt = this.#options.clock.mono();
    if (connection === this.#current) this.#accepted();
    if (connection === this.#candidate) this.#adopt(connection);
    else if (this.#isSuspect) this.#recovered();
  }

  /** The connection under suspicion speaks again before its successor did. */
  #recovered(): void {
    this.#drop(this.#candidate);
    this.#candidate = null;
    this.#cancelWait?.();
    this.#cancelWait = null;
    this.#isSuspect = false;
    // Asked again, the provider repeats the latest packet of each instrument.
    this.#current?.subscribed.clear();
    this.sync();
    this.#enter("up", "");
  }

  #adopt(connection: Connection): void {
    const former = this.#current;
    this.#current = connection;
    this.#candidate = null;
    this.#isSuspect = false;
    this.#drop(former);
    this.#options.onEvent("adopted", "");
    // The provider refuses a login with a packet after the connection opened.
    if (this.#phase !== "refused" || connection.dataAt !== null) this.#enter("up", "");
  }

  /** The provider sent data or a ping, so the login is valid. */
  #accepted(): void {
    this.#refused.clear();
    if (this.#phase === "refused") this.#enter("up", "");
  }

  /** Returns the address to dial now; null while there is none or the login is refused and its retry is not due. */
  #nextTarget(): FeedTarget | null {
    const first = this.#options.target(this.#backoff.attempt);
    if (first === null) {
      if (this.#phase !== "suspect") this.#enter("waiting", "no address");
      return null;
    }
    return this.#refused.choose(first, (step) => this.#options.target(this.#backoff.attempt + step));
  }

  #refuse(connection: Connection, why: string): void {
    this.#refused.add(connection.target);
    this.#options.onEvent("refused", why);
    this.#drop(this.#current);
    this.#lose();
    this.#isSuspect = false;
    const next = this.#nextTarget();
    if (next === null || this.#phase === "refused") this.#enter("refused", why);
    this.#again(next === null ? this.#options.limits.upstreamLoginPollMs : 0);
  }

  #closed(connection: Connection, end: { code: number; httpStatus: number | null }): void {
    const isCurrent = connection === this.#current;
    if (!isCurrent && connection !== this.#candidate) return;
    const why =
      connection.farewell !== null
        ? String(connection.farewell)
        : end.httpStatus !== null
          ? `http ${end.httpStatus}`
          : String(end.code);
    this.#options.onEvent("closed", why);
    if (isCurrent) {
      this.#lose();
      this.#isSuspect = false;
      if (this.#candidate !== null) {
        // The replacement is being connected; its result arrives here too.
        this.#enter("dialling", why);
        if (this.#candidate.isOpen) this.#adopt(this.#candidate);
        return;
      }
    } else this.#candidate = null;
    const kind = this.#kindOf(connection.farewell, end.httpStatus);
    if (kind === "credentials") {
      this.#refuse(connection, why);
      return;
    }
    if (kind === "contend") {
      this.#enter("contended", why);
      this.#again(this.#options.limits.upstreamContendMs);
      return;
    }
    if (!this.#isSuspect) this.#enter("waiting", why);
    this.#again(this.#pause(end.httpStatus));
  }

  #pause(httpStatus: number | null): number {
    const { limits, isUrgent } = this.#options;
    return httpStatus === TOO_MANY_TRIES
      ? this.#backoff.told(limits.upstreamBackoffToldMs, limits.upstreamBackoffMaxMs)
      : this.#backoff.next(isUrgent() ? limits.upstreamBackoffTradingMaxMs : limits.upstreamBackoffMaxMs);
  }

  #kindOf(farewell: number | null, httpStatus: number | null) {
    if (farewell !== null) return this.#options.definition.reasonKind(farewell);
    return httpStatus === 401 || httpStatus === 403 ? "credentials" : "passing";
  }

  #again(ms: number): void {
    this.#cancelWait?.();
    this.#cancelWait = this.#options.clock.after(ms, () => {
      this.#cancelWait = null;
      this.#dial();
    });
  }

  #lose(): void {
    const lost = this.#current;
    this.#current = null;
    if (lost === null) return;
    this.#drop(lost);
    this.#options.onLost([...lost.subscribed.keys()]);
  }

  #drop(connection: Connection | null): void {
    connection?.socket.terminate();
  }

  #syncOn(connection: Connection): void {
    const { requestCodes, limits } = this.#options.definition;
    const missing = [...this.#wanted].filter(([key]) => !connection.subscribed.has(key));
    const surplus = [...connection.subscribed].filter(([key]) => !this.#wanted.has(key));
    const { subscribe: on, unsubscribe: off } = requestCodes;
    const batch = limits.instrumentsPerRequest;
    // Leaving first keeps the count under the provider's limit at every moment.
    for (const text of writeRequests(
      off,
      surplus.map(([, one]) => one),
      batch,
    ))
      connection.socket.send(text);
    for (const text of writeRequests(
      on,
      missing.map(([, one]) => one),
      batch,
    ))
      connection.socket.send(text);
    for (const [key] of surplus) connection.subscribed.delete(key);
    for (const [key, one] of missing) connection.subscribed.set(key, one);
  }

  #enter(phase: SlotPhase, reason: string): void {
    if (phase !== this.#phase) this.#since = this.#options.clock.wall();
    this.#phase = phase;
    this.#reason = reason;
  }
}
