import { expect, it } from "vitest";
import type { StrategyQuery } from "../contract/base-api/strategy-query.ts";
import type { Strip } from "../evidence/evidence-strip.ts";
import { loadManagerAlgos, loadManagerRecords, managerRecord } from "./manager-record.ts";

const algo = (name: string, minAmountRupees: number, state = "open") => ({
  name,
  minAmountRupees,
  status: { state, since: "2026-01-01", reason: null } as never,
});
const disclosedRecord = (maxDrawdown: number, liveShare: number | null) =>
  ({
    kind: "shown",
    figures: { maxDrawdown },
    live: liveShare === null ? null : { share: liveShare },
  }) as Strip;

it("classifies a manager's live records and returns the largest drawdown in rupees", () => {
  const record = managerRecord(
    [
      { strategy: algo("Steady", 40_000), strip: disclosedRecord(-0.1, -0.02) },
      { strategy: algo("Gone", 10_000, "withdrawn"), strip: disclosedRecord(-0.05, 0.1) },
      { strategy: algo("Large", 2_00_000), strip: disclosedRecord(-0.06, 0.01) },
      { strategy: algo("Hidden", 10_000), strip: { kind: "withheld", reason: "not_disclosed" as never } },
    ],
    1_00_000,
  );
  expect(record.live).toEqual(["gain", "loss", "none", "withdrawn"]);
  // 10 % of 2 × 40,000 is 8,000; 6 % of the minimum of 2,00,000 is 12,000.
  expect(record.worst).toEqual({ name: "Large", rupees: -12_000, capital: 2_00_000 });
});

it("returns no drawdown of a manager if no record may be shown", () => {
  expect(managerRecord([{ strategy: algo("New", 10_000), strip: { kind: "being_made" } }], 1_00_000)).toEqual(
    {
      live: ["none"],
      worst: null,
    },
  );
});

it("requests a manager's algos by id, because two managers can have the same name", async () => {
  const queries: StrategyQuery[] = [];
  const listStrategies = async (query: StrategyQuery = {}) => {
    queries.push(query);
    return { items: [], total: 60 } as never;
  };
  const { checked } = await loadManagerAlgos({ listStrategies }, { id: "alpha-2", name: "Alpha" });
  expect(checked).toEqual({ algos: 0, of: 120 });
  expect(queries).toHaveLength(2);
  for (const query of queries)
    expect(query).toMatchObject({ partner_name: "Alpha", filter_manager: ["alpha-2"] });
});

it("returns how many algos the managers' figures cover, or null if all", async () => {
  const items = [{ ...algo("One", 10_000), id: "one", manager: { id: "alpha" } }];
  const load = (total: number) =>
    loadManagerRecords({
      provider: { listStrategies: async () => ({ items, total }), cachedSince: () => null } as never,
    });
  expect((await load(150)).checked).toEqual({ algos: 1, of: 150 });
  expect((await load(1)).checked).toBeNull();
});
