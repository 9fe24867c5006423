// Computes the shipped records, as the last step of `npm run build`: those of all algos, or of the algos whose ids are
// arguments (`npm run build -- monthly-seedling`).
import { mkdirSync } from "node:fs";
import { istDay } from "../../../../app/domain/time.ts";
import { sandboxSettings } from "../../process-settings.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { recordPlans } from "./record-plans.ts";
import { computeRecords } from "./record-process.ts";
import { SHIPPED_RECORDS, writeShippedRecord } from "./shipped-records.ts";

const { marketSeed: seed, benchmark } = sandboxSettings({ dataDir: ".", port: 0 });
const chosenIds = process.argv.slice(2);
const plans = recordPlans(buildCatalogue(), istDay(Date.now()) - 1, benchmark).filter(
  ({ strategyId }) => chosenIds.length === 0 || chosenIds.includes(strategyId),
);
let computed = 0;
mkdirSync(SHIPPED_RECORDS, { recursive: true });
computeRecords({
  seed,
  plans,
  onBacktest(plan, backtest) {
    writeShippedRecord(SHIPPED_RECORDS, seed, { plan, backtest });
    computed += 1;
  },
  onFault(fault) {
    throw fault;
  },
  onEnd() {
    if (computed < plans.length) throw new Error(`only ${computed} of ${plans.length} records were computed`);
  },
});
