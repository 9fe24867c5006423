// A client's complete account: totals and daily results, statements, the event log, changed terms.

import { describe, expect, it, vi } from "vitest";
import type { Guards } from "../../../../app/contract/base-api/deployment.ts";
import { istDay } from "../../../../app/domain/time.ts";
import { formatRupees } from "../../../../app/format/rupees.ts";
import {
  act,
  begin,
  broker,
  build,
  CLIENT,
  controls,
  db,
  deployments,
  key,
  OTHER,
  openDeployments,
  pass,
  placeOrder,
  read,
  rows,
  run,
  runner,
  SEEDLING,
  setNow,
} from "../../../../tests/support/deployment-rig.ts";
import { runAtOnce } from "../../slices.ts";
import { TermChanges } from "./change-terms.ts";
import { EventLog } from "./event-log.ts";
import { OwnPositions } from "./own-positions.ts";
import { PnlHistory } from "./pnl-history.ts";
import { Portfolio } from "./portfolio.ts";
import { Statements } from "./statements.ts";

openDeployments();

const parts = () => {
  const options = { db, broker, rows };
  const history = new PnlHistory(options);
  return {
    history,
    portfolio: new Portfolio({ ...options, history }),
    statements: new Statements(options),
    events: new EventLog({ db, rows, now: broker.now }),
    terms: new TermChanges({ ...options, deployments }),
  };
};
const consent = { text: "I consent to the change.", textVersion: "2" };
const guards: Guards = { lossPerDayRupees: 3_000, lossInAllRupees: null, tradesPerDay: null };

describe("portfolio", () => {
  it("returns zeros before anything was deployed", () => {
    const { live, paper, days, curves } = parts().portfolio.read(CLIENT);
    expect(live).toMatchObject({
      todayPaise: 0,
      totalPaise: 0,
      unrealisedPaise: 0,
      running: 0,
      usedPaise: 0,
    });
    expect(live.availablePaise).toBe(250_000_000);
    expect(paper).toMatchObject({ todayPaise: 0, availablePaise: 0 });
    expect([days, curves]).toEqual([[], []]);
  });

  it("reports today's P&L separately for live and paper algos", () => {
    const live = begin({ mode: "live" });
    const paper = begin({ mode: "paper" });
    run(10);
    const { history, portfolio } = parts();
    runAtOnce(history.steps());
    const all = portfolio.read(CLIENT);
    expect(all.live.todayPaise).toBe(read(live).result?.dayPaise);
    expect(all.paper.todayPaise).toBe(read(paper).result?.dayPaise);
    const statement = new Statements({ db, broker, rows }).read(CLIENT, null);
    const listed = broker.orders.trades(CLIENT, { deploymentId: live, limit: 50 }).length;
    expect([statement.trades, all.live.tradesToday, read(live).result?.tradesToday, listed]).toEqual([
      2, 2, 2, 2,
    ]);
    expect(read(live).result?.openedToday).toBe(1);
    expect(all.live.usedPaise).toBeGreaterThan(0);
    expect((all.live.realisedTodayPaise ?? 0) + (all.live.unrealisedPaise ?? 0)).toBe(all.live.todayPaise);
    expect(all.days).toEqual([
      { day: "2026-11-17", livePaise: all.live.todayPaise, paperPaise: all.paper.todayPaise },
    ]);
    expect(all.curves.map(({ deploymentId }) => deploymentId).sort()).toEqual([live, paper].sort());
    expect(portfolio.read(OTHER).live.tradesToday).toBe(0);
  });

  it("does not offset opposite positions of two algos", () => {
    const ids = [begin({ mode: "live" }), begin({ strategyId: SEEDLING, mode: "live" })];
    for (const [index, deploymentId] of ids.entries())
      placeOrder({
        deploymentId,
        instrument: "NSE_EQ:1333",
        side: index === 0 ? "BUY" : "SELL",
        product: "INTRADAY",
        quantity: 100,
      });
    const held = ids.flatMap((id) => read(id).positions);
    expect(held.map(({ quantity }) => quantity)).toEqual([100, -100]);
    const { unrealisedPaise, realisedTodayPaise, todayPaise } = parts().portfolio.read(CLIENT).live;
    const open = held.reduce((sum, { openResultPaise }) => sum + (openResultPaise ?? 0), 0);
    expect(open).not.toBe(0);
    expect(unrealisedPaise).toBe(open);
    expect((realisedTodayPaise ?? 0) + (unrealisedPaise ?? 0)).toBe(todayPaise);
  });

  it("stores a closing value each day, and its P&L curve ends at the total P&L", () => {
    begin({ mode: "live" });
    const { history, portfolio } = parts();
    for (const day of [17, 18, 19]) {
      setNow(`2026-11-${day}T20:10:00+05:30`);
      run(5);
      runAtOnce(history.steps());
      pass(61_000);
      runAtOnce(history.steps());
    }
    const { days, live, curves } = portfolio.read(CLIENT);
    expect(days.map(({ day }) => day)).toEqual(["2026-11-17", "2026-11-18", "2026-11-19"]);
    expect(days.every(({ livePaise }) => livePaise !== null)).toBe(true);
    expect(days.reduce((sum, { livePaise }) => sum + (livePaise ?? 0), 0)).toBe(live.totalPaise);
    expect(curves[0]?.points.at(-1)?.[1]).toBe(live.totalPaise);
    expect(curves[0]?.points.length).toBeLessThanOrEqual(120);
  });

  it("deletes old values per minute only once a day", () => {
    const { history } = parts();
    const prepared = vi.spyOn(db, "prepare");
    for (let minute = 0; minute < 3; minute += 1) {
      runAtOnce(history.steps());
      pass(61_000);
    }
    const searches = prepared.mock.calls.filter(([sql]) => sql.startsWith("DELETE FROM pnl_minutes"));
    prepared.mockRestore();
    expect(searches).toHaveLength(1);
  });
});

describe("deployments that ended long ago", () => {
  it("are included in the totals, and stay listed while they hold a position", () => {
    const held = begin({ strategyId: SEEDLING, mode: "live" });
    const closed = begin({ mode: "live" });
    run(10);
    act(held, "hand_over");
    act(closed, "stop");
    run(10);
    const { history, portfolio } = parts();
    runAtOnce(history.steps());
    setNow("2026-11-18T20:00:00+05:30");
    const before = portfolio.read(CLIENT);
    for (let count = 0; count < 200; count += 1) {
      const later = rows.find(CLIENT, closed);
      if (later !== undefined)
        rows.insert({
          ...later,
          id: crypto.randomUUID(),
          idempotency_key: key(),
          created_at: broker.now(),
          basket_ref: null,
        });
    }
    expect(rows.list(CLIENT).map(({ id }) => id)).toContain(held);
    expect(rows.list(CLIENT).map(({ id }) => id)).not.toContain(closed);
    const { live, days } = portfolio.read(CLIENT);
    expect(before.live.unrealisedPaise).not.toBe(0);
    expect([live, days]).toEqual([before.live, before.days]);
    controls.setKillSwitch(CLIENT, true);
    run(5);
    expect(new OwnPositions({ db, broker, rows }).list(CLIENT)).toEqual([]);
    expect(portfolio.read(CLIENT).live.unrealisedPaise).toBe(0);
  });

  it("are listed in a time that does not grow with their trades", () => {
    const id = begin({ mode: "live" });
    placeOrder({ deploymentId: id, instrument: "NSE_EQ:1333", side: "BUY", product: "CNC", quantity: 1 });
    setNow("2026-11-18T20:00:00+05:30");
    const numbers = (count: number) =>
      `(WITH RECURSIVE n(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count}) SELECT n FROM n)`;
    const columns = (table: string, changed: Record<string, string>) => {
      const all = db.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[];
      return all.map(({ name }) => changed[name] ?? name).join(", ");
    };
    const made = {
      id: "'old-' || n",
      idempotency_key: "'old-' || n",
      basket_ref: "NULL",
      state: "'stopped'",
    };
    db.exec(`INSERT INTO deployments SELECT ${columns("deployments", made)}
      FROM deployments, ${numbers(1_000)} WHERE id = '${id}'`);
    const add = (trades: number) =>
      db.exec(`INSERT INTO trades
        SELECT ${columns("trades", { number: "NULL", deployment_id: "'old-' || o.n", side: "iif(t.n % 2, 'BUY', 'SELL')" })}
        FROM ${numbers(1_000)} AS o, ${numbers(trades)} AS t, (SELECT * FROM trades WHERE deployment_id = '${id}' LIMIT 1)`);
    const fastest = () => {
      const times = Array.from({ length: 5 }, () => {
        const from = performance.now();
        expect(rows.list(CLIENT)).toHaveLength(200);
        return performance.now() - from;
      });
      return Math.min(...times);
    };
    add(2);
    const before = fastest();
    add(98);
    expect(fastest()).toBeLessThan(3 * before);
    db.exec(`INSERT INTO trades SELECT ${columns("trades", { number: "NULL" })}
      FROM trades WHERE deployment_id = 'old-900' LIMIT 1`);
    expect(rows.list(CLIENT).map((row) => row.id)).toContain("old-900");
  });
});

describe("today's P&L of an algo", () => {
  it("includes fees and price changes before its first evaluation today", () => {
    const id = begin({ strategyId: SEEDLING, mode: "live" });
    run(10);
    setNow("2026-11-18T20:00:00+05:30");
    const firstDay = read(id).result;
    expect(firstDay?.totalPaise).not.toBe(0);
    expect(firstDay?.dayPaise).toBe(firstDay?.totalPaise);
    runAtOnce(parts().history.steps());
    setNow("2026-11-19T20:00:00+05:30");
    const { totalPaise, dayPaise } = read(id).result ?? {};
    expect(dayPaise).toBe((totalPaise ?? 0) - (firstDay?.totalPaise ?? 0));
    expect(dayPaise).not.toBe(0);
  });
});

describe("today's P&L after the sandbox was not running for three weeks", () => {
  const today = istDay(Date.parse("2026-12-08T10:00:00+05:30"));
  const restartAfterThreeWeeks = () => {
    setNow("2026-12-08T10:00:00+05:30");
    build();
    runner.tick();
  };

  it("contains only today's price changes", () => {
    const id = begin({ strategyId: SEEDLING, mode: "live" });
    run(10);
    runAtOnce(parts().history.steps());
    setNow("2026-12-07T23:59:59.999+05:30");
    const yesterday = read(id).result?.totalPaise;
    expect(yesterday).not.toBe(rows.closeBefore(id, today));
    restartAfterThreeWeeks();
    expect(rows.closeBefore(id, today)).toBe(yesterday);
  });

  it("does not contain the result of contracts that expired meanwhile", () => {
    const [call] = broker.market.nearestContracts("IDX_I", "13", broker.now());
    const instrument = `${call?.exchangeSegment}:${call?.securityId}`;
    broker.openAccount(`live:${CLIENT}`, 250_000_000);
    placeOrder({ instrument, deploymentId: null, side: "BUY", product: "MARGIN", quantity: 65 });
    restartAfterThreeWeeks();
    const { totalPaise, dayPaise } = parts().history.ownResult(CLIENT) ?? {};
    expect(totalPaise).not.toBe(0);
    expect(dayPaise).toBe(0);
  });
});

describe("statement", () => {
  it("has consistent sums by algo, month and charge, and excludes paper trades", () => {
    const id = begin({ mode: "live" });
    begin({ mode: "paper" });
    run(5);
    act(id, "stop");
    run(5);
    const statement = parts().statements.read(CLIENT, null);
    const { realisedPaise, charges, feesPaise, netPaise, items, months } = statement;
    expect(statement).toMatchObject({ year: "2026-27", from: "2026-04-01", to: "2027-03-31", trades: 4 });
    expect(items.map(({ deploymentId }) => deploymentId)).toEqual([id]);
    expect(netPaise).toBe(realisedPaise - charges.totalPaise - feesPaise);
    expect(netPaise).toBe(read(id).result?.totalPaise);
    const { totalPaise, ...lines } = charges;
    expect(Object.values(lines).reduce((sum, line) => sum + line, 0)).toBe(totalPaise);
    expect(charges.otherPaise).toBe(0);
    expect(charges.brokeragePaise).toBe(4 * 2_000);
    expect(months.map(({ month }) => month)).toEqual(["2026-11"]);
    expect(parts().statements.read(CLIENT, "2025-26")).toMatchObject({ trades: 0, netPaise: 0, items: [] });
  });
});

describe("event log", () => {
  it("lists orders and state changes by page, newest first, and filters by mode", () => {
    const id = begin({ mode: "live" });
    run(5);
    act(id, "pause");
    const { events } = parts();
    const all = events.list(CLIENT, { limit: 50 }).items;
    expect(all[0]).toMatchObject({
      what: "pause",
      class: "state",
      mode: "live",
      strategyName: "Arclight Straddle",
    });
    expect(all.filter((event) => event.class === "order")).toHaveLength(2);
    expect(events.list(CLIENT, { limit: 50, mode: "paper" }).items).toEqual([]);
    const paged: string[] = [];
    let before: string | undefined;
    do {
      const page = events.list(CLIENT, { limit: 2, before });
      paged.push(...page.items.map((event) => event.id));
      before = page.nextCursor ?? undefined;
    } while (before !== undefined);
    expect(paged).toEqual(all.map((event) => event.id));
    expect(events.list(OTHER, { limit: 50 }).items).toEqual([]);
  });
});

describe("changing the terms of a deployment", () => {
  it("applies new limits and capital with a new consent, and logs the difference", () => {
    const id = begin({ mode: "live" });
    const before = read(id);
    const { terms } = parts();
    expect(terms.change(CLIENT, id, { multiplier: 2, guards, consent })).toBe(true);
    const after = read(id);
    expect(after.capitalRupees).toBe(2 * before.capitalRupees);
    expect(after.terms.guards).toEqual(guards);
    expect(after.consentText).toBe(consent.text);
    expect(after.events.at(-1)).toMatchObject({
      what: "terms_changed",
      reason: `Changed: capital ${formatRupees(before.capitalRupees)} to ${formatRupees(2 * before.capitalRupees)}; daily loss limit none to ₹3,000.`,
    });
    const former = db.prepare("SELECT document FROM former_consents WHERE deployment_id = ?").all(id);
    expect(former).toHaveLength(1);
    expect(terms.change(CLIENT, id, { multiplier: 2, guards, consent })).toBe(true);
    expect(read(id).events).toHaveLength(after.events.length);
  });

  it("is rejected if the capital is not available or the deployment has ended", () => {
    const id = begin({ mode: "live" });
    const { terms } = parts();
    expect(() => terms.change(CLIENT, id, { multiplier: 50, guards, consent })).toThrow(/short/);
    expect(terms.change(OTHER, id, { multiplier: 1, guards, consent })).toBe(false);
    act(id, "stop");
    run(5);
    expect(() => terms.change(CLIENT, id, { multiplier: 2, guards, consent })).toThrow(/has ended/);
  });

  it("can only reduce the risk while a new version needs the client's consent", () => {
    const id = begin({ mode: "live" });
    rows.setNewVersion(id, "9.0");
    const { terms } = parts();
    const change = (multiplier: number, limits: Guards) => () =>
      terms.change(CLIENT, id, { multiplier, guards: limits, consent });
    expect(change(2, guards)).toThrow(/^Version 9.0 needs your consent/);
    expect(read(id).consentText).not.toBe(consent.text);
    const limited = { ...guards, lossInAllRupees: 5_000 };
    expect(change(1, limited)()).toBe(true);
    expect(read(id).terms.guards).toEqual(limited);
    expect(change(1, { ...limited, lossInAllRupees: 6_000 })).toThrow(/^Version 9.0/);
    expect(change(1, { ...limited, lossPerDayRupees: null })).toThrow(/^Version 9.0/);
  });

  it("previews orders, margin and charges without creating a deployment", () => {
    const deploymentRequest = {
      strategyId: "arclight-straddle",
      version: deploymentsVersion(),
      terms: {
        mode: "live" as const,
        multiplier: 2,
        startOn: "2026-11-17",
        days: ["Mon" as const],
        guards,
      },
    };
    const basket = parts().terms.preview(CLIENT, deploymentRequest);
    expect(basket?.legs).toHaveLength(2);
    const { chargesPaise = 0, roundTripChargesPaise = 0 } = basket ?? {};
    // Two option orders cost ₹20 each on entry, and again on exit.
    expect(chargesPaise).toBeGreaterThan(4_000);
    expect(roundTripChargesPaise).toBeGreaterThan(chargesPaise + 4_000);
    expect(roundTripChargesPaise).toBeLessThan(2 * chargesPaise);
    expect(parts().terms.preview(CLIENT, { ...deploymentRequest, version: "0.1" })).toBeNull();
    expect(rows.list(CLIENT)).toEqual([]);
  });
});

function deploymentsVersion(): string {
  const row = db
    .prepare("SELECT version FROM strategy_versions WHERE strategy_id = 'arclight-straddle'")
    .get() as {
    version: string;
  };
  return row.version;
}
