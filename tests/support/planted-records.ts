// Generated records, sealed as the sandbox seals records: a random walk with the record's name as its seed, with one
// trade per week. They fill a store in seconds, so that a test can visit every algo with a record. Their figures cover
// all risk bands.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { isoDayOf } from "../../app/domain/time.ts";
import type { Backtest, BacktestTrade } from "../../server/sandbox/algos/backtest/backtest.ts";
import { openSigningKey } from "../../server/sandbox/algos/backtest/evidence-keys.ts";
import { NO_COSTS, sumCosts } from "../../server/sandbox/algos/backtest/position-book.ts";
import {
  buildRecordEffectsInput,
  RecordEffects,
} from "../../server/sandbox/algos/backtest/record-effects.ts";
import { publishHeads } from "../../server/sandbox/algos/backtest/record-heads.ts";
import { type RecordPlan, recordPlans } from "../../server/sandbox/algos/backtest/record-plans.ts";
import { Records } from "../../server/sandbox/algos/backtest/record-store.ts";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { deriveSeed, uniform } from "../../server/sandbox/exchange/seeded-noise.ts";
import { TradingDays } from "../../server/sandbox/exchange/trading-days.ts";
import { openDatabase } from "../../server/sandbox/store/database.ts";

/** Interval between the days of the record, in trading days. */
const STEP = 5;
const SHIPPED_SEED = 1;
const BENCHMARK = { key: "IDX_I:13", name: "Nifty 50" };
/** Cost per trade in millionths of the capital, so small that no capital is used up. */
const COST_PPM = {
  transactionTaxPaise: 45,
  exchangePaise: 30,
  regulatorPaise: 1,
  stampDutyPaise: 3,
  slippagePaise: 125,
};
/**
 * Brokerage: ₹20 per option order, and 0.03 % but at most ₹20 per intraday share order. The depository charges per
 * delivery.
 */
const FLAT_PAISE = 2_000;
const SHARE_OF_VALUE = 0.0003;
const DEPOSITORY_CHANGED_ON = "2024-10-01";
type Kind = "options" | "shares" | "delivery";
const calendar = new TradingDays();

/** Returns the generated backtest of a plan, which is the same for the same plan. */
export function plantedBacktest(plan: RecordPlan): Backtest {
  const capital = plan.plan.minAmountRupees * 100;
  const own = deriveSeed(SHIPPED_SEED, `${plan.strategyId} ${plan.version} ${plan.evidence} ${plan.start}`);
  // Trades have a size of 0.05 % to 3.5 % of the capital, so that every risk band occurs.
  const size = capital * 0.0005 * 70 ** uniform(deriveSeed(SHIPPED_SEED, plan.strategyId), 0, 1);
  const made: Backtest = {
    days: [],
    trades: [],
    missed: [],
    signalsPassed: 0,
    signalsAfterEnd: 0,
    idle: [],
    cashFlows: [],
    exhausted: null,
  };
  const kind = kindOf(plan);
  let [net, gross, months, month, count] = [0, 0, 0, "", 0];
  for (let day = plan.fromDay; day <= plan.toDay; day += 1) {
    if (!calendar.isTradingDay(day)) continue;
    count += 1;
    const iso = isoDayOf(day);
    if (iso.slice(0, 7) !== month) [month, months] = [iso.slice(0, 7), months + 1];
    if (count % STEP !== 1) continue;
    const before = made.days.at(-1);
    // Shares for delivery are bought on one day of the record and sold on the next.
    const openedOn = kind === "delivery" ? before?.day : iso;
    const grossPaise = Math.round((uniform(own, count, 0) - 0.48) * 2 * size);
    if (openedOn !== undefined) {
      const trade = tradeOf(
        kind,
        { number: made.trades.length + 1, openedOn, closedOn: iso },
        grossPaise,
        capital,
      );
      made.trades.push(trade);
      net += trade.netPaise;
      gross += grossPaise;
    }
    const feePaise = months * plan.feeMonthlyPaise;
    made.days.push({
      day: iso,
      netPaise: net - feePaise,
      grossPaise: gross,
      feePaise,
      marginPaise: 0,
      trades: made.trades.length + (kind === "delivery" ? 1 : 0),
      benchmark: Math.round((20_000 + 6 * count + 400 * uniform(1, count, 0)) * 100) / 100,
    });
  }
  const last = made.days.at(-1);
  if (last !== undefined) last.trades = made.trades.length;
  return made;
}

function kindOf({ plan: { product, watched } }: RecordPlan): Kind {
  if (!watched.every((key) => key.startsWith("NSE_EQ"))) return "options";
  return product === "Delivery" || product === "Swing" ? "delivery" : "shares";
}

function chargesOf(kind: Kind, closedOn: string, orders: readonly number[]) {
  if (kind === "delivery") return { brokerage: 0, depository: closedOn < DEPOSITORY_CHANGED_ON ? 550 : 350 };
  const fees = orders.map((paise) =>
    kind === "options" ? FLAT_PAISE : Math.min(FLAT_PAISE, paise * SHARE_OF_VALUE),
  );
  return { brokerage: fees.reduce((sum, paise) => sum + Math.round(paise), 0), depository: 0 };
}

type TradeDates = { number: number; openedOn: string; closedOn: string };

function tradeOf(
  kind: Kind,
  { number, openedOn, closedOn }: TradeDates,
  grossPaise: number,
  capital: number,
): BacktestTrade {
  const entryPaise = Math.round(capital / 2);
  const exitPaise = entryPaise + grossPaise;
  const costs = { ...NO_COSTS };
  for (const [name, ppm] of Object.entries(COST_PPM) as [keyof typeof COST_PPM, number][])
    costs[name] = Math.round((capital * ppm) / 1e6);
  const { brokerage, depository } = chargesOf(kind, closedOn, [entryPaise, exitPaise]);
  costs.brokeragePaise = brokerage;
  costs.exchangePaise += depository;
  costs.gstPaise = Math.round((costs.brokeragePaise + costs.exchangePaise + costs.regulatorPaise) * 0.18);
  return {
    tag: "planted",
    number,
    openedAt: `${openedOn}T04:30:00.000Z`,
    closedAt: `${closedOn}T08:30:00.000Z`,
    legs: [{ symbol: "PLANTED", side: "BUY", quantity: 1, entryPaise, exitPaise }],
    grossPaise,
    costs,
    netPaise: grossPaise - sumCosts(costs),
    favourablePaise: Math.max(0, grossPaise),
    adversePaise: Math.min(0, grossPaise),
    marginPaise: Math.round(capital / 2),
    entryReason: "Planted.",
    exitReason: "Planted.",
  };
}

/**
 * Writes the records and the heads of `lastDay` into the store of a stopped or new sandbox. Returns the number of
 * records.
 */
export function plantRecords(dataDir: string, lastDay: number): number {
  const folder = join(dataDir, "sandbox");
  mkdirSync(folder, { recursive: true });
  const db = openDatabase(folder);
  const key = openSigningKey(db, folder, null, 0);
  const records = new Records(db, SHIPPED_SEED, key);
  const catalogue = buildCatalogue();
  const plans = recordPlans(catalogue, lastDay, BENCHMARK);
  const at = (lastDay + 1) * 86_400_000;
  const effects = new RecordEffects(db, catalogue, true);
  for (const plan of plans) {
    const made = plantedBacktest(plan);
    records.write(plan, made, at);
    effects.apply(buildRecordEffectsInput(plan, made), lastDay);
  }
  publishHeads({ db, records, plans, lastDay, key, at });
  db.close();
  return plans.length;
}
