// Algos whose logic has changed: what an earlier version did otherwise, until when, and what the later one says it changed. Each
// version has a record of its own. And who has verified which live record.
import type { Rules } from "./playbooks.ts";

/** By strategy id. Rules that are not named were the same. */
export const FORMER_VERSIONS: Record<
  string,
  { version: string; until: string; rules: Partial<Rules>; change: string }
> = {
  "kestrel-morning-range": {
    version: "2.0",
    until: "2025-06-30",
    rules: { rangeMinutes: 5, from: "09:20" },
    change:
      "The range is taken over fifteen minutes instead of five, and the first entry is at 09:30: short ranges broke too often both ways.",
  },
  "ridgeline-condor": {
    version: "2.4",
    until: "2025-09-30",
    rules: { delta: 0.22, legStopPercent: 120 },
    change:
      "Legs are sold further out, at a delta of 0.16 instead of 0.22, and each may grow to 180% instead of 120% before it is closed.",
  },
  "falcon-tuesday-fly": {
    version: "2.3",
    until: "2026-01-31",
    rules: { widthPoints: 100, from: "10:15" },
    change: "The wings are 150 points away instead of 100, and the first entry is at 11:30 instead of 10:15.",
  },
  "saffron-dip-buyer": {
    version: "1.3",
    until: "2025-12-31",
    rules: { lookbackDays: 5, stopPercent: 4 },
    change: "A dip is measured over ten days instead of five, with a stop at 7% instead of 4%.",
  },
};

/** By strategy id; no real body has verified an invented record, and its name says so. */
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
