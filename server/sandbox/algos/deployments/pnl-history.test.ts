// P&L by day of a client's own positions.
import { expect, it } from "vitest";
import { istDay, istDayStart } from "../../../../app/domain/time.ts";
import { broker, db, OTHER, openDeployments, rows } from "../../../../tests/support/deployment-rig.ts";
import { openWithHoldings } from "../../apis/login/opening-account.ts";
import { liveAccount } from "../../broker/broker.ts";
import { runAtOnce } from "../../slices.ts";
import { PnlHistory } from "./pnl-history.ts";
import { Portfolio } from "./portfolio.ts";

openDeployments();

it("excludes gains of given holdings before today from today's P&L", () => {
  openWithHoldings(broker, OTHER);
  const { now, market } = broker;
  const midnight = istDayStart(istDay(now()));
  const moved = broker.positions({ account: liveAccount(OTHER) }).reduce((sum, position) => {
    const instrument = broker.instrument(position.instrument);
    if (instrument === null) throw new Error(`${position.instrument} is not listed`);
    const [before, last] = [midnight - 1, now()].map((at) => market.quote(instrument, at).lastPaise);
    return sum + position.quantity * ((last ?? 0) - (before ?? 0));
  }, 0);
  const history = new PnlHistory({ db, broker, rows });
  const portfolio = new Portfolio({ db, broker, rows, history });
  const { live } = portfolio.read(OTHER);
  expect(moved).not.toBe(0);
  expect(live.todayPaise).toBe(moved);
  expect(live.totalPaise).not.toBe(moved);
  runAtOnce(history.steps());
  const { days } = portfolio.read(OTHER);
  expect(days).toHaveLength(2);
  expect(days.reduce((sum, { livePaise }) => sum + (livePaise ?? 0), 0)).toBe(live.totalPaise);
});
