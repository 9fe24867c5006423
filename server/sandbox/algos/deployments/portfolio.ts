// A client's portfolio: totals of the live account and of all paper deployments, P&L by day, and a curve per
// deployment. Sums are in paise. A position without a price makes its total unknown (null).

import type { Portfolio as PortfolioAnswer, Totals } from "../../../../app/contract/base-api/portfolio.ts";
import { isEnded, isRunning } from "../../../../app/domain/deployment-states.ts";
import { isoDayOf, istDay, istDayStart } from "../../../../app/domain/time.ts";
import { type Broker, liveAccount, OPENING_BALANCE_PAISE } from "../../broker/broker.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { deploymentAccount } from "./deployment-orders.ts";
import type { DeploymentRow, DeploymentRows } from "./deployment-rows.ts";
import { type DayResult, dayScope, ownScope, type PnlHistory } from "./pnl-history.ts";
import { computeResult } from "./results.ts";

const CURVE_POINTS = 120;
const MAX_DAYS = 366;

type Mode = "live" | "paper";
type Known = DayResult & { row: DeploymentRow };

export class Portfolio {
  readonly #options: { db: SandboxDatabase; broker: Broker; rows: DeploymentRows; history: PnlHistory };

  constructor(options: { db: SandboxDatabase; broker: Broker; rows: DeploymentRows; history: PnlHistory }) {
    this.#options = options;
  }

  read(clientId: string): PortfolioAnswer {
    const { broker, rows, history } = this.#options;
    broker.openAccount(liveAccount(clientId), OPENING_BALANCE_PAISE);
    const now = broker.now();
    const known: Known[] = rows.list(clientId).map((row) => {
      const result = computeResult(row, rows, broker);
      return { row, ...(result ?? { totalPaise: 0, dayPaise: 0 }) };
    });
    const own = history.ownResult(clientId);
    const listed = new Set(known.map(({ row }) => row.id));
    const former = rows.modes(clientId).filter(({ id }) => !listed.has(id));
    const closed = (mode: Mode) =>
      former
        .filter((one) => one.mode === mode)
        .map(({ id }) => ({ totalPaise: history.closes(id).at(-1)?.totalPaise ?? 0, dayPaise: 0 }));
    const ofLive = own === null ? closed("live") : [own, ...closed("live")];
    const totals = {
      live: this.#totals("live", known, ofLive, liveAccount(clientId)),
      paper: this.#totals("paper", known, closed("paper"), null),
    };
    const dayStart = istDayStart(istDay(now));
    return {
      asOf: new Date(now).toISOString(),
      ...totals,
      days: this.#days(clientId, [...known.map(({ row }) => row), ...former], totals),
      today: {
        live: history.minutes(dayScope(clientId, "live"), dayStart),
        paper: history.minutes(dayScope(clientId, "paper"), dayStart),
      },
      curves: known
        .filter(({ row }) => row.started_at !== null)
        .map(({ row, totalPaise }) => ({
          deploymentId: row.id,
          points: history.curve(row, totalPaise, CURVE_POINTS),
        })),
    };
  }

  /**
   * Sums the results of the `known` deployments and the `others`. `account` is the live account; null for paper, where
   * each deployment has an account.
   */
  #totals(mode: Mode, known: readonly Known[], others: readonly DayResult[], account: string | null): Totals {
    const { broker } = this.#options;
    const dayStart = istDayStart(istDay(broker.now()));
    const mine = known.filter(({ row }) => row.mode === mode);
    const results = [...mine, ...others];
    const accounts = account !== null ? [account] : mine.map(({ row }) => deploymentAccount(row));
    const open = new Set(
      mine.filter(({ row }) => !isEnded(row.state)).map(({ row }) => deploymentAccount(row)),
    );
    const totals: Totals = {
      todayPaise: sum(results.map(({ dayPaise }) => dayPaise)),
      realisedTodayPaise: 0,
      unrealisedPaise: 0,
      totalPaise: sum(results.map(({ totalPaise }) => totalPaise)),
      chargesTodayPaise: 0,
      tradesToday: accounts.reduce(
        (count, name) => count + broker.orders.countTrades({ account: name }, dayStart),
        0,
      ),
      running: mine.filter(({ row }) => isRunning(row.state)).length,
      availablePaise: 0,
      usedPaise: 0,
    };
    const positionsOf = (name: string) => [
      ...mine
        .filter(({ row }) => deploymentAccount(row) === name)
        .flatMap(({ row }) => broker.positions({ deploymentId: row.id }, true)),
      ...(account === null ? [] : broker.positions({ account: name, deploymentId: null }, true)),
    ];
    for (const name of accounts) {
      const posted = broker.ledger.since(name, dayStart);
      totals.chargesTodayPaise -= posted.charges;
      totals.realisedTodayPaise += posted.charges + posted.fee;
      let holds = false;
      for (const position of positionsOf(name)) {
        totals.realisedTodayPaise += position.day.realisedPaise;
        if (position.quantity === 0) continue;
        holds = true;
        const last = broker.lastPaise(position.instrument);
        totals.unrealisedPaise =
          last === null || totals.unrealisedPaise === null
            ? null
            : totals.unrealisedPaise + position.quantity * last - position.costPaise;
      }
      if (account === null && !open.has(name) && !holds) continue;
      const funds = broker.funds(name);
      totals.availablePaise += funds.availablePaise;
      totals.usedPaise += funds.usedPaise;
    }
    return totals;
  }

  /**
   * Returns the P&L of each stored day: the day's close less the previous close. Today's value is taken from the
   * totals.
   */
  #days(
    clientId: string,
    deployments: readonly Pick<DeploymentRow, "id" | "mode">[],
    totals: Record<Mode, Totals>,
  ): PortfolioAnswer["days"] {
    const { broker, history } = this.#options;
    const today = istDay(broker.now());
    const days = new Map<number, Record<Mode, number | null>>();
    const note = (scope: string, mode: Mode) => {
      let before = 0;
      for (const { day, totalPaise } of history.closes(scope)) {
        const entry = days.get(day) ?? { live: null, paper: null };
        entry[mode] = (entry[mode] ?? 0) + totalPaise - before;
        days.set(day, entry);
        before = totalPaise;
      }
    };
    for (const { id, mode } of deployments) note(id, mode);
    note(ownScope(clientId), "live");
    const now = days.get(today) ?? { live: null, paper: null };
    for (const mode of ["live", "paper"] as const)
      if (now[mode] !== null) now[mode] = totals[mode].todayPaise ?? now[mode];
    return [...days]
      .sort(([a], [b]) => a - b)
      .slice(-MAX_DAYS)
      .map(([day, { live, paper }]) => ({ day: isoDayOf(day), livePaise: live, paperPaise: paper }));
  }
}

function sum(values: readonly (number | null)[]): number | null {
  let total = 0;
  for (const value of values) {
    if (value === null) return null;
    total += value;
  }
  return total;
}
