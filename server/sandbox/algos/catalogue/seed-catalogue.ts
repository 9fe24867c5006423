// Writes the catalogue to the store when the stored version differs. Only the records are replaced; counts and states
// changed by trading remain.
import {
  type ContractSummary,
  type Strategy,
  strategySummarySchema,
} from "../../../../app/contract/base-api/strategy.ts";
import { riskRank } from "../../../../app/domain/vocabulary.ts";
import { inTransaction, type SandboxDatabase } from "../../store/database.ts";
import type { Catalogue } from "./build-catalogue.ts";
import type { Plan } from "./plans.ts";
import { invalidateIndex } from "./strategy-rows.ts";

/** Writes a changed catalogue. Returns true if anything was written. */
export function seedCatalogue(db: SandboxDatabase, catalogue: Catalogue): boolean {
  const stored = db.prepare("SELECT value FROM meta WHERE key = 'catalogue'").get() as
    | { value: string }
    | undefined;
  if (stored?.value === catalogue.version) return false;

  const putManager = db.prepare(
    "INSERT INTO managers (id, name, document) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name, document = excluded.document",
  );
  const putStrategy = db.prepare(
    `INSERT INTO strategies (id, manager_id, instrument, product, risk, risk_rank, min_amount, deployed, tracked, state, summary, document)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET manager_id = excluded.manager_id, instrument = excluded.instrument, product = excluded.product,
       risk = excluded.risk, risk_rank = excluded.risk_rank, min_amount = excluded.min_amount, deployed = excluded.deployed,
       tracked = excluded.tracked, state = excluded.state, summary = excluded.summary, document = excluded.document`,
  );
  const putTag = db.prepare("INSERT INTO strategy_tags (strategy_id, tag) VALUES (?, ?)");
  const putTrigrams = db.prepare("INSERT INTO strategy_trigrams (id, name) VALUES (?, ?)");

  // Former versions remain, because deployments run the version that the client consented to.
  const putVersion = db.prepare(
    `INSERT INTO strategy_versions (strategy_id, version, document, plan) VALUES (?, ?, ?, ?)
     ON CONFLICT (strategy_id, version) DO UPDATE SET document = excluded.document, plan = excluded.plan`,
  );

  inTransaction(db, () => {
    db.exec("DELETE FROM strategy_tags; DELETE FROM strategy_trigrams;");
    for (const manager of catalogue.managers)
      putManager.run(manager.id, manager.name, JSON.stringify(manager));
    for (const strategy of catalogue.strategies) {
      putStrategy.run(
        strategy.id,
        strategy.manager.id,
        strategy.instrument,
        strategy.product,
        strategy.risk,
        riskRank(strategy.risk),
        strategy.minAmountRupees,
        strategy.deployedCount,
        strategy.trackedCount,
        strategy.status.state,
        JSON.stringify(pickSummary(strategy)),
        JSON.stringify(strategy),
      );
      putVersion.run(
        strategy.id,
        strategy.version,
        JSON.stringify(strategy),
        JSON.stringify(catalogue.plans.get(strategy.id)),
      );
      for (const tag of strategy.tags) putTag.run(strategy.id, tag);
      putTrigrams.run(strategy.id, `${strategy.id} ${strategy.name} ${strategy.manager.name}`);
    }
    db.prepare(
      "INSERT INTO meta (key, value) VALUES ('catalogue', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    ).run(catalogue.version);
  });
  return true;
}

/** Stores a version that was published while the sandbox runs, with its plan. */
export function writeVersion(db: SandboxDatabase, strategy: Strategy, plan: Plan): void {
  db.prepare(
    `INSERT INTO strategy_versions (strategy_id, version, document, plan) VALUES (?, ?, ?, ?)
     ON CONFLICT (strategy_id, version) DO UPDATE SET document = excluded.document, plan = excluded.plan`,
  ).run(strategy.id, strategy.version, JSON.stringify(strategy), JSON.stringify(plan));
}

/** Stores a changed state or risk rating of one strategy. Does nothing when the record is unchanged. */
export function writeStrategy(db: SandboxDatabase, strategy: Strategy): void {
  const body = JSON.stringify(strategy);
  const stored = db.prepare("SELECT document FROM strategies WHERE id = ?").get(strategy.id) as
    | { document: string }
    | undefined;
  if (stored?.document === body) return;
  inTransaction(db, () => {
    db.prepare(
      "UPDATE strategies SET risk = ?, risk_rank = ?, state = ?, summary = ?, document = ? WHERE id = ?",
    ).run(
      strategy.risk,
      riskRank(strategy.risk),
      strategy.status.state,
      JSON.stringify(pickSummary(strategy)),
      body,
      strategy.id,
    );
    db.prepare("UPDATE strategy_versions SET document = ? WHERE strategy_id = ? AND version = ?").run(
      body,
      strategy.id,
      strategy.version,
    );
  });
  invalidateIndex(db);
}

const SUMMARY_FIELDS = Object.keys(strategySummarySchema.shape) as (keyof ContractSummary)[];

function pickSummary(strategy: Strategy): object {
  return Object.fromEntries(SUMMARY_FIELDS.map((name) => [name, strategy[name]]));
}
