// Prints statistics of the sandbox's market next to published values of the real market, and the returns of simple
// trading rules: `npm run report:market`. With `-- --seeds 20` it prints the median over that many seeds; `-- --seed 7`
// uses another seed.

import { median } from "./market-measures.ts";
import { PREMIA_TABLE } from "./market-references.ts";
import { netSharpe, openStudy, SIMPLE_RULES } from "./simple-rules.ts";
import { type Fact, measureMarket } from "./stylised-facts.ts";

const SHIPPED_SEED = 1;

function seedsArgument(): number[] {
  const at = process.argv.indexOf("--seeds");
  const count = at < 0 ? 1 : Number(process.argv[at + 1]);
  if (!Number.isInteger(count) || count < 1) throw new Error("--seeds must be a whole number above zero");
  const single = process.argv.indexOf("--seed");
  if (single >= 0) return [Number(process.argv[single + 1])];
  return Array.from({ length: count }, (_, index) => SHIPPED_SEED + index);
}

function formatNumber(value: number): string {
  return Number.isNaN(value) ? "–" : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

function writeTable(title: string, facts: readonly Fact[]): void {
  process.stdout.write(`\n${title}\n\n| | Sandbox | Reference | | Source |\n|---|---|---|---|---|\n`);
  for (const { name, unit, from, to, source, value } of facts) {
    const isInside = value >= from && value <= to;
    process.stdout.write(
      `| ${name} | ${formatNumber(value)} ${unit} | ${formatNumber(from)} to ${formatNumber(to)} ${unit} | ${isInside ? "inside" : "OUTSIDE"} | ${source} |\n`,
    );
  }
}

const HIGH = 1.5;

/**
 * Prints the results of two dozen simple rules over the seeds. They are the medians of the net Sharpe ratio and of its
 * absolute value, and the number of seeds with a high ratio.
 */
function reportRules(seeds: readonly number[]): void {
  const runs = seeds.map((seed) => {
    const study = openStudy(seed);
    return SIMPLE_RULES.map(({ run }) => netSharpe(run(study)));
  });
  process.stdout.write(
    `\nSimple rules, net of costs and the cash rate, ${seeds.length} ${seeds.length === 1 ? "seed" : "seeds"}\n\n| | Sharpe, median | Size, median | Above ${HIGH} or below -${HIGH} | |\n|---|---|---|---|---|\n`,
  );
  for (const [index, { name }] of SIMPLE_RULES.entries()) {
    const ratios = runs.map((run) => run[index] ?? Number.NaN);
    const sizes = ratios.map(Math.abs);
    const high = sizes.filter((size) => size > HIGH).length;
    const isInside = median(sizes) < 1 && high <= 2;
    process.stdout.write(
      `| ${name} | ${median(ratios).toFixed(2)} | ${median(sizes).toFixed(2)} | ${high} | ${isInside ? "inside" : "OUTSIDE"} |\n`,
    );
  }
}

const seeds = seedsArgument();
const runs = seeds.map((seed) => measureMarket(seed));
const [first = []] = runs;
writeTable(
  runs.length === 1 ? `Seed ${seeds[0]}` : `Median of ${runs.length} seeds`,
  first.map((fact, index) => ({
    ...fact,
    value: median(runs.map((run) => run[index]?.value ?? Number.NaN)),
  })),
);
reportRules(seeds);
process.stdout.write("\nPremia in the market\n\n| | Size | Source |\n|---|---|---|\n");
for (const { name, size, source } of PREMIA_TABLE)
  process.stdout.write(`| ${name} | ${size} | ${source} |\n`);
