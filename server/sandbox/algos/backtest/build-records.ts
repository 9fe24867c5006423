// Computes the shipped records, as the last step of `npm run build`. Another build on the same day with the same code
// does not compute them again.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { istDay } from "../../../../app/domain/time.ts";
import { serverFile } from "../../../programs.ts";
import { sandboxSettings } from "../../process-settings.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { recordPlans } from "./record-plans.ts";
import { computeRecords } from "./record-process.ts";
import { SHIPPED_RECORDS, writeShippedRecord } from "./shipped-records.ts";

/** Folders with the code that the records depend on, relative to `server`. */
const CODE = ["../app/contract/", "../app/domain/", "sandbox/algos/", "sandbox/exchange/"];

/** Returns a hash of the day and the compiled code. */
function stateOf(lastDay: number): string {
  const hash = createHash("sha256").update(String(lastDay));
  for (const folder of CODE.map(serverFile))
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted())
      if (file.endsWith(".js")) hash.update(file).update(readFileSync(new URL(file, folder)));
  return hash.digest("hex");
}

const { marketSeed: seed, benchmark } = sandboxSettings({ dataDir: ".", port: 0 });
const lastDay = istDay(Date.now()) - 1;
const stateFile = new URL("state.txt", SHIPPED_RECORDS);
const state = stateOf(lastDay);
if (!existsSync(stateFile) || readFileSync(stateFile, "utf8") !== state) {
  rmSync(SHIPPED_RECORDS, { recursive: true, force: true });
  mkdirSync(SHIPPED_RECORDS, { recursive: true });
  const plans = recordPlans(buildCatalogue(), lastDay, benchmark);
  let computed = 0;
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
      if (computed < plans.length)
        throw new Error(`only ${computed} of ${plans.length} records were computed`);
      writeFileSync(stateFile, state);
    },
  });
}
