// Prints what the sandbox's market is like beside what published work says of the real one: `npm run report:market`, and with
// `-- --seeds 20` the median of as many seeds instead of the shipped one.

import { median } from "./market-measures.ts";
import { PREMIA_TABLE } from "./market-model.ts";
import { type Fact, measureMarket } from "./stylised-facts.ts";

const SHIPPED_SEED = 1;

function seedsArgument(): number[] {
  const at = process.argv.indexOf("--seeds");
  const count = at < 0 ? 1 : Number(process.argv[at + 1]);
  if (!Number.isInteger(count) || count < 1) throw new Error("--seeds: a whole number above zero");
  return Array.from({ length: count }, (_, index) => SHIPPED_SEED + index);
}

function shown(value: number): string {
  return Number.isNaN(value) ? "–" : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

function print(title: string, facts: readonly Fact[]): void {
  process.stdout.write(`\n${title}\n\n| | Sandbox | Reference | | Source |\n|---|---|---|---|---|\n`);
  for (const { name, unit, from, to, source, value } of facts) {
    const isInside = value >= from && value <= to;
    process.stdout.write(
      `| ${name} | ${shown(value)} ${unit} | ${shown(from)} to ${shown(to)} ${unit} | ${isInside ? "inside" : "OUTSIDE"} | ${source} |\n`,
    );
  }
}

const runs = seedsArgument().map((seed) => measureMarket(seed));
const [first = []] = runs;
print(
  runs.length === 1 ? `Seed ${SHIPPED_SEED}` : `Median of ${runs.length} seeds`,
  first.map((fact, index) => ({
    ...fact,
    value: median(runs.map((run) => run[index]?.value ?? Number.NaN)),
  })),
);
process.stdout.write("\nPremia in the market\n\n| | Size | Source |\n|---|---|---|\n");
for (const { name, size, source } of PREMIA_TABLE)
  process.stdout.write(`| ${name} | ${size} | ${source} |\n`);
