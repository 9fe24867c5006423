import { expect, it } from "vitest";
import type { RecordDay } from "../contract/base-api/record.ts";
import { sinceAdded } from "./since-added.ts";

const day = (name: string, netPaise: number) => ({ day: name, netPaise }) as RecordDay;
const record = {
  evidence: "live" as const,
  capitalRupees: 1_000,
  days: [day("2026-11-18", 1_000), day("2026-11-19", 3_000), day("2026-11-20", 2_000)],
};

it.each([
  ["2026-11-01", 3, 0.02],
  ["2026-11-19", 2, 0.01],
  ["2026-11-21", 0, 0],
])(
  "computes an algo's result since the last close before the user added it on %s",
  (addedOn, days, share) => {
    expect(sinceAdded(record, addedOn)).toEqual({ evidence: "live", addedOn, days, share });
  },
);

it("returns no result for a record without days", () => {
  expect(sinceAdded({ ...record, days: [] }, "2026-11-01")).toBeNull();
});
