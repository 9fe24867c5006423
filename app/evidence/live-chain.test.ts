// The live history of an algo, by the live records of its versions.
import { expect, it } from "vitest";
import type { EvidenceService } from "../context.ts";
import type { StrategySummary } from "../contract/base-api/strategy.ts";
import { liveChain } from "./live-chain.ts";

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

it("states the version's result and that of the versions before it", async () => {
  expect(await liveChain(service(), strategy, "3.0")).toEqual({
    months: 10,
    share: 0.183,
    from: "2026-01-01",
    to: "2026-11-23",
    earlier: { share: -0.08, from: "2025-01-02" },
  });
});

it("looks back only from the version that is shown", async () => {
  expect((await liveChain(service(), strategy, "2.0"))?.earlier).toEqual({
    share: -0.13,
    from: "2025-01-02",
  });
  expect((await liveChain(service(), strategy, "1.0"))?.earlier).toBeNull();
});

it("is nothing where the record is withheld or does not exist", async () => {
  expect(await liveChain(service(false), strategy, "3.0")).toBeNull();
  expect(await liveChain(service(), strategy, "4.0")).toBeNull();
});
