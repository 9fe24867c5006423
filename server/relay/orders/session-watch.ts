// Checks with the provider whether the sessions of open tabs are still valid: before a tab is accepted and then every
// few seconds, once for all tabs of a token, and with limited concurrency. An ended session is reported at once. A
// session that the provider has not confirmed for a while is reported too.
import type { Clock } from "../clock.ts";

/** `unknown`: the provider gave no usable response. */
export type SessionState = "alive" | "ended" | "unknown";

export type SessionWatchOptions = {
  check: (accessToken: string) => Promise<SessionState>;
  clock: Clock;
  limits: {
    /** Interval at which an open session is checked. */
    orderSessionCheckEveryMs: number;
    orderSessionChecksPerSecond: number;
    orderSessionChecksAtOnce: number;
    /** Tabs are closed after this time without a confirmation. */
    orderSessionUnknownForMs: number;
  };
  /** Called for a session that ended or could not be confirmed. */
  onGone: (accessToken: string, state: "ended" | "unknown") => void;
};

type Watched = { tabs: number; checkedAt: number; aliveAt: number };

export type SessionWatch = ReturnType<typeof createSessionWatch>;

export function createSessionWatch(options: SessionWatchOptions) {
  const { clock, limits } = options;
  const watched = new Map<string, Watched>();
  const pending = new Map<string, Promise<SessionState>>();

  function ask(accessToken: string): Promise<SessionState> {
    const known = pending.get(accessToken);
    if (known !== undefined) return known;
    if (pending.size >= limits.orderSessionChecksAtOnce) return Promise.resolve("unknown");
    const check = options
      .check(accessToken)
      .catch((): SessionState => "unknown")
      .finally(() => pending.delete(accessToken));
    pending.set(accessToken, check);
    return check;
  }

  async function checkNow(accessToken: string): Promise<void> {
    const before = watched.get(accessToken);
    if (before === undefined) return;
    before.checkedAt = clock.mono();
    const state = await ask(accessToken);
    const one = watched.get(accessToken);
    if (one === undefined) return;
    if (state === "alive") one.aliveAt = clock.mono();
    else if (state === "ended") options.onGone(accessToken, "ended");
    else if (clock.mono() - one.aliveAt >= limits.orderSessionUnknownForMs)
      options.onGone(accessToken, "unknown");
  }

  const stop = clock.every(1_000, () => {
    const room = Math.min(limits.orderSessionChecksPerSecond, limits.orderSessionChecksAtOnce - pending.size);
    const due = [...watched]
      .filter(([, { checkedAt }]) => clock.mono() - checkedAt >= limits.orderSessionCheckEveryMs)
      .sort(([, one], [, other]) => one.checkedAt - other.checkedAt)
      .slice(0, Math.max(0, room));
    for (const [accessToken] of due) void checkNow(accessToken);
  });

  return {
    /** Checks a session with the provider. */
    ask,

    /** Starts the regular checks of a token when a tab opens. The caller has already checked the token. */
    enter(accessToken: string): void {
      const one = watched.get(accessToken);
      if (one === undefined)
        watched.set(accessToken, { tabs: 1, checkedAt: clock.mono(), aliveAt: clock.mono() });
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
