// Former and future versions of algos, with their different rules and a description of the change. Each version has its
// own record. Also contains the verifications of live records.
import type { Rules } from "../playbooks/playbook.ts";

/** Former versions by strategy id. Rules that a version does not list equal those of the current version. */
export const FORMER_VERSIONS: Record<
  string,
  { version: string; until: string; rules: Partial<Rules>; change: string }
> = {
  "kestrel-morning-range": {
    version: "2.0",
    until: "2025-06-30",
    rules: { rangeMinutes: 15, from: "09:30" },
    change:
      "The range is measured over 30 minutes instead of 15, and the first entry is at 09:45 instead of 09:30. Short ranges were too often broken in both directions.",
  },
  "ridgeline-condor": {
    version: "2.4",
    until: "2025-09-30",
    rules: { delta: 0.3, legStopPercent: 150 },
    change:
      "Legs are sold further out, at a delta of 0.2 instead of 0.3, and the condor is closed at 200% of its premium instead of 150%.",
  },
  "falcon-expiry-fly": {
    version: "2.3",
    until: "2026-01-31",
    rules: { widthPoints: 150, from: "10:30" },
    change: "The wings are 250 points away instead of 150, and the first entry is at 09:30 instead of 10:30.",
  },
  "saffron-dip-buyer": {
    version: "1.3",
    until: "2025-12-31",
    rules: { movePercent: 3, stopPercent: 5 },
    change:
      "A share must fall 5% more than the index instead of 3%, and the stop-loss is at 12% instead of 5%.",
  },
};

/** Versions that managers publish while the sandbox runs, by strategy id, one per session. */
export const NEXT_VERSIONS: Record<string, { rules: Partial<Rules>; change: string }> = {
  "evergreen-canopy": {
    rules: { holdings: 3, graceRanks: 2 },
    change:
      "Three shares are held instead of four, and a share is held until it has fallen two ranks behind instead of one: fewer sales, lower charges.",
  },
  "monsoon-momentum": {
    rules: { holdings: 5, from: "10:00", to: "10:45" },
    change: "Five shares are held instead of six, and orders start at 10:00 instead of 09:45.",
  },
  "thermal-trend-spread": {
    rules: { maxSessions: 5, riskPercent: 3 },
    change:
      "A spread is closed after five sessions instead of eight, and risks 3% of the capital instead of 4%.",
  },
  "palash-weekly-condor": {
    rules: { delta: 0.18, riskPercent: 14 },
    change:
      "Legs are sold further out, at a delta of 0.18 instead of 0.22, and a condor risks 14% instead of 17%.",
  },
};

/** A published version. `on` is its first trading day. */
export type PublishedVersion = { id: string; version: string; on: string };

/** Returns the next minor version, for example "2.5" for "2.4". */
export function nextVersion(version: string): string {
  const [major = "1", minor = "0"] = version.split(".");
  return `${major}.${Number(minor) + 1}`;
}

/** Verifications by strategy id. The agency is invented, and its name includes "simulated". */
export const VERIFICATIONS: Record<string, { by: string; reference: string; on: string }> = {
  "banyan-index-shelter": {
    by: "Past Risk and Return Verification Agency (simulated)",
    reference: "SIM-PRV-2026-0117",
    on: "2026-09-30",
  },
  "two-month-calendar": {
    by: "Past Risk and Return Verification Agency (simulated)",
    reference: "SIM-PRV-2026-0203",
    on: "2026-09-30",
  },
};
