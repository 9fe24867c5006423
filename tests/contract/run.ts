// Runs the contract tests against the base API at --base-url, or against the embedded sandbox by default; with
// --simulator the order lifecycle and the scenarios against a running broker simulator.
//   npm run test:contract -- --base-url https://api.broker.example/base
//   npm run test:contract -- --simulator http://localhost:8080
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const SIMULATOR_FILES = [
  "scenarios",
  "scenario-clock",
  "trading-flows",
  "trading-money",
  "order-lists",
  "order-faults",
];
const { values } = parseArgs({
  options: { "base-url": { type: "string" }, simulator: { type: "string" } },
});
const { "base-url": baseUrl, simulator } = values;
for (const [name, address] of Object.entries(values))
  if (!URL.canParse(address)) {
    console.error(`--${name}: expected an address such as https://api.broker.example/base`);
    process.exit(2);
  }
const options = (address: string) => address.replace(/\/$/, "");
const run = spawnSync(
  process.execPath,
  [
    "node_modules/vitest/vitest.mjs",
    "run",
    "--config",
    "remix.config.js",
    "--project",
    "contract",
    // A simulator supports a limited number of scenario markets, which parallel test files would exhaust.
    ...(simulator === undefined
      ? []
      : ["--no-file-parallelism", ...SIMULATOR_FILES.map((name) => `tests/contract/${name}`)]),
  ],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      ...(baseUrl === undefined ? {} : { CONTRACT_BASE_URL: options(baseUrl) }),
      ...(simulator === undefined ? {} : { SIMULATOR_URL: `${options(simulator)}/sandbox` }),
    },
  },
);
process.exit(run.status ?? 1);
