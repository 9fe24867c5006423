// Base API handlers of records: the list, each record with its trades, the signing keys, and the signed last
// hashes of all records, published each day.
import type { RecordChoice } from "../../../../app/contract/base-api/record.ts";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import type { StrategyStudies } from "../../../../app/contract/base-api/studies.ts";
import { publicKeys } from "../../algos/backtest/evidence-keys.ts";
import { headsIndex, publishedHeads } from "../../algos/backtest/record-heads.ts";
import type { RecordPlan } from "../../algos/backtest/record-plans.ts";
import type { Records } from "../../algos/backtest/record-store.ts";
import type { Progress } from "../../algos/backtest/record-updates.ts";
import { readStrategy } from "../../algos/catalogue/strategy-rows.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { PreparedJson } from "../prepared-json.ts";
import { requireFound } from "./problems.ts";
import type { Handlers } from "./router.ts";

export type EvidenceSources = {
  records: Records;
  /** Returns the existing and planned records of a strategy, newest version first. */
  plansOf(strategy: Strategy): RecordPlan[];
  studiesOf(strategy: Strategy): StrategyStudies;
  /** Returns the progress of the computation of records. Null while nothing is being computed. */
  progress(): Progress | null;
};

export function recordHandlers({ db, evidence }: { db: SandboxDatabase; evidence: EvidenceSources }) {
  const { records, plansOf, studiesOf, progress } = evidence;
  const strategyOf = (id: string) => requireFound(readStrategy(db, id), "No strategy has this id.");

  /** Returns the plan of the record that a request selects by class, version, start and part. */
  function requestedPlan(id: string, choice: RecordChoice): RecordPlan {
    const { evidence: evidenceClass, start, version: named, part } = choice;
    const strategy = strategyOf(id);
    const version = named ?? strategy.version;
    const plan = plansOf(strategy).find(
      (one) =>
        one.evidence === evidenceClass && one.version === version && one.start === start && one.part === part,
    );
    return requireFound(plan ?? null, "The strategy has no record of this class, version, start and part.");
  }

  return {
    listStrategyRecords: ({ path }) => ({
      items: plansOf(strategyOf(path.id)).map((plan) => records.listing(plan)),
      making: progress(),
    }),
    getStrategyStudies: ({ path }) => studiesOf(strategyOf(path.id)),
    getStrategyRecord: ({ path, query }) => new PreparedJson(records.document(requestedPlan(path.id, query))),
    listRecordTrades: ({ path, query }) =>
      new PreparedJson(`{"items":${records.tradesDocument(requestedPlan(path.id, query))}}`),
    getEvidenceKeys: () => publicKeys(db),
    listEvidenceHeads: () => headsIndex(db),
    getEvidenceHeads: ({ path }) =>
      new PreparedJson(requireFound(publishedHeads(db, path.day), "No published file has this id.")),
  } satisfies Partial<Handlers>;
}
