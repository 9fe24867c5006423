// Compares the check on the Evidence page with `npm run check:records`. Both give the same result for a sealed record,
// for each published head, and for every changed field.
import { generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RECORD_TEXTS } from "../app/contract/base-api/disclosure-texts.ts";
import type { CostLines, EvidenceHeads, RecordTrade } from "../app/contract/base-api/record.ts";
import { checkRecord, comparedDays } from "../app/evidence/check-record.ts";
import { sealRecord, signHeads, toPublicKey } from "../server/crypto/record-seal.ts";
import { checkSource } from "../server/operations/check-records.ts";

const { privateKey } = generateKeyPairSync("ed25519");
const { id, publicKey } = toPublicKey(privateKey);
const KEY = { id, privateKey };
const KEYS = [
  { id, publicKey, algorithm: "Ed25519" as const, since: "2026-01-01T00:00:00.000Z", until: null },
];
const DAYS = 12;
const COSTS: CostLines = {
  brokeragePaise: 4_000,
  transactionTaxPaise: 10,
  exchangePaise: 20,
  regulatorPaise: 1,
  stampDutyPaise: 2,
  gstPaise: 720,
  slippagePaise: 500,
};
const COST = Object.values(COSTS).reduce((sum, paise) => sum + paise, 0);
const dayAt = (index: number) => new Date(Date.UTC(2026, 9, 1 + index)).toISOString().slice(0, 10);

function sealed() {
  const trades: RecordTrade[] = Array.from({ length: DAYS }, (_, index) => ({
    number: index + 1,
    openedAt: `${dayAt(index)}T04:00:00.000Z`,
    closedAt: index === DAYS - 1 ? null : `${dayAt(index)}T09:00:00.000Z`,
    legs: [{ symbol: "NIFTY", side: "BUY", quantity: 75, entryPaise: 2_400_000, exitPaise: 2_410_000 }],
    grossPaise: 10_000,
    costs: COSTS,
    netPaise: 10_000 - COST,
    favourablePaise: 10_000,
    adversePaise: 0,
    marginPaise: 1_000_000,
    entryReason: "Signal.",
    exitReason: "End of the day.",
  }));
  const record = sealRecord(
    {
      strategyId: "an-algo",
      version: "1.2",
      evidence: "live",
      start: "own",
      simulated: true,
      state: "ready",
      since: dayAt(0),
      from: dayAt(0),
      to: dayAt(DAYS - 1),
      endedOn: null,
      endKind: null,
      endReason: null,
      signalsPassed: 1,
      signalsAfterEnd: 0,
      idle: [],
      capitalRupees: 200_000,
      feeMonthlyPaise: 0,
      barSeconds: 60,
      benchmark: "Nifty 50",
      method: ["Each signal was followed."],
      costs: Object.fromEntries(
        Object.entries(COSTS).map(([name, paise]) => [name, paise * DAYS]),
      ) as CostLines,
      cashFlows: [{ day: dayAt(3), amountPaise: 100_000, note: "Paid in" }],
      corporateActions: [],
      days: trades.map((_, index) => ({
        day: dayAt(index),
        netPaise: (10_000 - COST) * (index + 1),
        grossPaise: 10_000 * (index + 1),
        feePaise: 0,
        marginPaise: 0,
        trades: index + 1,
        benchmark: 24_000.05 + index,
      })),
      trades: DAYS,
      missed: [{ at: `${dayAt(2)}T05:00:00.000Z`, kind: "capital", reason: "Too little capital." }],
      madeAt: "2026-11-20T12:00:00.000Z",
      texts: RECORD_TEXTS,
    },
    trades,
    KEY,
  );
  return { ...record, tradeList: trades };
}
const FILE = sealed();
const headsOf = (last: string, day = dayAt(5)): EvidenceHeads =>
  signHeads(
    {
      format: 2,
      day,
      previous: null,
      publishedAt: "2026-11-20T12:00:00.000Z",
      records: [{ strategyId: "an-algo", version: "1.2", evidence: "live", start: "own", last }],
    },
    KEY,
  );
const command = (text: string, heads: readonly EvidenceHeads[] = []) =>
  checkSource({ name: "record.json", text }, { keys: KEYS, heads, print: () => {} });
const page = (text: string, heads: readonly EvidenceHeads[] = []) => checkRecord({ text, keys: KEYS, heads });

/** Returns the paths of all leaf values of the file. */
function leavesOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return Object.entries(value).flatMap(([name, one]) =>
    leavesOf(one, [...path, Array.isArray(value) ? Number(name) : name]),
  );
}
function changed(path: readonly (string | number)[], change: (value: unknown) => unknown): string {
  const copy = structuredClone(FILE) as unknown as Record<string | number, unknown>;
  const at = path.slice(0, -1).reduce((inner, name) => inner[name] as typeof copy, copy);
  const last = path.at(-1) ?? "";
  at[last] = change(at[last]);
  return JSON.stringify(copy);
}
const other = (value: unknown): unknown =>
  typeof value === "number"
    ? value + 1
    : typeof value === "boolean"
      ? !value
      : value === null
        ? "2026-10-01"
        : `${String(value).slice(0, -1)}${String(value).endsWith("1") ? "2" : "1"}`;

describe("the check of a record", () => {
  it("passes a valid record, and shows a figure for each step", async () => {
    const report = await page(JSON.stringify(FILE), [headsOf(FILE.days[5]?.hash ?? "")]);
    expect([report.holds, report.last]).toEqual([true, FILE.days.at(-1)?.hash]);
    expect(report.steps.map(({ state, count }) => [state, count])).toEqual([
      ["good", "31 fields"],
      ["good", "12 of 12"],
      ["good", "₹0.00 difference"],
      ["good", `key ${id.slice(0, 8)}`],
      ["good", "1 of 1"],
    ]);
    expect(command(JSON.stringify(FILE), [headsOf(FILE.days[5]?.hash ?? "")])).toBe(true);
  });

  it("fails on the page and on the command line for every changed field", {
    timeout: 60_000,
  }, async () => {
    const leaves = leavesOf(FILE);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...leaves), async (path) => {
        const text = changed(path, other);
        const report = await page(text);
        expect(report.holds, path.join(".")).toBe(command(text));
        expect(report.holds, path.join(".")).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  it("fails on the page and on the command line for added or missing fields", async () => {
    const text = JSON.stringify(FILE);
    const files = [
      text.replace('"strategyId"', '"note":"hello","strategyId"'),
      text.replace('"strategyId"', '"strategyId":"other","strategyId"'),
      JSON.stringify({ ...FILE, tradeList: FILE.tradeList.slice(1) }),
      JSON.stringify({ ...FILE, days: FILE.days.slice(0, 5) }),
      JSON.stringify({ ...FILE, part: "verified" }),
      JSON.stringify({ ...FILE, seal: null }),
      JSON.stringify({ ...FILE, seal: { ...FILE.seal, format: 2 } }),
    ];
    for (const file of files) {
      expect((await page(file)).holds, file.slice(0, 60)).toBe(false);
      expect(command(file), file.slice(0, 60)).toBe(false);
    }
    for (const malformed of ["", "[]", "null", "{", '"text"', "{}", "\u0000"])
      expect((await page(malformed)).holds, malformed).toBe(false);
  });

  it("reports a changed day, and marks all later days as untrusted", async () => {
    const { steps } = await page(changed(["days", 4, "netPaise"], (value) => Number(value) + 1));
    expect(steps[1]).toMatchObject({ state: "bad", title: "The day 5 Oct 2026 was changed", count: "day 5" });
    expect(steps[2]).toMatchObject({ state: "bad", title: "The 7 days after it cannot be trusted" });
  });

  it("rejects a record with an unknown signing key or a different published hash", async () => {
    const unknownKey = generateKeyPairSync("ed25519").privateKey;
    const { tradeList, ...record } = FILE;
    const forged = sealRecord(record, tradeList, {
      id: toPublicKey(unknownKey).id,
      privateKey: unknownKey,
    });
    const text = JSON.stringify({ ...forged, tradeList });
    expect((await page(text)).steps.at(-2)).toMatchObject({
      state: "bad",
      title: "Signed by an unknown key",
    });
    const heads = [headsOf("0".repeat(64))];
    expect((await page(JSON.stringify(FILE), heads)).holds).toBe(false);
    expect(command(JSON.stringify(FILE), heads)).toBe(false);
  });

  it("reports no fault if no hash of the record has been published yet", async () => {
    const report = await page(JSON.stringify(FILE));
    expect(report.holds).toBe(true);
    expect(report.steps.at(-1)?.state).toBe("unknown");
  });

  it("accepts a running record that was saved before the latest published day", async () => {
    const later = headsOf("0".repeat(64), "2026-11-23");
    const text = JSON.stringify(FILE);
    expect(command(text, [later])).toBe(true);
    const report = await page(text, [later]);
    expect([report.holds, report.steps.at(-1)?.state, report.steps.at(-1)?.count]).toEqual([
      true,
      "unknown",
      "0 of 1",
    ]);
    expect(report.steps.at(-1)?.detail).toBe(
      "The file ends on 12 Oct 2026; later published days are not in it",
    );
    const both = await page(text, [later, headsOf(FILE.days[5]?.hash ?? "")]);
    expect(both.steps.at(-1)).toMatchObject({
      state: "good",
      count: "1 of 2",
      detail: "Published on 6 Oct 2026. The file ends on 12 Oct 2026; later published days are not in it",
    });
  });

  it("rejects a record from the site that lacks the latest published day", async () => {
    const heads = [headsOf("0".repeat(64), "2026-11-23")];
    const text = JSON.stringify(FILE);
    expect((await checkRecord({ text, keys: KEYS, heads, isCurrent: true })).holds).toBe(false);
    const name = "https://example.test/algos/managers/a-manager/an-algo/record.json";
    expect(checkSource({ name, text }, { keys: KEYS, heads, print: () => {} })).toBe(false);
  });

  it("selects the latest published day and earlier month ends for the comparison", () => {
    const days = ["2026-11-23", "2026-11-20", "2026-11-19", "2026-10-30", "2026-10-29", "2026-09-30"];
    expect(comparedDays(days, '{"to":"2026-11-19"}')).toEqual(["2026-11-23", "2026-11-19", "2026-10-30"]);
    expect(comparedDays(days, '{"to":"2026-11-23"}')).toEqual(["2026-11-23", "2026-10-30", "2026-09-30"]);
    expect(comparedDays(days, "no JSON")).toEqual(["2026-11-23", "2026-10-30", "2026-09-30"]);
    expect(comparedDays(days, '{"to":"2025-01-01"}')).toEqual(["2026-11-23"]);
  });

  it("reports at most 100 faults of a file with many invalid items", async () => {
    const many = Array.from({ length: 300 }, () => ({}));
    for (const file of [
      { ...FILE, days: many },
      { ...FILE, tradeList: [{ ...FILE.tradeList[0], legs: many }] },
    ])
      expect((await page(JSON.stringify(file))).steps).toMatchObject([
        { state: "bad", title: "The file is not well formed", count: "100 faults" },
      ]);
  });

  it("states the position of a wrong item in a list", async () => {
    const { steps } = await page(changed(["tradeList", 3, "legs", 0, "quantity"], () => "many"));
    expect(steps[0]).toMatchObject({ count: "1 fault" });
    expect(steps[0]?.detail).toMatch(/^tradeList\.3\.legs\.0\.quantity: /);
  });

  it("rejects a deeply nested file", async () => {
    for (const file of [
      `${'{"days":'.repeat(50_000)}1${"}".repeat(50_000)}`,
      `{"days":${"[".repeat(50_000)}`,
      `{"days":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
    ])
      expect((await page(file)).title, file.slice(0, 20)).toBe("This is not a sealed record");
  });

  it("accepts brackets and escaped quotes in texts", async () => {
    const entryReason = `\\"${"[{".repeat(30)}"`;
    const { steps } = await page(changed(["tradeList", 3, "entryReason"], () => entryReason));
    expect(steps[0]?.title).toBe("The file is well formed");
  });
});
