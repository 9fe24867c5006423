// No simple rule earns much over a long period, because the market must not offer profits without risk. This test uses
// three seeds; `report:market -- --seeds 20` covers twenty seeds.
import { describe, expect, it } from "vitest";
import { median } from "./market-measures.ts";
import { netSharpe, openStudy, SIMPLE_RULES } from "./simple-rules.ts";

const SEEDS = [1, 2, 3] as const;
/** With three seeds the median is uncertain by about 0.4; over twenty seeds it is below 1. */
const MEDIAN_BELOW = 1.4;

describe("simple trading rules", () => {
  const studies = SEEDS.map((seed) => openStudy(seed));

  it("are 24 rules with unique names", () => {
    expect(SIMPLE_RULES).toHaveLength(24);
    expect(new Set(SIMPLE_RULES.map(({ name }) => name)).size).toBe(24);
  });

  it.each(SIMPLE_RULES.map((rule) => [rule.name, rule] as const))(
    "%s: has a median absolute Sharpe ratio below 1.4 over three seeds",
    (_, rule) => {
      const ratios = studies.map((study) => netSharpe(rule.run(study)));
      expect(median(ratios.map(Math.abs))).toBeLessThan(MEDIAN_BELOW);
      expect(ratios.filter((ratio) => ratio > 1.5).length).toBeLessThanOrEqual(1);
    },
    60_000,
  );

  it("use only past prices: removing later days leaves earlier results unchanged", () => {
    const cut = { from: openStudy(1).days[0] ?? 0, to: openStudy(1).days[299] ?? 0 };
    const short = openStudy(1, cut);
    const full = studies[0];
    for (const { run } of SIMPLE_RULES) if (full) expect(run(short)).toEqual(run(full).slice(0, 300));
  }, 60_000);
});
