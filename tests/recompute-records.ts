// Computes records a second time from a running site's public files: `npx tsx tests/recompute-records.ts http://localhost:8080/algos/managers/…/…`.
// Prints the figures, and each disagreement; ends with 1 where there is one.
import { type RecordFile, recompute } from "./support/recompute-record.ts";

const addresses = process.argv.slice(2);
if (addresses.length === 0)
  throw new Error("an algo's address is wanted, such as http://localhost:8080/algos/managers/a/b");
for (const address of addresses) {
  for (const evidence of ["backtest", "paper", "live"]) {
    const [record, trades] = await Promise.all(
      ["record.json", "trades.csv"].map((name) => fetch(`${address}/${name}?evidence=${evidence}`)),
    );
    if (record?.status !== 200 || trades?.status !== 200) continue;
    const file = (await record.json()) as RecordFile;
    const { disagreements, figures } = recompute(file, await trades.text());
    const shown = Object.entries(figures).map(
      ([name, value]) => `${name} ${value === null ? "–" : value.toFixed(4)}`,
    );
    process.stdout.write(
      `${file.strategyId} ${file.version} ${evidence}: ${file.days.length} days, ${shown.join(", ")}\n`,
    );
    for (const words of disagreements.slice(0, 10)) process.stdout.write(`  disagrees: ${words}\n`);
    if (disagreements.length > 0) process.exitCode = 1;
  }
}
