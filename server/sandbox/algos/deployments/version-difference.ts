// New versions of an algo: the differences that a client must see before consenting, and the notification of
// deployments of the older version. Without consent the older version opens no more positions.
import type { VersionDifference } from "../../../../app/contract/base-api/deployment.ts";
import type { Strategy } from "../../../../app/contract/base-api/strategy.ts";
import type { Broker } from "../../broker/broker.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { readStrategy } from "../catalogue/strategy-rows.ts";
import type { DeploymentRows } from "./deployment-rows.ts";

const percent = (value: number | null) => (value === null ? "none" : `${value}% of the capital`);

/** Parts of a consent by name, each as a list of lines. */
const COMPARED_SECTIONS: [what: string, lines: (strategy: Strategy) => string[]][] = [
  ["How it works", ({ howItWorks }) => howItWorks],
  ["What could go wrong", ({ whatCouldGoWrong }) => whatCouldGoWrong],
  ["Minimum amount", ({ minAmountRupees }) => [`₹${minAmountRupees.toLocaleString("en-IN")}`]],
  ["Entries", ({ entryWindow }) => [`${entryWindow.from} to ${entryWindow.to}`]],
  ["Exits", ({ exitWindow }) => [`${exitWindow.from} to ${exitWindow.to}`]],
  ["Stop-loss per trade", ({ lossLimits }) => [percent(lossLimits.perTradePercent)]],
  ["Stop for the day", ({ lossLimits }) => [percent(lossLimits.perDayPercent)]],
  ["Fee", ({ fee }) => [`₹${fee.monthlyRupees.toLocaleString("en-IN")} a month`]],
  ["Risk", ({ risk }) => [risk]],
  ["Largest exposure", ({ leverage }) => [`${leverage} times the capital used`]],
];

export function compareVersions(before: Strategy, after: Strategy): VersionDifference {
  return {
    from: before.version,
    to: after.version,
    changes: COMPARED_SECTIONS.flatMap(([what, lines]) => {
      const [old, now] = [lines(before), lines(after)];
      return JSON.stringify(old) === JSON.stringify(now) ? [] : [{ what, before: old, after: now }];
    }),
  };
}

/**
 * Called at startup and after each change of the catalogue. Deployments of an algo with a new version require consent
 * again. Deployments of suspended or withdrawn algos open no more positions.
 */
export function applyCatalogueChanges(db: SandboxDatabase, broker: Broker, rows: DeploymentRows): void {
  broker.run(() => {
    for (const row of rows.running()) {
      const strategy = readStrategy(db, row.strategy_id);
      if (strategy === null) continue;
      if (strategy.version !== row.version && row.new_version !== strategy.version) {
        rows.setNewVersion(row.id, strategy.version);
        const reason = `Version ${strategy.version} was published. ${row.version} opens no more positions until you consent to it.`;
        if (rows.move(row, "pause", "manager", reason) === null)
          rows.record(row, "new_version_out", "manager", reason);
      } else if (strategy.status.state === "withdrawn" || strategy.status.state === "suspended")
        rows.move(
          row,
          "pause",
          "manager",
          strategy.status.reason ?? `The algo was ${strategy.status.state}.`,
        );
    }
  });
}
