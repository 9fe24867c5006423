// Effects of records on the catalogue: suspension, a risk label from a public record, a flag for the operator. They
// survive a restart.
import { describe, expect, it } from "vitest";
import { dayOfIso } from "../../../../app/domain/time.ts";
import { RISKS } from "../../../../app/domain/vocabulary.ts";
import { listStrategies } from "../../../search/strategy-list.ts";
import { openMemoryDatabase } from "../../store/database.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { seedCatalogue } from "../catalogue/seed-catalogue.ts";
import { listedStrategies, readStrategy } from "../catalogue/strategy-rows.ts";
import { RecordEffects, type RecordEffectsInput } from "./record-effects.ts";

const LAST_DAY = dayOfIso("2026-11-20");
const DAYS = 80;

function opened(ratesRecords = true) {
  const db = openMemoryDatabase();
  const catalogue = buildCatalogue();
  seedCatalogue(db, catalogue);
  return { db, catalogue, effects: new RecordEffects(db, catalogue, ratesRecords) };
}

const { strategies } = buildCatalogue();
const disclosedAlgo = strategies.find(
  ({ disclosureBasis, risk, status }) =>
    disclosureBasis === "backtest" && risk === "Medium" && status.state === "open",
);
const hidden = strategies.find(
  ({ disclosureBasis, risk }) => disclosureBasis === "one_to_one" && risk !== "High",
);
if (disclosedAlgo === undefined || hidden === undefined) throw new Error("no such algos");

/** Returns a record that loses the fraction `fall` of its capital on its tenth day and stays at that level. */
function record(
  strategy: typeof disclosedAlgo,
  fall: number,
  changes: Partial<RecordEffectsInput> = {},
): RecordEffectsInput {
  const capitalRupees = strategy?.minAmountRupees ?? 0;
  const lost = -Math.round(capitalRupees * 100 * fall);
  return {
    strategyId: strategy?.id ?? "",
    version: strategy?.version ?? "",
    evidence: "backtest",
    start: "own",
    capitalRupees,
    endKind: null,
    endedOn: null,
    to: "2026-11-20",
    days: Array.from({ length: DAYS }, (_, index) => ({ netPaise: index < 10 ? 0 : lost, trades: index })),
    ...changes,
  };
}

describe("the risk label", () => {
  it("updates filter results and their counts when a record changes it", () => {
    const { db, effects } = opened();
    const now = new Date("2026-11-22T10:00:00Z");
    const of = (risk: "Medium" | "High") =>
      listStrategies(listedStrategies(db), { filter_risk: [risk], limit: 100 }, now.getTime());
    const before = { medium: of("Medium"), high: of("High") };
    expect(before.medium.items.map(({ id }) => id)).toContain(disclosedAlgo.id);
    effects.apply(record(disclosedAlgo, 0.3), LAST_DAY);
    expect(of("Medium").items.filter(({ risk }) => risk !== "Medium")).toEqual([]);
    expect(of("High").items.map(({ id }) => id)).toContain(disclosedAlgo.id);
    expect([of("Medium").total, of("High").total]).toEqual([before.medium.total - 1, before.high.total + 1]);
    expect(of("High").facets.risk?.find(({ value }) => value === "High")?.count).toBe(before.high.total + 1);
  });

  it("is the higher of structural risk and backtest risk, even after a restart", () => {
    const { db, effects } = opened();
    effects.apply(record(disclosedAlgo, 0.3), LAST_DAY);
    const read = () => readStrategy(db, disclosedAlgo.id);
    // A daily loss of 30 % lies beyond the last band.
    expect([read()?.risk, read()?.rating?.recordTo]).toEqual(["High", "2026-11-20"]);
    const row = db
      .prepare("SELECT risk, risk_rank, summary FROM strategies WHERE id = ?")
      .get(disclosedAlgo.id);
    expect(row).toMatchObject({ risk: "High", risk_rank: RISKS.indexOf("High") });
    const catalogue = buildCatalogue();
    new RecordEffects(db, catalogue, true);
    expect(catalogue.strategies.find(({ id }) => id === disclosedAlgo.id)?.risk).toBe("High");
    // On a site that may not show backtests, they must not influence the label.
    new RecordEffects(db, buildCatalogue(), false);
    expect([read()?.risk, read()?.rating?.recordTo]).toEqual(["Medium", null]);
  });

  it("ignores a track record that is too short or not public", () => {
    const { db, effects } = opened();
    effects.apply(record(hidden, 0.5), LAST_DAY);
    expect(readStrategy(db, hidden.id)).toMatchObject({ risk: hidden.risk, rating: { recordTo: null } });
    effects.apply(
      { ...record(disclosedAlgo, 0.3), days: record(disclosedAlgo, 0.3).days.slice(0, 40) },
      LAST_DAY,
    );
    expect(readStrategy(db, disclosedAlgo.id)).toMatchObject({
      risk: disclosedAlgo.risk,
      rating: { recordTo: null },
    });
  });

  it("is flagged if a live record shows higher risk, even if the record is not public", () => {
    const { effects } = opened();
    effects.apply(record(hidden, 0.001, { evidence: "live" }), LAST_DAY);
    expect(effects.flags()).toEqual([]);
    effects.apply(record(hidden, 0.5, { evidence: "live" }), LAST_DAY);
    expect(effects.flags()).toEqual([expect.stringContaining(hidden.id)]);
    expect(effects.flags()[0]).toMatch(/live record is in the band High/);
  });
});

describe("an open algo whose record has exhausted its capital", () => {
  const end = { endKind: "capital", endedOn: "2026-11-19" } as const;

  it("is suspended if its record has no trades; its risk label does not change", () => {
    const { db, effects } = opened();
    const days = Array.from({ length: DAYS }, () => ({ netPaise: 0, trades: 0 }));
    const end = { endKind: "capital", endedOn: "2026-11-19", days } as const;
    expect(effects.apply(record(disclosedAlgo, 0, end), LAST_DAY)).toBe(true);
    const strategy = readStrategy(db, disclosedAlgo.id);
    expect(strategy?.status.reason).toMatch(
      /^Its record has no trades, because the minimum amount is too small/,
    );
    expect([strategy?.risk, strategy?.rating?.recordTo]).toEqual(["Medium", null]);
  });

  it("is suspended from the next trading day with the reason, and remains suspended", () => {
    const { db, effects } = opened();
    expect(effects.apply(record(disclosedAlgo, 0.41, end), LAST_DAY)).toBe(true);
    const status = readStrategy(db, disclosedAlgo.id)?.status;
    expect(status).toMatchObject({ state: "suspended", since: "2026-11-23" });
    expect(status?.reason).toContain("2026-11-19");
    expect(status?.reason).toContain("The broker suspended the algo automatically.");
    expect(effects.apply(record(disclosedAlgo, 0.41, end), LAST_DAY + 5)).toBe(false);
    const again = buildCatalogue();
    new RecordEffects(db, again, true);
    expect(again.strategies.find(({ id }) => id === disclosedAlgo.id)?.status).toEqual(status);
  });

  it("stays open if only a paper record or a former version's record is exhausted", () => {
    const { db, effects } = opened();
    for (const change of [
      { evidence: "paper" },
      { version: "0.1" },
      { start: "live" },
    ] as Partial<RecordEffectsInput>[])
      expect(effects.apply(record(disclosedAlgo, 0.41, { ...end, ...change }), LAST_DAY)).toBe(false);
    expect(readStrategy(db, disclosedAlgo.id)).toMatchObject({
      risk: disclosedAlgo.risk,
      status: { state: "open" },
    });
  });
});
