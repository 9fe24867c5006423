// The sandbox's algos: catalogue, running deployments, and records, which are computed and updated in the background.
import type { SigningKey } from "../crypto/record-seal.ts";
import { buildRecordEffectsInput, RecordEffects } from "./algos/backtest/record-effects.ts";
import { publishHeads } from "./algos/backtest/record-heads.ts";
import { Records } from "./algos/backtest/record-store.ts";
import { RecordUpdates } from "./algos/backtest/record-updates.ts";
import { startStudyUpdates } from "./algos/backtest/study-updates.ts";
import { buildCatalogue } from "./algos/catalogue/build-catalogue.ts";
import { Publisher, readPublished } from "./algos/catalogue/publisher.ts";
import { seedCatalogue } from "./algos/catalogue/seed-catalogue.ts";
import { Controls } from "./algos/deployments/controls.ts";
import { DeploymentRows } from "./algos/deployments/deployment-rows.ts";
import { Deployments } from "./algos/deployments/deployments.ts";
import { PnlHistory } from "./algos/deployments/pnl-history.ts";
import { Runner } from "./algos/deployments/runner.ts";
import { applyCatalogueChanges } from "./algos/deployments/version-difference.ts";
import type { Broker } from "./broker/broker.ts";
import type { SandboxSettings } from "./process-settings.ts";
import { reportFault, sendToSite } from "./site-messages.ts";
import type { SandboxDatabase } from "./store/database.ts";

type AlgoDependencies = {
  db: SandboxDatabase;
  broker: Broker;
  settings: SandboxSettings;
  /** Key that signs records and studies. */
  key: SigningKey;
  /** Returns the current time in epoch ms. */
  now: () => number;
};

export function openAlgos({ db, broker, settings, key, now }: AlgoDependencies) {
  const catalogue = buildCatalogue(readPublished(db));
  seedCatalogue(db, catalogue);
  const rows = new DeploymentRows(db, now);
  const isRoundTheClock = settings.marketHours === "always";
  const runner = new Runner({ db, broker, rows, isRoundTheClock, onFault: reportFault });
  const controls = new Controls({ db, broker, rows });
  const deployments = new Deployments({ db, broker, rows, runner, controls });
  const history = new PnlHistory({ db, broker, rows });
  const noticeVersions = () => applyCatalogueChanges(db, broker, rows);
  noticeVersions();
  const made = computeInBackground({ db, broker, settings, key, now }, catalogue, noticeVersions);
  const publisher = new Publisher({ db, catalogue, now, running: () => rows.running() }, (strategy) => {
    made.effects.replaced(strategy);
    noticeVersions();
    made.keeper.checkMissing();
  });
  return { catalogue, rows, runner, controls, deployments, history, publisher, ...made };
}

/** Starts the background computation: records, then the record hashes that are published each day, then studies. */
function computeInBackground(
  { db, settings, key, now }: AlgoDependencies,
  catalogue: ReturnType<typeof buildCatalogue>,
  noticeVersions: () => void,
) {
  const seed = settings.marketSeed;
  const effects = new RecordEffects(db, catalogue, settings.ratesRecords);
  const sendFlags = () => sendToSite({ kind: "risk_flags", lines: effects.flags() });
  sendFlags();
  const records = new Records(db, seed, key);
  const studies = startStudyUpdates({
    db,
    catalogue,
    seed,
    key,
    now,
    isSelected: settings.makesStudies,
    onFault: reportFault,
  });
  const keeper = new RecordUpdates({
    records,
    catalogue,
    seed,
    now,
    wanted: settings.records,
    benchmark: settings.benchmark,
    onProgress: (progress) => sendToSite({ kind: "records", ...progress }),
    onRecord: (plan, made, lastDay) => {
      if (effects.apply(buildRecordEffectsInput(plan, made), lastDay)) noticeVersions();
      sendFlags();
    },
    onComplete: (plans, lastDay) => {
      publishHeads({ db, records, plans, lastDay, key, at: now() });
      studies.begin(plans, lastDay);
    },
    onFault: reportFault,
  });
  return { effects, records, studies, keeper };
}
