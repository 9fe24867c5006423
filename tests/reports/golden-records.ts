// Compares every record of the shipped seed with stored hashes: `npm run check:golden`. `-- --write` replaces the
// stored hashes. A faster engine must not change the hashes; a change of rules, market or costs does.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { EXCHANGE_CALENDAR } from "../../app/domain/market-sessions.ts";
import { dayOfIso } from "../../app/domain/time.ts";
import { runBacktests } from "../../server/sandbox/algos/backtest/backtest.ts";
import { recordRuns } from "../../server/sandbox/algos/backtest/execution.ts";
import { HistoryTape } from "../../server/sandbox/algos/backtest/history-day.ts";
import { recordPlans } from "../../server/sandbox/algos/backtest/record-plans.ts";
import { buildCatalogue } from "../../server/sandbox/algos/catalogue/build-catalogue.ts";
import { SandboxMarket } from "../../server/sandbox/exchange/market.ts";

const SHIPPED_SEED = 1;
const LAST_DAY = dayOfIso("2026-11-20");
const BENCHMARK = { key: "IDX_I:13", name: "Nifty 50" };
const HASH_LENGTH = 16;
const BATCH_SIZE = 60;
const FILE = new URL("golden-records.txt", import.meta.url);

/** Formats each record as a line: name, days, trades, net result in paise, and a hash of the complete record. */
function recordLines(): string[] {
  const market = new SandboxMarket(SHIPPED_SEED, EXCHANGE_CALENDAR);
  const tape = new HistoryTape(market);
  const plans = recordPlans(buildCatalogue(), LAST_DAY, BENCHMARK);
  const made: string[] = [];
  for (let from = 0; from < plans.length; from += BATCH_SIZE) {
    const part = plans.slice(from, from + BATCH_SIZE);
    const results = runBacktests(tape, recordRuns(part, market, SHIPPED_SEED));
    for (const [index, { strategyId, version, evidence, start }] of part.entries()) {
      const result = results[index];
      const hash = createHash("sha256").update(JSON.stringify(result)).digest("hex").slice(0, HASH_LENGTH);
      const { days = [], trades = [] } = result ?? {};
      const name = `${strategyId} ${version} ${evidence} ${start}`;
      made.push([name, days.length, trades.length, days.at(-1)?.netPaise ?? 0, hash].join(" "));
    }
  }
  return made;
}

const made = recordLines();
if (process.argv.includes("--write")) writeFileSync(FILE, `${made.join("\n")}\n`);
else {
  const known = new Set(readFileSync(FILE, "utf8").trimEnd().split("\n"));
  const others = made.filter((line) => !known.has(line));
  for (const line of others) process.stdout.write(`not on file: ${line}\n`);
  process.stdout.write(
    `${made.length - others.length} of ${made.length} records are those on file (${known.size})\n`,
  );
  process.exitCode = others.length > 0 || known.size !== made.length ? 1 : 0;
}
