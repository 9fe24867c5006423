// A paper record equals a paper deployment. The same algo runs over the same days in the record engine, and in the
// deployment runner with the broker. Trades, prices, charges, fees and results agree to the paisa.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SCHEDULE_DAYS } from "../../../../app/contract/base-api/deployment.ts";
import { EXCHANGE_CALENDAR } from "../../../../app/domain/market-sessions.ts";
import { dayOfIso, isoDayOf, istDayStart, MINUTE_MS } from "../../../../app/domain/time.ts";
import { Broker, paperAccount } from "../../broker/broker.ts";
import type { TradeRow } from "../../broker/order-rows.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { openDatabase } from "../../store/database.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { seedCatalogue } from "../catalogue/seed-catalogue.ts";
import { Controls } from "../deployments/controls.ts";
import { DeploymentRows } from "../deployments/deployment-rows.ts";
import { Deployments } from "../deployments/deployments.ts";
import { Runner } from "../deployments/runner.ts";
import { runBacktest } from "./backtest.ts";
import { brokerExecution, type Execution } from "./execution.ts";
import { HistoryTape } from "./history-day.ts";
import { sumCosts } from "./position-book.ts";
import { listRecordPlans, type RecordPlan } from "./record-plans.ts";

const CLIENT = "1000000001";
const [FROM, TO] = [dayOfIso("2026-04-27"), dayOfIso("2026-05-04")];
const [OPEN_MINUTE, CLOSE_MINUTE] = [9 * 60 + 15, 15 * 60 + 30];
/** Seconds within each minute at which the runner steps. The rule must run at second 0 and not again at second 23. */
const STEPS = [0, 23];

const built = buildCatalogue();
/** All algos are opened for deployment, because all algos of some kinds are closed in the catalogue. */
const catalogue = {
  ...built,
  strategies: built.strategies.map((strategy) => ({
    ...strategy,
    status: { ...strategy.status, state: "open" as const, reason: null },
  })),
};
const market = new SandboxMarket(1, EXCHANGE_CALENDAR);
const tape = new HistoryTape(market);

function planOf(id: string): RecordPlan {
  const strategy = catalogue.strategies.find((one) => one.id === id);
  const plans =
    strategy === undefined
      ? []
      : listRecordPlans(catalogue, strategy, TO, { key: "IDX_I:13", name: "Nifty 50" });
  const live = plans.find(({ evidence, version }) => evidence === "live" && version === strategy?.version);
  if (live === undefined) throw new Error(id);
  return { ...live, evidence: "paper", fromDay: FROM, toDay: TO, end: null };
}

type Fill = { at: number; symbol: string; signed: number; pricePaise: number };

/** Returns the record of an algo, and the record's fills. */
function recorded(id: string) {
  const fills: Fill[] = [];
  const broker = brokerExecution(market);
  const execution: Execution = {
    ...broker,
    slippagePaise(instrument, signed, pricePaise, atMs) {
      const slippage = broker.slippagePaise(instrument, signed, pricePaise, atMs);
      const paid = Math.abs(signed) * pricePaise + Math.sign(signed) * slippage;
      fills.push({ at: atMs, symbol: instrument.symbol, signed, pricePaise: paid / Math.abs(signed) });
      return slippage;
    },
  };
  return { made: runBacktest({ plan: planOf(id), tape, execution }), fills };
}

/** Runs a deployment of the algo at the broker over the same days. */
function deployed(id: string) {
  const folder = mkdtempSync(join(tmpdir(), "parity-"));
  const db = openDatabase(folder);
  db.exec("PRAGMA synchronous = OFF");
  try {
    seedCatalogue(db, catalogue);
    let now = istDayStart(FROM) + 8 * 60 * MINUTE_MS;
    const clock = () => now;
    const broker = new Broker(db, market, clock);
    const rows = new DeploymentRows(db, clock);
    const onFault = (fault: unknown) => {
      throw fault;
    };
    const runner = new Runner({ db, broker, rows, isRoundTheClock: false, onFault });
    const controls = new Controls({ db, broker, rows });
    const deployments = new Deployments({ db, broker, rows, runner, controls });
    controls.acknowledgeRisk(CLIENT, "v1");
    const { version } = planOf(id);
    const made = deployments.create(CLIENT, "one-key-for-it", {
      strategyId: id,
      version,
      terms: {
        mode: "paper",
        multiplier: 1,
        startOn: isoDayOf(FROM),
        days: [...SCHEDULE_DAYS],
        guards: { lossPerDayRupees: null, lossInAllRupees: null, tradesPerDay: null },
      },
      consent: { text: "I consent.", textVersion: "1", riskDisclosureVersion: "v1" },
    });
    expect(deployments.answerBasket(made.basket?.ref ?? "", "confirmed")?.row.state).toBe("active");
    const totals: number[] = [];
    for (let day = FROM; day <= TO; day += 1) {
      if (!market.paths.isFullDay(day)) continue;
      for (let minute = OPEN_MINUTE; minute <= CLOSE_MINUTE; minute += 1)
        for (const second of STEPS) {
          now = istDayStart(day) + minute * MINUTE_MS + second * 1_000;
          if (minute === CLOSE_MINUTE && second > 0) break;
          runner.tick();
        }
      now = istDayStart(day) + (CLOSE_MINUTE + 5) * MINUTE_MS;
      runner.tick();
      // The result is null until the deployment has traded or was charged a fee.
      totals.push(deployments.detail(CLIENT, made.id)?.result?.totalPaise ?? 0);
    }
    const trades = db
      .prepare("SELECT * FROM trades WHERE deployment_id = ? ORDER BY number")
      .all(made.id) as TradeRow[];
    return {
      trades,
      totals,
      fees: broker.ledger.feesOf(made.id) + 0,
      ledger: broker.ledger.balance(paperAccount(made.id)),
      refused: broker.orders
        .list(CLIENT, { deploymentId: made.id, limit: 500 })
        .filter(({ status }) => status === "REJECTED"),
    };
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Merges the fills of one order at several levels into one, at their average price. */
function joined(trades: readonly TradeRow[]): Fill[] {
  const orders = new Map<string, { at: number; symbol: string; signed: number; value: number }>();
  for (const trade of trades) {
    const sign = trade.side === "BUY" ? 1 : -1;
    const known = orders.get(trade.order_id) ?? { at: trade.at, symbol: trade.symbol, signed: 0, value: 0 };
    known.signed += sign * trade.quantity;
    known.value += trade.quantity * trade.price_paise;
    orders.set(trade.order_id, known);
  }
  return [...orders.values()].map(({ value, ...one }) => ({
    ...one,
    pricePaise: value / Math.abs(one.signed),
  }));
}

const inOrder = (fills: readonly Fill[]) =>
  [...fills]
    .sort((a, b) => a.at - b.at || a.symbol.localeCompare(b.symbol) || a.signed - b.signed)
    .map(({ at, ...fill }) => ({ ...fill, at: new Date(at).toISOString() }));

/** One algo of each kind. */
const CHOSEN = [
  "ridgeline-day-condor",
  "arclight-straddle",
  "saffron-dip-buyer",
  "monsoon-momentum",
  "harbour-open",
  "itc-income-call",
  "tidewater-tick-pull",
];
it("fullDays excludes weekends, holidays and Muhurat trading", () => {
  const { days } = market.tapes;
  expect(days.fullDays(dayOfIso("2026-04-27")) - days.fullDays(dayOfIso("2026-04-24"))).toBe(1);
  expect(days.fullDays(dayOfIso("2026-04-26"))).toBe(days.fullDays(dayOfIso("2026-04-24")));
  const muhurat = dayOfIso("2024-11-01");
  expect(days.isTradingDay(muhurat)).toBe(true);
  expect(days.fullDays(muhurat)).toBe(days.fullDays(muhurat - 1));
});

it.each(CHOSEN)(
  "%s: the computed paper record equals the results of a paper deployment",
  { timeout: 120_000 },
  (id) => {
    const { made, fills } = recorded(id);
    const { trades, totals, fees, refused } = deployed(id);
    expect(refused).toEqual([]);
    expect(fills.length).toBeGreaterThan(0);
    expect(inOrder(joined(trades))).toEqual(inOrder(fills));
    const charges = trades.reduce((sum, { charges_paise }) => sum + charges_paise, 0);
    const costs = made.trades.reduce((sum, one) => sum + sumCosts(one.costs) - one.costs.slippagePaise, 0);
    expect(costs).toBe(charges);
    expect(made.days.map(({ netPaise }) => netPaise + 0)).toEqual(totals);
    expect(made.days.at(-1)?.feePaise).toBe(fees);
  },
);
