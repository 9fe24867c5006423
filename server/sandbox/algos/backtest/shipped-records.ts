// Records that the build computes with the default settings (build-records.ts), so that a new installation shows them
// at its first start. They are not sealed, because each installation signs its records with its own key.
import { readFileSync, writeFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { deflateSync, inflateSync } from "node:zlib";
import { serverFile } from "../../../programs.ts";
import type { Backtest } from "./backtest.ts";
import { takeFirstBatch } from "./record-batches.ts";
import type { RecordPlan } from "./record-plans.ts";
import { computeEdition, formatRecordName } from "./record-store.ts";

export type ShippedRecord = { plan: RecordPlan; backtest: Backtest };
type Content = Pick<RecordPlan, "toDay" | "end"> & { backtest: Backtest };

/** Folder of the shipped records. It exists in the build only. */
export const SHIPPED_RECORDS = serverFile("sandbox/algos/backtest/shipped-records/");

/** Pause after the records of the home page's examples, so that the site can load them. */
const EXAMPLES_PAUSE_MS = 3_000;
/** Pause after each other record, as a multiple of its duration, so that most time remains for requests. */
const PAUSE_SHARE = 2;

/** Returns the file of a record. Its name contains the edition, so it differs by seed, rules and capital. */
function fileOf(folder: URL, seed: number, plan: RecordPlan): URL {
  const name = `${formatRecordName(plan)} ${computeEdition(seed, plan).toString(16)}`;
  return new URL(`${name.replaceAll(/[^\w.-]+/g, "-")}.json.deflate`, folder);
}

export function writeShippedRecord(folder: URL, seed: number, { plan, backtest }: ShippedRecord): void {
  const { toDay, end } = plan;
  const content: Content = { toDay, end, backtest };
  writeFileSync(fileOf(folder, seed, plan), deflateSync(JSON.stringify(content)));
}

/**
 * Returns the shipped record that belongs to the plan. Its last day can be earlier than the plan's, because time has
 * passed since the build. Null if no such record was shipped, or if the plan ends before it or differs in its end.
 */
export function readShippedRecord(folder: URL, seed: number, plan: RecordPlan): ShippedRecord | null {
  const file = fileOf(folder, seed, plan);
  let content: Content;
  try {
    content = JSON.parse(inflateSync(readFileSync(file)).toString("utf8"));
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw fault;
  }
  const { toDay, end, backtest } = content;
  const isComplete = toDay === plan.toDay && JSON.stringify(end) === JSON.stringify(plan.end);
  const isEarlier = toDay < plan.toDay && end === null;
  return isComplete || isEarlier ? { plan: { ...plan, toDay, end }, backtest } : null;
}

/**
 * Stores the shipped records of the plans, those of the home page's examples first. `isComplete` is false for a record
 * that lacks days of its plan.
 */
export async function storeShipped(options: {
  plans: readonly RecordPlan[];
  folder: URL;
  seed: number;
  isStopped: () => boolean;
  store: (record: ShippedRecord, isComplete: boolean) => void;
}): Promise<void> {
  async function storeEach(plans: readonly RecordPlan[], pauseShare: number): Promise<boolean> {
    let hasStored = false;
    for (const plan of plans) {
      const startedAt = performance.now();
      const record = options.isStopped() ? null : readShippedRecord(options.folder, options.seed, plan);
      if (record === null) continue;
      hasStored = true;
      options.store(record, record.plan.toDay === plan.toDay);
      await setTimeout(pauseShare * (performance.now() - startedAt));
    }
    return hasStored;
  }

  const others = [...options.plans];
  if (await storeEach(takeFirstBatch(others, true), 0)) await setTimeout(EXAMPLES_PAUSE_MS);
  await storeEach(others, PAUSE_SHARE);
}
