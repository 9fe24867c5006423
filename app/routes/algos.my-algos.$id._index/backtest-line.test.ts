import { expect, it } from "vitest";
import type { SiteContext } from "../../context.ts";
import type { DeploymentDetail } from "../../contract/base-api/deployment.ts";
import { backtestLine } from "./backtest-line.ts";

const NO_COSTS = {
  brokeragePaise: 0,
  transactionTaxPaise: 0,
  exchangePaise: 0,
  regulatorPaise: 0,
  stampDutyPaise: 0,
  gstPaise: 0,
  slippagePaise: 0,
};

/** Returns the results of the line in rupees. `days` has the record's cumulative net results and fees in rupees. */
async function lineOf(days: [day: string, net: number, fee: number][], capitalRupees: number) {
  const record = {
    state: "ready",
    capitalRupees: 100_000,
    costs: NO_COSTS,
    cashFlows: [],
    days: days.map(([day, net, fee]) => ({
      day,
      netPaise: net * 100,
      grossPaise: (net + fee) * 100,
      feePaise: fee * 100,
      marginPaise: 0,
    })),
  };
  const context = {
    provider: { getStrategy: async () => ({}) },
    evidence: {
      record: async () => ({ kind: "shown", value: record }),
      trades: async () => ({ kind: "shown", value: [] }),
    },
  } as unknown as SiteContext;
  const deployment = { strategyId: "an-algo", version: "1.0", capitalRupees } as DeploymentDetail;
  const line = await backtestLine(context, deployment, Date.parse("2026-11-24T10:00:00+05:30"));
  return line.kind === "shown" ? line.points.map(([, paise]) => paise / 100) : line;
}

it("subtracts the record's result before the deployment's first day", async () => {
  const days: [string, number, number][] = [
    ["2026-11-23", 10_000, 0],
    ["2026-11-24", 10_100, 0],
    ["2026-11-25", 10_050, 0],
  ];
  expect(await lineOf(days, 100_000)).toEqual([0, 100, 50]);
});

it("charges the flat fee once at a multiple of the record's capital", async () => {
  const days: [string, number, number][] = [
    ["2026-11-23", 1_000, 0],
    ["2026-11-24", 900, 500],
  ];
  // Before the fee the day earned ₹400, which is ₹1,200 at three times the capital.
  expect(await lineOf(days, 300_000)).toEqual([0, 700]);
});
