// Verified figures are never restated, so they are part of a joint result only at one lot.
import { expect, it } from "vitest";
import type { SiteContext } from "../context.ts";
import type { Strategy } from "../contract/base-api/strategy.ts";
import { loadJointEvidence } from "./load-joint-evidence.ts";
import { loadJointPortfolio } from "./load-joint-portfolio.ts";

const MINIMUM_RUPEES = 100_000;
const CALM = strategy("calm");
const WILD = strategy("wild");
const OTHER = strategy("other");
/** Its record has one day per month. */
const MONTHLY = strategy("monthly");
/** Results in paise since the start of each record. Both algos fall on the same day. */
const RESULTS: Record<string, number[]> = {
  calm: [0, -100_000, 0],
  wild: [0, -1_000_000, 0],
  other: [0, -100_000, 0],
  live: [0, -200_000, 0],
  monthly: [0, -1_000_000, 0],
};

function strategy(id: string): Strategy {
  return { id, name: id, minAmountRupees: MINIMUM_RUPEES } as Strategy;
}

function recordOf(id: string) {
  const days = (RESULTS[id] ?? []).map((netPaise, index) => ({
    ...{
      day: id === "monthly" ? `2026-0${index + 1}-05` : `2026-01-0${index + 5}`,
      netPaise,
      grossPaise: netPaise,
      feePaise: 0,
      marginPaise: 0,
    },
    ...{ trades: 0, benchmark: 100, hash: "" },
  }));
  return {
    ...{ strategyId: id, evidence: id === "live" ? "live" : "backtest", capitalRupees: MINIMUM_RUPEES },
    ...{ benchmark: "Nifty 50", simulated: false },
    ...{ days, costs: {}, cashFlows: [], idle: [], state: "current" },
  };
}

/** A visitor's context with the records of all algos. `verified` lists the ids of algos with verified figures only. */
function contextWith(verified: string[], amount = MINIMUM_RUPEES): Partial<SiteContext> {
  const disclosedEvidence = (id: string, value: unknown) => ({
    ...{ kind: "shown", basis: verified.includes(id) ? "verified" : "open", value },
  });
  const evidence = {
    record: async ({ id }: Strategy) => disclosedEvidence(id, recordOf(id)),
    trades: async ({ id }: Strategy) => disclosedEvidence(id, []),
    records: async () => ({ kind: "withheld", reason: "not_disclosed" }),
  };
  return { evidence, amount } as unknown as Partial<SiteContext>;
}

it("adds the results of the chosen lots", async () => {
  const { withheld, jointFigures } = await loadJointPortfolio(contextWith([]), [WILD, CALM], [3, 1], 400_000);
  expect(withheld).toEqual([]);
  expect(jointFigures).toMatchObject({ drawdownPaise: -3_100_000, ownDrawdowns: [-3_000_000, -100_000] });
});

it("starts the curve on the last day before the range; figures still cover all days", async () => {
  const load = (range: "all" | "1m") =>
    loadJointPortfolio(contextWith([]), [MONTHLY, { ...MONTHLY }], [1, 1], 200_000, range);
  const [whole, month] = [await load("all"), await load("1m")];
  expect(whole.jointFigures).toMatchObject({
    range: "all",
    startPaise: 20_000_000,
    drawdownPaise: -2_000_000,
  });
  expect(month.jointFigures).toMatchObject({
    range: "1m",
    startPaise: 18_000_000,
    drawdownPaise: -2_000_000,
  });
  expect(month.jointFigures?.points).toHaveLength(2);
});

it("shows the complete curve of a sum with verified figures", async () => {
  const algos = [MONTHLY, { ...MONTHLY }];
  const { jointFigures } = await loadJointPortfolio(contextWith(["monthly"]), algos, [1, 1], 200_000, "1m");
  expect(jointFigures).toMatchObject({ range: null, startPaise: 20_000_000 });
  expect(jointFigures?.points).toHaveLength(3);
});

it("leaves out a verified record unless one lot of the algo is chosen", async () => {
  const algos = [WILD, CALM, OTHER];
  const found = await loadJointPortfolio(contextWith(["wild"]), algos, [3, 2, 1], 600_000);
  expect(found.withheld).toEqual([{ id: "wild", name: "wild", reason: "verified_one_lot" }]);
  expect(found.jointFigures).toMatchObject({
    drawdownPaise: -300_000,
    ownDrawdowns: [null, -200_000, -100_000],
  });
});

it("includes a verified record at one lot, and offers no other number of its lots", async () => {
  const context = contextWith(["wild"]);
  const { withheld, jointFigures } = await loadJointPortfolio(context, [WILD, CALM], [1, 2], 400_000);
  expect(withheld).toEqual([]);
  expect(jointFigures).toMatchObject({
    drawdownPaise: -1_200_000,
    safer: { lots: [1, 1] },
    bolder: { lots: [1, 3] },
  });
});

it("returns choices that fit, with their results, if the amount is too small", async () => {
  const { fitting } = await loadJointPortfolio(contextWith([]), [WILD, CALM], [2, 1], 100_000);
  expect(fitting).toEqual([
    { indexes: [1], lots: [1], result: { drawdownPaise: -100_000, netPaise: 0 } },
    { indexes: [0], lots: [1], result: { drawdownPaise: -1_000_000, netPaise: 0 } },
  ]);
  const { fitting: fewer } = await loadJointPortfolio(contextWith([]), [WILD, CALM], [2, 1], 200_000);
  expect(fewer).toMatchObject([{ indexes: [0, 1], lots: [1, 1], result: { drawdownPaise: -1_100_000 } }]);
});

it.each([
  [200_000, [], 40_000_000],
  [200_000, ["wild"], undefined],
  [100_000, ["wild"], 20_000_000],
])(
  "compares with %d rupees in each algo, verified: %s, joint capital: %s",
  async (amount, verified, capital) => {
    const found = await loadJointEvidence(contextWith(verified, amount), [WILD, CALM]);
    expect(found?.shown).toHaveLength(2);
    expect(found?.joint?.capitalPaise).toBe(capital);
    expect(found?.isOnlyAtMinimum).toBe(capital === undefined);
  },
);

it("ranks figures only if all records belong to one evidence class", async () => {
  const ranksOf = async (...algos: Strategy[]) => (await loadJointEvidence(contextWith([]), algos))?.extremes;
  expect((await ranksOf(WILD, CALM))?.[0]).toEqual({ best: "calm", worst: "wild" });
  expect(await ranksOf(WILD, strategy("live"))).toEqual([]);
});
