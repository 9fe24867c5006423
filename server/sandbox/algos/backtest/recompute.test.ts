// Recomputes a record with independent code that shares nothing with the engine. The results agree to the paisa, and
// the independent code detects changes.
import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { EXCHANGE_CALENDAR } from "../../../../app/domain/market-sessions.ts";
import { dayOfIso } from "../../../../app/domain/time.ts";
import { type RecordFile, recompute } from "../../../../tests/support/recompute-record.ts";
import { toPublicKey } from "../../../crypto/record-seal.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { openMemoryDatabase } from "../../store/database.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { runBacktest } from "./backtest.ts";
import { paperOrLiveExecution } from "./execution.ts";
import { HistoryTape } from "./history-day.ts";
import { listRecordPlans } from "./record-plans.ts";
import { Records } from "./record-store.ts";

const catalogue = buildCatalogue();
const [FROM, TO] = [dayOfIso("2026-03-02"), dayOfIso("2026-05-29")];
const market = new SandboxMarket(1, EXCHANGE_CALENDAR);

function fileOf(id: string): RecordFile {
  const strategy = catalogue.strategies.find((one) => one.id === id);
  const plans =
    strategy === undefined
      ? []
      : listRecordPlans(catalogue, strategy, TO, { key: "IDX_I:13", name: "Nifty 50" });
  const live = plans.find(({ evidence }) => evidence === "live");
  if (live === undefined) throw new Error(id);
  const plan = { ...live, fromDay: FROM };
  const db = openMemoryDatabase();
  const { privateKey } = generateKeyPairSync("ed25519");
  const { id: keyId, publicKey } = toPublicKey(privateKey);
  db.prepare("INSERT INTO evidence_keys (id, public_key, since, until) VALUES (?, ?, 0, NULL)").run(
    keyId,
    publicKey,
  );
  const records = new Records(db, 1, { id: keyId, privateKey });
  const execution = paperOrLiveExecution(market, 1, id, "live");
  records.write(plan, runBacktest({ plan, tape: new HistoryTape(market), execution }), 0);
  const file = { ...records.read(plan), tradeList: records.trades(plan) };
  db.close();
  return JSON.parse(JSON.stringify(file)) as RecordFile;
}

it.each(["ridgeline-day-condor", "saffron-day-average", "monthly-seedling"])(
  "%s: recomputation confirms the record and detects a changed day",
  { timeout: 60_000 },
  (id) => {
    const file = fileOf(id);
    expect(recompute(file, null).mismatches).toEqual([]);
    const [day] = file.days;
    if (day === undefined) throw new Error("no day");
    day.netPaise += 1;
    expect(recompute(file, null).mismatches).not.toEqual([]);
  },
);
