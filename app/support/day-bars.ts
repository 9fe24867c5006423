// The history of a service by day in IST, derived from its incidents.
import type { Incident, ServiceState } from "../contract/site/service-status.ts";
import { isDegraded, STATE_ORDER } from "../contract/site/service-status.ts";
import { istDay, istDayStart } from "../domain/time.ts";

export type DayBars = {
  /** Worst state of each day, oldest first. Null for days before the stored history. */
  days: (ServiceState | null)[];
  /** Share of the recorded time without a stale or unavailable state. Null if there is no recorded time. */
  upShare: number | null;
};

/** Computes the bars of one service from its incidents. Times are epoch ms. */
export function dayBars(
  incidents: readonly Incident[],
  range: { since: number; now: number; days: number },
): DayBars {
  const { since, now } = range;
  const today = istDay(now);
  const days = Array.from({ length: range.days }, (_, index): ServiceState | null => {
    const day = today - range.days + 1 + index;
    if (day < istDay(since)) return null;
    const [from, to] = [istDayStart(day), istDayStart(day + 1)];
    return incidents
      .filter((incident) => incident.from < to && (incident.to ?? now) >= from)
      .reduce<ServiceState>((worst, { state }) => (rank(state) > rank(worst) ? state : worst), "live");
  });
  const begin = Math.max(since, istDayStart(today - range.days + 1));
  const recorded = now - begin;
  if (recorded <= 0) return { days, upShare: null };
  const down = incidents
    .filter(({ state }) => isDegraded(state))
    .reduce((sum, { from, to }) => sum + Math.max(0, (to ?? now) - Math.max(from, begin)), 0);
  return { days, upShare: Math.max(0, 1 - down / recorded) };
}

const rank = (state: ServiceState) => STATE_ORDER.indexOf(state);
