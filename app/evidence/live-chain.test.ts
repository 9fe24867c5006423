import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { EvidenceService } from "../context.ts";
import type { StrategyRecord } from "../contract/base-api/record.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { EquityChart } from "./equity-chart.tsx";
import type { EquityChartProps } from "./equity-scales.ts";
import { chainedEquity, liveChain } from "./live-chain.ts";

const RECORDS: Record<string, [from: string, to: string, netPaise: number]> = {
  "1.0": ["2025-01-02", "2025-06-30", -1_300_000],
  "2.0": ["2025-07-01", "2025-12-31", 500_000],
  "3.0": ["2026-01-01", "2026-11-23", 1_830_000],
};
const strategy = { id: "an-algo", version: "3.0" } as StrategySummary;

const service = (isShown = true) =>
  ({
    records: async () => ({
      kind: "shown",
      value: Object.entries(RECORDS).flatMap(([version, [from, to]]) =>
        ["backtest", "live"].map((evidence) => ({ version, evidence, state: "ready", from, to })),
      ),
    }),
    record: async (_: unknown, { version }: { version: string }) => {
      const [from = "", to = "", netPaise = 0] = RECORDS[version] ?? [];
      return isShown
        ? {
            kind: "shown",
            value: {
              state: "ready",
              capitalRupees: 100_000,
              days: [
                { day: from, netPaise: 0 },
                { day: to, netPaise },
              ],
            },
          }
        : { kind: "withheld", reason: "one_to_one" };
    },
  }) as unknown as EvidenceService;

it("returns the live results of an algo's version and of all earlier versions", async () => {
  expect(await liveChain(service(), strategy, "3.0")).toEqual({
    months: 10,
    share: 0.183,
    from: "2026-01-01",
    to: "2026-11-23",
    isFormer: false,
    earlier: { share: -0.08, from: "2025-01-02" },
  });
});

it("returns the results of the earlier versions for a current version that has not traded live", async () => {
  const current = { ...strategy, version: "4.0" };
  expect(await liveChain(service(), current, "4.0")).toEqual({
    months: 22,
    share: expect.closeTo(0.103, 12),
    from: "2025-01-02",
    to: "2026-11-23",
    isFormer: true,
    earlier: null,
  });
  expect(await liveChain(service(false), current, "4.0")).toBeNull();
});

it("excludes the live results of later versions", async () => {
  expect((await liveChain(service(), strategy, "2.0"))?.earlier).toEqual({
    share: -0.13,
    from: "2025-01-02",
  });
  expect((await liveChain(service(), strategy, "1.0"))?.earlier).toBeNull();
});

it("returns no live history if the live record is withheld or does not exist", async () => {
  expect(await liveChain(service(false), strategy, "3.0")).toBeNull();
  expect(await liveChain(service(), strategy, "4.0")).toBeNull();
});

const record = (version: string, results: [day: string, netPaise: number][]) =>
  ({
    version,
    evidence: "live",
    capitalRupees: 100_000,
    days: results.map(([day, netPaise]) => ({ day, netPaise, grossPaise: netPaise, feePaise: 0 })),
  }) as unknown as StrategyRecord;

it("starts the live curve of a version at the final value of the previous version", () => {
  const former = record("1.0", [
    ["2025-01-02", 100],
    ["2025-01-03", -1_300],
  ]);
  const present = record("2.0", [["2025-01-06", 1_830]]);
  expect(chainedEquity([former, present], 10_000, "net").map(({ equityPaise }) => equityPaise)).toEqual([
    10_100, 8_700, 10_530,
  ]);
});

it("labels version changes on the live curve and states the earlier version's result", () => {
  const points = ["2025-01-02", "2025-06-30", "2025-12-31"].map((day) => ({
    day,
    equityPaise: 100,
    benchmarkPaise: 100,
    underwater: 0,
  }));
  const chart: EquityChartProps = {
    ...{ id: "a", evidence: "backtest", points, benchmarkName: "Nifty 50", idle: [], stressed: [] },
    ...{ capitalPaise: 100, scale: "linear", summary: "" },
    other: {
      ...{ evidence: "live", from: "2025-01-02", startsInChart: false, capitalPaise: 100, points },
      versions: [{ version: "2.0", day: "2025-06-30" }],
    },
  };
  const drawn = (props: EquityChartProps) => renderToStaticMarkup(createElement(EquityChart, props));
  expect(drawn(chart)).toMatch(/x="49\.\d%"[^>]*>version 2\.0 </);
  const continues = { version: "1.0", share: -0.13 };
  expect(drawn({ ...chart, other: null, continues })).toContain("continues version 1.0, −13.0%");
  expect(drawn({ ...chart, other: null })).not.toContain("version");
});
