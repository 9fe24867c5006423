// Runs the contract tests against the base API at --base-url, or against the embedded sandbox by default.
//   npm run test:contract -- --base-url https://api.broker.example/base
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { "base-url": { type: "string" } } });
const baseUrl = values["base-url"];
if (baseUrl !== undefined && !URL.canParse(baseUrl)) {
  console.error("--base-url: expected an address such as https://api.broker.example/base");
  process.exit(2);
}
const run = spawnSync(
  process.execPath,
  ["node_modules/vitest/vitest.mjs", "run", "--config", "remix.config.js", "--project", "contract"],
  {
    stdio: "inherit",
    env: {
      ...process.env,
      ...(baseUrl === undefined ? {} : { CONTRACT_BASE_URL: baseUrl.replace(/\/$/, "") }),
    },
  },
);
process.exit(run.status ?? 1);
