// Recomputes records from a running site's public files: `npx tsx tests/recompute-records.ts
// http://localhost:8080/algos/managers/…/…`. Checks sums, hashes and every figure of the “All figures” tab. Prints each
// difference, and exits with 1 if there is one.
import { figureFaults } from "./support/recompute-figures.ts";
import { type RecordFile, recompute } from "./support/recompute-record.ts";

const addresses = process.argv.slice(2);
if (addresses.length === 0)
  throw new Error("an algo's address is wanted, such as http://localhost:8080/algos/managers/a/b");
for (const address of addresses) {
  for (const evidence of ["backtest", "paper", "live"]) {
    const [record, trades, page] = await Promise.all(
      [
        `/record.json?evidence=${evidence}`,
        `/trades.csv?evidence=${evidence}`,
        `?tab=figures&evidence=${evidence}`,
      ].map((rest) => fetch(`${address}${rest}`)),
    );
    if (record?.status !== 200 || trades?.status !== 200 || page?.status !== 200) continue;
    const file = (await record.json()) as RecordFile;
    const { mismatches } = recompute(file, await trades.text());
    const { faults, compared } = figureFaults(file, await page.text());
    const all = [...mismatches, ...faults];
    process.stdout.write(
      `${file.strategyId} ${file.version} ${evidence}: ${file.days.length} days, ${file.trades} trades, ${compared} figures, ${all.length} mismatches\n`,
    );
    for (const difference of all.slice(0, 10)) process.stdout.write(`  disagrees: ${difference}\n`);
    if (all.length > 0) process.exitCode = 1;
  }
}
