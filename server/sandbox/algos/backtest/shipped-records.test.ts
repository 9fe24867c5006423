// Records that are shipped with the build: lookup by plan, and storage in a new installation.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EXCHANGE_CALENDAR } from "../../../../app/domain/market-sessions.ts";
import { dayOfIso } from "../../../../app/domain/time.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { openDatabase, type SandboxDatabase } from "../../store/database.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { seedCatalogue } from "../catalogue/seed-catalogue.ts";
import { runBacktest } from "./backtest.ts";
import { openSigningKey } from "./evidence-keys.ts";
import { ASSUMED_FILLS } from "./execution.ts";
import { HistoryTape } from "./history-day.ts";
import { type RecordPlan, recordPlans } from "./record-plans.ts";
import { computeRecords } from "./record-process.ts";
import { Records } from "./record-store.ts";
import { RecordUpdates } from "./record-updates.ts";
import { readShippedRecord, writeShippedRecord } from "./shipped-records.ts";

vi.mock("./record-process.ts", () => ({ computeRecords: vi.fn(() => ({ stop: () => {} })) }));

vi.setConfig({ testTimeout: 40_000 });

const SEED = 1;
const LAST_DAY = dayOfIso("2026-05-29");
const DAY_MS = 86_400_000;
/** Time limit for storing the records, which includes a pause of some seconds. */
const STORED_WITHIN_MS = 20_000;
const ALGO = "monthly-seedling";
const BENCHMARK = { key: "IDX_I:13", name: "Nifty 50" };
const catalogue = buildCatalogue();
const plansUntil = (lastDay: number) =>
  recordPlans(catalogue, lastDay, BENCHMARK).filter(({ strategyId }) => strategyId === ALGO);
const tape = new HistoryTape(new SandboxMarket(SEED, EXCHANGE_CALENDAR));
/** Two months are enough, because the store accepts any days. */
const backtestOf = (plan: RecordPlan) =>
  runBacktest({ plan: { ...plan, fromDay: plan.toDay - 60 }, tape, execution: ASSUMED_FILLS });

let root = "";
let folder: URL;
let db: SandboxDatabase;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "shipped-"));
  folder = pathToFileURL(`${root}/`);
  db = openDatabase(root);
  seedCatalogue(db, catalogue);
  vi.mocked(computeRecords).mockClear();
});

afterEach(() => {
  db.close();
  rmSync(root, { recursive: true });
});

function firstPlan(lastDay: number): RecordPlan {
  const [plan] = plansUntil(lastDay);
  if (plan === undefined) throw new Error(`${ALGO} has no records`);
  return plan;
}

it("a shipped record is found for its plan and for the same plan on a later day", () => {
  const plan = firstPlan(LAST_DAY);
  const shipped = { plan, backtest: backtestOf(plan) };
  writeShippedRecord(folder, SEED, shipped);
  expect(readShippedRecord(folder, SEED, plan)).toEqual(shipped);
  expect(readShippedRecord(folder, SEED, { ...plan, toDay: plan.toDay + 7 })).toEqual(shipped);
});

it("no shipped record is found for another seed, capital, end or an earlier day", () => {
  const plan = firstPlan(LAST_DAY);
  writeShippedRecord(folder, SEED, { plan, backtest: backtestOf(plan) });
  const richer = { ...plan.plan, minAmountRupees: plan.plan.minAmountRupees + 1 };
  expect(readShippedRecord(folder, SEED + 1, plan)).toBeNull();
  expect(readShippedRecord(folder, SEED, { ...plan, plan: richer })).toBeNull();
  expect(readShippedRecord(folder, SEED, { ...plan, toDay: plan.toDay - 1 })).toBeNull();
  const end = { kind: "withdrawn", reason: "Withdrawn by the manager." } as const;
  expect(readShippedRecord(folder, SEED, { ...plan, end })).toBeNull();
});

/** Starts the keeper on the day after `lastDay` and returns it with the names of its calls. */
function startKeeper(lastDay: number) {
  const stored: string[] = [];
  const progress: string[] = [];
  const faults: unknown[] = [];
  const onComplete = vi.fn();
  const records = new Records(db, SEED, openSigningKey(db, root, null, 0));
  const keeper = new RecordUpdates({
    records,
    catalogue,
    seed: SEED,
    now: () => (lastDay + 1) * DAY_MS + DAY_MS / 4,
    wanted: [ALGO],
    benchmark: BENCHMARK,
    shipped: folder,
    onProgress: ({ done, total }) => progress.push(`${done} of ${total}`),
    onRecord: (plan) => stored.push(plan.evidence),
    onComplete,
    onFault: (fault) => faults.push(fault),
  });
  return { keeper, records, stored, progress, faults, onComplete };
}

it("shipped records are sealed and stored at the first start without a computation", async () => {
  const plans = plansUntil(LAST_DAY);
  for (const plan of plans) writeShippedRecord(folder, SEED, { plan, backtest: backtestOf(plan) });
  const { keeper, records, stored, progress, faults, onComplete } = startKeeper(LAST_DAY);
  await vi.waitFor(() => expect(onComplete).toHaveBeenCalledOnce(), STORED_WITHIN_MS);
  expect(faults).toEqual([]);
  expect(stored).toHaveLength(plans.length);
  expect([progress[0], progress.at(-1)]).toEqual([
    `0 of ${plans.length}`,
    `${plans.length} of ${plans.length}`,
  ]);
  expect(plans.map((plan) => records.read(plan).seal === null)).toEqual(plans.map(() => false));
  expect(computeRecords).not.toHaveBeenCalled();
  expect(keeper.progress).toBeNull();
  keeper.stop();
});

it("shipped records of an older build are used until missing days are computed", async () => {
  for (const plan of plansUntil(LAST_DAY))
    writeShippedRecord(folder, SEED, { plan, backtest: backtestOf(plan) });
  const later = LAST_DAY + 7;
  const { keeper, records, progress, faults } = startKeeper(later);
  await vi.waitFor(() => expect(computeRecords).toHaveBeenCalledOnce(), STORED_WITHIN_MS);
  expect(faults).toEqual([]);
  const plan = firstPlan(later);
  expect(records.stateOf(plan)).toMatchObject({ toDay: LAST_DAY, isEnded: false });
  const missing = plansUntil(later).filter(({ toDay }) => toDay > LAST_DAY);
  expect(vi.mocked(computeRecords).mock.calls[0]?.[0].plans).toEqual(missing);
  const all = plansUntil(later).length;
  expect(progress.at(-1)).toBe(`${all - missing.length} of ${all}`);
  expect(keeper.progress).toEqual({ done: all - missing.length, total: all });
  keeper.stop();
});
