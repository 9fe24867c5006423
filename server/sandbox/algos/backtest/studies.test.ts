// Studies: the same rules with one change each. The unchanged variant equals the backtest, and signed results cannot be
// altered.
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { RECORD_TEXTS } from "../../../../app/contract/base-api/disclosure-texts.ts";
import { type StrategyStudies, strategyStudiesSchema } from "../../../../app/contract/base-api/studies.ts";
import { EXCHANGE_CALENDAR } from "../../../../app/domain/market-sessions.ts";
import { dayOfIso } from "../../../../app/domain/time.ts";
import { findStudiesFault, signStudies, toPublicKey } from "../../../crypto/record-seal.ts";
import { SandboxMarket } from "../../exchange/market.ts";
import { openMemoryDatabase } from "../../store/database.ts";
import { buildCatalogue } from "../catalogue/build-catalogue.ts";
import { runBacktest } from "./backtest.ts";
import { ASSUMED_FILLS } from "./execution.ts";
import { HistoryTape } from "./history-day.ts";
import { listRecordPlans, type RecordPlan } from "./record-plans.ts";
import { startStudyUpdates } from "./study-updates.ts";
import { runVariants, variantsOf } from "./study-variants.ts";

const catalogue = buildCatalogue();
const [FROM, TO] = [dayOfIso("2026-03-02"), dayOfIso("2026-04-30")];
const market = new SandboxMarket(1, EXCHANGE_CALENDAR);

function planOf(id: string): RecordPlan {
  const strategy = catalogue.strategies.find((one) => one.id === id);
  const [plan] =
    strategy === undefined
      ? []
      : listRecordPlans(catalogue, strategy, TO, { key: "IDX_I:13", name: "Nifty 50" });
  if (plan === undefined) throw new Error(id);
  return { ...plan, fromDay: FROM, toDay: TO, end: null };
}

describe("backtest variants", () => {
  it("change one number of the rules at a time in both directions, for every algo", () => {
    for (const strategy of catalogue.strategies) {
      const plan = planOf(strategy.id);
      const parameters = variantsOf(plan, true).filter(({ kind }) => kind === "parameter");
      expect(parameters.length, strategy.id).toBeGreaterThan(1);
      for (const { plan: own } of parameters) {
        const differing = Object.entries(own.plan.rules).filter(
          ([key, value]) => Object.entries(plan.plan.rules).find(([name]) => name === key)?.[1] !== value,
        );
        expect(differing, strategy.id).toHaveLength(1);
        expect(Number(differing[0]?.[1]), strategy.id).toBeGreaterThan(0);
        expect({ ...own.plan, rules: null }).toEqual({ ...plan.plan, rules: null });
      }
    }
  });

  it("compare candle lengths for intraday algos only", () => {
    for (const { id, product } of catalogue.strategies) {
      const bars = variantsOf(planOf(id), true).filter(({ kind }) => kind === "bars");
      const isIntradayOnly = product === "Intraday" || product === "Scalping";
      expect(bars.length, id).toBe(isIntradayOnly ? 3 : 0);
    }
  });

  it("name no parameter of an algo with undisclosed logic", () => {
    const plan = planOf("ridgeline-day-condor");
    for (const { kind, name, value } of variantsOf(plan, false))
      if (kind === "parameter") expect([name.replace(/\d+/, "1"), value]).toEqual(["Parameter 1", ""]);
  });
});

it.each(["ridgeline-day-condor", "saffron-day-average"])(
  "%s: other costs, bar lengths and capital change the result of the backtest",
  { timeout: 120_000 },
  (id) => {
    const plan = planOf(id);
    const tape = new HistoryTape(market);
    const variants = variantsOf(plan, true).filter(({ kind }) => kind !== "parameter");
    const made = runVariants(variants, market, tape);
    const backtest = runBacktest({ plan, tape, execution: ASSUMED_FILLS });
    const [half, whole, twice] = made.filter(({ kind }) => kind === "costs");
    const [once, , most] = made.filter(({ kind }) => kind === "capacity");
    const bars = made.filter(({ kind }) => kind === "bars");
    expect(bars.map(({ value, percent }) => [value, percent])).toEqual([
      ["1", 20],
      ["5", 100],
      ["15", 300],
    ]);
    expect(bars[1]).toMatchObject({ netPaise: whole?.netPaise, trades: whole?.trades });
    expect(new Set(bars.map(({ netPaise }) => netPaise)).size).toBeGreaterThan(1);
    expect(whole).toMatchObject({ percent: 100, netPaise: backtest.days.at(-1)?.netPaise });
    expect(whole?.trades).toBe(backtest.trades.length);
    expect(half?.netPaise).toBeGreaterThan(whole?.netPaise ?? 0);
    expect(twice?.netPaise).toBeLessThan(whole?.netPaise ?? 0);
    expect([once?.capitalPaise, most?.capitalPaise]).toEqual([
      whole?.capitalPaise,
      (whole?.capitalPaise ?? 0) * 20,
    ]);
    expect(once?.trades).toBeGreaterThan(0);
    expect(most?.trades).toBeGreaterThan(0);
  },
);

describe("a signed study", () => {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { id, publicKey } = toPublicKey(privateKey);
  const keys = [
    { id, algorithm: "Ed25519" as const, publicKey, since: "2026-01-01T00:00:00.000Z", until: null },
  ];
  const studies = signStudies(
    {
      strategyId: "ridgeline-day-condor",
      version: "1.0",
      state: "ready",
      from: "2023-01-02",
      to: "2026-10-31",
      results: [
        {
          kind: "costs",
          name: "",
          percent: 200,
          value: "",
          capitalPaise: 100,
          netPaise: -7,
          maxDrawdownPpm: 70_000,
          trades: 3,
        },
      ],
      madeAt: "2026-11-01T00:00:00.000Z",
      texts: RECORD_TEXTS,
    },
    { id, privateKey },
  );

  it("passes verification, and fails it after any change", () => {
    expect(findStudiesFault(studies, keys)).toBeNull();
    expect(strategyStudiesSchema.parse(JSON.parse(JSON.stringify(studies)))).toEqual(studies);
    const tampered: ((one: StrategyStudies) => void)[] = [
      (one) => Object.assign(one.results[0] ?? {}, { netPaise: 7 }),
      (one) => Object.assign(one.results[0] ?? {}, { percent: 50 }),
      (one) => Object.assign(one.results[0] ?? {}, { name: "two\tfields" }),
      (one) => one.results.pop(),
      (one) => Object.assign(one, { to: "2026-10-30" }),
      (one) => Object.assign(one, { strategyId: "another" }),
      (one) => Object.assign(one, { state: "being_made" }),
      (one) => Object.assign(one.texts, { market: "No risk." }),
      (one) => Object.assign(one.texts, { version: "2020-1", backtest: "No risk." }),
    ];
    for (const change of tampered) {
      const copy = structuredClone(studies);
      change(copy);
      expect(findStudiesFault(copy, keys), String(change)).not.toBeNull();
    }
    expect(findStudiesFault(studies, [])).toMatch(/not one of the operator's/);
  });

  it("is returned only for the current version of the algo, once it is computed", () => {
    const db = openMemoryDatabase();
    const strategy = catalogue.strategies.find((one) => one.id === "ridgeline-day-condor");
    if (strategy === undefined) throw new Error("no such algo");
    const options = { db, catalogue, seed: 1, key: { id, privateKey }, now: () => 0, onFault: () => {} };
    expect(startStudyUpdates({ ...options, isSelected: false }).read(strategy).state).toBe("none");
    const keeper = startStudyUpdates({ ...options, isSelected: true });
    expect(keeper.read(strategy).state).toBe("being_made");
    const own = { ...studies, version: strategy.version };
    db.prepare("INSERT INTO studies (strategy_id, version, edition, document) VALUES (?, ?, '', ?)").run(
      strategy.id,
      strategy.version,
      JSON.stringify(own),
    );
    expect(keeper.read(strategy)).toEqual(own);
    expect(keeper.read({ ...strategy, version: "9.9" }).state).toBe("being_made");
  });
});
