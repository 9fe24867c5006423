// Checks with the provider whether the sessions of open tabs are still valid: before a tab is accepted, and then every
// few seconds, with one check for all tabs of a token. The rate of checks is limited, so the interval grows with more
// than 200 sessions. A session that has ended, or that the provider has not confirmed for a while, is reported.
import type { Limits } from "../../limits.ts";
import type { Clock } from "../clock.ts";

/** `unknown`: the provider gave no usable response. */
export type SessionState = "alive" | "ended" | "unknown";

export type SessionWatchOptions = {
  check: (accessToken: string) => Promise<SessionState>;
  clock: Clock;
  limits: Pick<
    Limits,
    | "orderSessionCheckEveryMs"
    | "orderSessionChecksPerSecond"
    | "orderSessionChecksAtOnce"
    | "orderSessionUnknownForMs"
  >;
  /** Called for a session that ended or could not be confirmed. */
  onGone: (accessToken: string, state: "ended" | "unknown") => void;
};

/** `unansweredSince`: time of the first check without a usable response since the last confirmation. */
type Watched = { tabs: number; checkedAt: number; unansweredSince: number | null };

const TICK_MS = 100;

export type SessionWatch = ReturnType<typeof createSessionWatch>;

export function createSessionWatch(options: SessionWatchOptions) {
  const { clock, limits } = options;
  /** Watched sessions by access token, ordered by the time of the last check, oldest first. */
  const watched = new Map<string, Watched>();
  const pending = new Map<string, Promise<SessionState>>();

  const isFull = () => pending.size >= limits.orderSessionChecksAtOnce;

  function ask(accessToken: string): Promise<SessionState> {
    const known = pending.get(accessToken);
    if (known !== undefined) return known;
    if (isFull()) return Promise.resolve("unknown");
    const check = options
      .check(accessToken)
      .catch((): SessionState => "unknown")
      .finally(() => pending.delete(accessToken));
    pending.set(accessToken, check);
    return check;
  }

  async function checkNow(accessToken: string): Promise<void> {
    const before = watched.get(accessToken);
    if (before === undefined || (isFull() && !pending.has(accessToken))) return;
    before.checkedAt = clock.mono();
    watched.delete(accessToken);
    watched.set(accessToken, before);
    const state = await ask(accessToken);
    const one = watched.get(accessToken);
    if (one === undefined) return;
    if (state === "alive") one.unansweredSince = null;
    else if (state === "ended") options.onGone(accessToken, "ended");
    else {
      one.unansweredSince ??= clock.mono();
      if (clock.mono() - one.unansweredSince >= limits.orderSessionUnknownForMs)
        options.onGone(accessToken, "unknown");
    }
  }

  const stop = clock.every(TICK_MS, () => {
    let room = Math.floor(limits.orderSessionChecksPerSecond * (TICK_MS / 1_000));
    for (const [accessToken, { checkedAt }] of watched) {
      const isDue = clock.mono() - checkedAt >= limits.orderSessionCheckEveryMs;
      if (!isDue || isFull() || room <= 0) return;
      room -= 1;
      void checkNow(accessToken);
    }
  });

  return {
    /** Checks a session with the provider. */
    ask,

    /** Starts the regular checks of a token when a tab opens. The caller has already checked the token. */
    enter(accessToken: string): void {
      const one = watched.get(accessToken);
      if (one === undefined)
        watched.set(accessToken, { tabs: 1, checkedAt: clock.mono(), unansweredSince: null });
      else one.tabs += 1;
    },

    leave(accessToken: string): void {
      const one = watched.get(accessToken);
      if (one === undefined) return;
      one.tabs -= 1;
      if (one.tabs === 0) watched.delete(accessToken);
    },

    /** Immediately checks these sessions with the provider. */
    checkSessions(accessTokens: Iterable<string>): void {
      for (const accessToken of accessTokens) void checkNow(accessToken);
    },

    stop,
  };
}
