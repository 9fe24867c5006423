// The clock of an algo. With the exchanges' hours it is the wall clock in India. In a market that never closes,
// sessions follow one another from the start of the deployment. The first session begins at the entry time, so that a
// demonstration works at any hour.
import { isoDayOf, istDay, istMinute, MINUTE_MS } from "../../../../app/domain/time.ts";

const OPEN_MINUTE = 9 * 60 + 15;
const SESSION_MINUTES = 375;

export type AlgoClock = {
  /** Minutes since midnight, IST, on the algo's clock. */
  minute: number;
  openMs: number;
  session: number;
  month: number;
};

export function algoClock(options: {
  atMs: number;
  /** Trading hours of the day and its session number; null in a market that never closes. */
  hours: { fromMs: number; toMs: number; session: number } | null;
  startedAtMs: number;
  entryMinute: number;
}): AlgoClock {
  const { atMs, hours } = options;
  const day = istDay(atMs);
  const iso = isoDayOf(day);
  const month = Number(iso.slice(0, 4)) * 12 + Number(iso.slice(5, 7));
  if (hours !== null) {
    const minute = istMinute(atMs);
    return { minute, openMs: hours.fromMs, session: hours.session, month };
  }
  const firstOpenMs = options.startedAtMs - (options.entryMinute - OPEN_MINUTE) * MINUTE_MS;
  const since = Math.floor((atMs - firstOpenMs) / MINUTE_MS);
  const session = Math.floor(since / SESSION_MINUTES);
  return {
    minute: OPEN_MINUTE + (since - session * SESSION_MINUTES),
    openMs: firstOpenMs + session * SESSION_MINUTES * MINUTE_MS,
    session,
    month,
  };
}
