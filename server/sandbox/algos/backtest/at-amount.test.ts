// A record can be restated at a larger amount. Its charges must then equal those that the broker books for larger
// orders.
import { describe, expect, it } from "vitest";
import type { OrderProduct } from "../../../../app/contract/base-api/order.ts";
import type { RecordTrade } from "../../../../app/contract/base-api/record.ts";
import { EXCHANGE_CALENDAR } from "../../../../app/domain/market-sessions.ts";
import { dayOfIso, istDay } from "../../../../app/domain/time.ts";
import { restateRecord } from "../../../../app/evidence/at-amount.ts";
import { computeCharges } from "../../broker/charges.ts";
import type { MarketInstrument } from "../../exchange/instrument-master.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { runBacktest } from "./backtest.ts";
import { ASSUMED_FILLS } from "./execution.ts";
import { HistoryTape } from "./history-day.ts";
import { listRecordPlans } from "./record-plans.ts";

const catalogue = buildCatalogue();
const tape = new HistoryTape(new SandboxMarket(1, EXCHANGE_CALENDAR));
const AMOUNTS = [3, 10, 57];

function made(id: string) {
  const strategy = catalogue.strategies.find((one) => one.id === id);
  const benchmark = { key: "IDX_I:13", name: "Nifty 50" };
  const [plan] =
    strategy === undefined ? [] : listRecordPlans(catalogue, strategy, dayOfIso("2026-05-29"), benchmark);
  if (plan === undefined) throw new Error(id);
  const run = { ...plan, fromDay: dayOfIso("2025-03-03"), end: null };
  const { days, trades, cashFlows } = runBacktest({ plan: run, tape, execution: ASSUMED_FILLS });
  const costs = Object.fromEntries(
    Object.keys(trades[0]?.costs ?? {}).map((name) => [
      name,
      trades.reduce((sum, trade) => sum + trade.costs[name as keyof RecordTrade["costs"]], 0),
    ]),
  ) as RecordTrade["costs"];
  const record = {
    capitalRupees: plan.plan.minAmountRupees,
    costs,
    cashFlows,
    days: days.map((day) => ({ ...day, hash: "" })),
  };
  return { record, trades };
}

/**
 * Returns the charges that the broker books for a trade at `times` its size: one order to open and one to close each
 * leg.
 */
function chargedAt(trade: RecordTrade, times: number, kind: MarketInstrument["kind"], product: OrderProduct) {
  const isOption = kind !== "EQUITY";
  const [opened, closed] = [istDay(Date.parse(trade.openedAt)), istDay(Date.parse(trade.closedAt ?? ""))];
  const instrument = { kind, exchangeSegment: isOption ? ("NSE_FNO" as const) : ("NSE_EQ" as const) };
  const total = { brokerage: 0, exchange: 0, gst: 0 };
  for (const { side, quantity, entryPaise, exitPaise } of trade.legs)
    for (const isEntry of [true, false]) {
      const isBuy = (side === "BUY") === isEntry;
      const charges = computeCharges({
        instrument,
        product,
        side: isBuy ? "BUY" : "SELL",
        valuePaise: quantity * times * ((isEntry ? entryPaise : exitPaise) ?? 0),
        day: isEntry ? opened : closed,
        isFirstDelivery: product === "CNC" && !isBuy && closed > opened,
      });
      total.brokerage += charges.brokeragePaise;
      total.exchange += charges.exchangePaise + charges.depositoryPaise;
      total.gst += charges.gstPaise;
    }
  return total;
}

describe("charges of a track record that is scaled to a larger amount", () => {
  it.each([
    ["ridgeline-condor", "OPTIDX", "MARGIN"],
    ["saffron-day-average", "EQUITY", "INTRADAY"],
    ["monthly-seedling", "EQUITY", "CNC"],
  ] as const)(
    "equal the broker's charges for larger orders of %s",
    { timeout: 60_000 },
    (id, kind, product) => {
      const { record, trades } = made(id);
      let compared = 0;
      for (const times of AMOUNTS) {
        const restated = restateRecord(record, trades, times);
        for (const [index, trade] of trades.entries()) {
          const own = chargedAt(trade, 1, kind, product);
          // This calculation does not cover partial closes, settlements at expiry, and further sales of a share on one
          // day.
          if (
            trade.closedAt === null ||
            own.brokerage !== trade.costs.brokeragePaise ||
            own.exchange !== trade.costs.exchangePaise
          )
            continue;
          const expected = chargedAt(trade, times, kind, product);
          const found = restated.trades[index]?.costs;
          // Each order is rounded separately, which may change the sum by half a paisa per multiple.
          const slack = trade.legs.length * 2 * times;
          expect(
            Math.abs((found?.brokeragePaise ?? 0) - expected.brokerage),
            `${id} ${index}`,
          ).toBeLessThanOrEqual(slack);
          expect(
            Math.abs((found?.exchangePaise ?? 0) - expected.exchange),
            `${id} ${index}`,
          ).toBeLessThanOrEqual(slack);
          expect(Math.abs((found?.gstPaise ?? 0) - expected.gst), `${id} ${index}`).toBeLessThanOrEqual(
            slack,
          );
          compared += 1;
        }
        const sum = restated.trades.reduce((total, { netPaise }) => total + netPaise, 0);
        const last = restated.record.days.at(-1);
        expect(sum - (last?.feePaise ?? 0)).toBe(last?.netPaise);
        expect(last?.feePaise).toBe(record.days.at(-1)?.feePaise);
      }
      expect(compared).toBeGreaterThan(5);
    },
  );
});
