// Limits over all algos of one mode as gauges: the daily loss limit, and the trailing profit lock with the P&L that
// triggers it.
import type { ModeLimits } from "../contract/base-api/account-limits.ts";
import type { DeploymentMode } from "../contract/base-api/deployment.ts";
import { formatShortClock } from "../format/dates.ts";
import { formatPaise, formatRupees } from "../format/rupees.ts";
import { Gauge } from "../ui/gauge.tsx";
import { accountLimitsText as text } from "./text.ts";

export const ACCOUNT_LIMITS_PATH = "/algos/my-algos/limits";

export function accountLimitsPath(mode: DeploymentMode): string {
  return `${ACCOUNT_LIMITS_PATH}?mode=${mode}`;
}

/** Renders the gauges. `isBesideForm` is true on the page that has the form; the link to that page is then omitted. */
export function AccountLimitsPanel(props: {
  limits: ModeLimits;
  mode: DeploymentMode;
  isBesideForm?: boolean;
}) {
  const { limits, mode, isBesideForm = false } = props;
  const isSet = limits.lossPerDayRupees !== null || limits.profitLock !== null;
  return (
    <section aria-labelledby="account-limits" className="panel panel-body">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="account-limits" className="panel-title">
          {isBesideForm ? text.usedToday : text.heading}
        </h2>
        {isBesideForm ? null : (
          <a href={accountLimitsPath(mode)} className="link text-sm">
            {isSet ? text.change : text.set}
            <span className="sr-only"> {text.heading.toLowerCase()}</span>
          </a>
        )}
      </div>
      <ul className={`gauges mt-3 ${isBesideForm ? "" : "gauges-beside"}`}>
        <li>
          <LossGauge limits={limits} />
        </li>
        <li>
          <LockGauge limits={limits} />
        </li>
      </ul>
    </section>
  );
}

function LossGauge({ limits }: { limits: ModeLimits }) {
  const { lossPerDayRupees: limit, todayPaise } = limits;
  const isReached = limits.reached?.kind === "loss_per_day";
  const used = todayPaise === null ? null : Math.max(0, -todayPaise / 100);
  const share = limit === null ? null : isReached ? 1 : used === null ? null : used / limit;
  const figures =
    limit === null
      ? text.notSet
      : used === null
        ? text.ofLimit(formatRupees(limit))
        : text.usedOf({ used: formatRupees(used), limit: formatRupees(limit) });
  return (
    <Gauge
      label={text.dailyLoss}
      figures={isReached && limit !== null ? <Reached limit={formatRupees(limit)} /> : figures}
      share={share}
      name={`${text.dailyLoss}: ${figures}`}
      {...(limit === null ? {} : limitNotes(isReached ? limits.reached : null))}
    />
  );
}

/** Returns the message about a limit that was reached today. Null if none was. */
export function reachedMessage({ reached }: ModeLimits): string | null {
  if (reached === null) return null;
  const limit = reached.kind === "loss_per_day" ? text.dailyLoss : text.profitLock;
  return text.reachedOver({ limit, clock: formatShortClock(new Date(reached.at)) });
}

/** Returns the texts below a gauge: the consequence of reaching the limit, or the time when it was reached. */
const limitNotes = (reached: ModeLimits["reached"], state = "") =>
  reached === null
    ? { state, follows: text.thenAllPause }
    : { state: text.reachedAt(formatShortClock(new Date(reached.at))) };

function Reached({ limit }: { limit: string }) {
  return (
    <>
      <strong className="text-loss">{text.reached}</strong> {limit}
    </>
  );
}

/** Renders the profit lock. Once it is active, the bar shows the fall from the day's highest P&L. */
function LockGauge({ limits }: { limits: ModeLimits }) {
  const { profitLock: lock, todayPaise, peakPaise, floorPaise, reached } = limits;
  if (lock === null)
    return <Gauge label={text.profitLock} figures={text.notSet} share={null} name={text.profitLock} />;
  const isReached = reached?.kind === "profit_lock";
  const hasStarted = floorPaise !== null && peakPaise !== null;
  const returned = hasStarted && todayPaise !== null ? Math.max(0, peakPaise - todayPaise) / 100 : 0;
  const figures = hasStarted
    ? text.floorAt(formatPaise(floorPaise))
    : text.startsAt(formatRupees(lock.fromRupees));
  return (
    <Gauge
      label={text.profitLock}
      figures={isReached ? <Reached limit={formatPaise(floorPaise ?? lock.fromRupees * 100)} /> : figures}
      share={isReached ? 1 : returned / lock.giveBackRupees}
      name={`${text.profitLock}: ${figures}`}
      {...limitNotes(
        isReached ? reached : null,
        hasStarted
          ? text.returned({ given: formatRupees(returned), most: formatRupees(lock.giveBackRupees) })
          : text.mayGiveBack(formatRupees(lock.giveBackRupees)),
      )}
    />
  );
}
