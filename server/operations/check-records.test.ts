import { generateKeyPairSync } from "node:crypto";
import { expect, it } from "vitest";
import { RECORD_TEXTS } from "../../app/contract/base-api/disclosure-texts.ts";
import type { CostLines, RecordTrade } from "../../app/contract/base-api/record.ts";
import { sealRecord, signHeads, signStudies, toPublicKey } from "../crypto/record-seal.ts";
import { checkSource } from "./check-records.ts";

const { privateKey } = generateKeyPairSync("ed25519");
const { id, publicKey } = toPublicKey(privateKey);
const KEY = { id, privateKey };
const KEYS = [
  { id, publicKey, algorithm: "Ed25519" as const, since: "2026-01-01T00:00:00.000Z", until: null },
];
const COSTS: CostLines = {
  brokeragePaise: 4_000,
  transactionTaxPaise: 0,
  exchangePaise: 0,
  regulatorPaise: 0,
  stampDutyPaise: 0,
  gstPaise: 0,
  slippagePaise: 0,
};
const TRADE: RecordTrade = {
  number: 1,
  openedAt: "2026-11-02T04:00:00.000Z",
  closedAt: "2026-11-02T09:00:00.000Z",
  legs: [{ symbol: "NIFTY", side: "BUY", quantity: 75, entryPaise: 2_400_000, exitPaise: 2_410_000 }],
  grossPaise: 10_000,
  costs: COSTS,
  netPaise: 6_000,
  favourablePaise: 10_000,
  adversePaise: 0,
  marginPaise: 1_000_000,
  entryReason: "Signal.",
  exitReason: "End of the day.",
};
const DAY = {
  day: "2026-11-02",
  netPaise: 6_000,
  grossPaise: 10_000,
  feePaise: 0,
  marginPaise: 0,
  trades: 1,
  benchmark: 24_000.05,
};

// biome-ignore lint/suspicious/noExplicitAny: the tests change fields that the types do not have
type File = any;

/** A valid file of each kind. */
const FILES: Record<"record" | "studies" | "heads", () => File> = {
  record: () => ({
    ...sealRecord(
      {
        strategyId: "an-algo",
        version: "1.2",
        evidence: "live",
        start: "own",
        simulated: true,
        state: "ready",
        since: "2026-11-02",
        from: "2026-11-02",
        to: "2026-11-02",
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
        costs: COSTS,
        cashFlows: [{ day: "2026-11-02", amountPaise: 100_000, note: "Paid in" }],
        corporateActions: [],
        days: [DAY],
        trades: 1,
        missed: [{ at: "2026-11-02T05:00:00.000Z", kind: "capital", reason: "Too little capital." }],
        madeAt: "2026-11-03T12:00:00.000Z",
        texts: RECORD_TEXTS,
      },
      [TRADE],
      KEY,
    ),
    tradeList: [TRADE],
  }),
  studies: () => {
    const { making: _, ...signed } = signStudies(
      {
        strategyId: "an-algo",
        version: "1.2",
        state: "ready",
        from: "2026-01-01",
        to: "2026-10-31",
        results: [
          {
            kind: "costs",
            name: "",
            percent: 200,
            value: "",
            capitalPaise: 100,
            netPaise: -7,
            maxDrawdownPpm: 70_000,
            trades: 3,
          },
        ],
        madeAt: "2026-11-01T00:00:00.000Z",
        texts: RECORD_TEXTS,
      },
      KEY,
    );
    return signed;
  },
  heads: () =>
    signHeads(
      {
        format: 2,
        day: "2026-11-20",
        previous: { day: "2026-11-19", sha256: "cd".repeat(32) },
        publishedAt: "2026-11-20T12:00:00.000Z",
        records: [
          { strategyId: "an-algo", version: "1.0", evidence: "live", start: "own", last: "ab".repeat(32) },
        ],
      },
      KEY,
    ),
};

function check(file: File): { isVerified: boolean; output: string } {
  const lines: string[] = [];
  const source = { name: "file.json", text: JSON.stringify(file) };
  const isVerified = checkSource(source, { keys: KEYS, heads: [], print: (line) => lines.push(line) });
  return { isVerified, output: lines.join("\n") };
}

it.each(Object.entries(FILES))('verifies an unchanged file of the kind "%s"', (_, file) => {
  expect(check(JSON.parse(JSON.stringify(file())))).toMatchObject({ isVerified: true });
});

const extra = { note: "Verified by us." };
const CHANGES: [kind: keyof typeof FILES, what: string, how: (file: File) => unknown, output: RegExp][] = [
  [
    "record",
    "a changed text",
    (file) => ({ texts: { ...file.texts, market: "No risk." } }),
    /texts were .*market/,
  ],
  [
    "record",
    "a changed text of another version",
    (file) => ({ texts: { ...file.texts, version: "2020-1", live: "A promise." } }),
    /texts were changed after sealing/,
  ],
  [
    "record",
    "a missing text",
    (file) => ({ texts: { ...file.texts, backtest: undefined } }),
    /texts\.backtest/,
  ],
  ["record", "no texts", () => ({ texts: undefined }), /texts/],
  ["record", "a changed state", () => ({ state: "being_made" }), /state must be ready .*being_made/],
  ["record", "an unknown state", () => ({ state: "audited" }), /state: /],
  ["record", "an extra field", () => extra, /^ {2}note: unknown field/m],
  [
    "record",
    "a field named __proto__",
    () => JSON.parse('{"__proto__":{"a":1}}'),
    /__proto__: unknown field/,
  ],
  [
    "record",
    "an extra text",
    (file) => ({ texts: { ...file.texts, ...extra } }),
    /texts\.note: unknown field/,
  ],
  [
    "record",
    "an extra field of a day",
    (file) => ({ days: [{ ...file.days[0], ...extra }] }),
    /days\.0\.note/,
  ],
  ["record", "an extra field of the seal", (file) => ({ seal: { ...file.seal, ...extra } }), /seal\.note/],
  ["record", "an extra cost", (file) => ({ costs: { ...file.costs, ...extra } }), /costs\.note/],
  [
    "record",
    "an extra field of a leg",
    ({ tradeList: [trade] }) => ({ tradeList: [{ ...trade, legs: [{ ...trade.legs[0], ...extra }] }] }),
    /tradeList\.0\.legs\.0\.note/,
  ],
  [
    "record",
    "an extra field of a missed signal",
    (file) => ({ missed: [{ ...file.missed[0], ...extra }] }),
    /missed\.0\.note/,
  ],
  [
    "record",
    "a seal of format 2",
    (file) => ({ seal: { ...file.seal, format: 2 } }),
    /seal\.format: 2 must be 3/,
  ],
  [
    "record",
    "a different hash of the texts",
    (file) => ({ seal: { ...file.seal, texts: "0".repeat(64) } }),
    /texts/,
  ],
  [
    "studies",
    "a changed text",
    (file) => ({ texts: { ...file.texts, simulated: "Real." } }),
    /texts.*simulated/,
  ],
  ["studies", "a changed state", () => ({ state: "none" }), /state must be ready/],
  ["studies", "an extra field", () => extra, /^ {2}note: unknown field/m],
  ["studies", "an unsigned field of the API response", () => ({ making: null }), /making: unknown field/],
  [
    "studies",
    "an extra field of a result",
    (file) => ({ results: [{ ...file.results[0], ...extra }] }),
    /results\.0\.note/,
  ],
  [
    "studies",
    "a seal of format 1",
    (file) => ({ seal: { ...file.seal, format: 1 } }),
    /seal\.format: 1 must be 2/,
  ],
  ["heads", "an extra field", () => extra, /note: unknown field/],
  [
    "heads",
    "an extra field of a record",
    (file) => ({ records: [{ ...file.records[0], ...extra }] }),
    /records\.0\.note/,
  ],
];

it.each(CHANGES)('refuses a file of the kind "%s" with %s', (kind, _, how, words) => {
  const file = FILES[kind]();
  const change = how(file) as Record<string, unknown>;
  const changed = Object.defineProperties({ ...file }, Object.getOwnPropertyDescriptors(change));
  const { isVerified, output } = check(changed);
  expect(isVerified).toBe(false);
  expect(output).toContain("verification failed");
  expect(output).toMatch(words);
});

it("rejects a record with a changed text that was sealed with another key", () => {
  const file = FILES.record();
  const texts = { ...RECORD_TEXTS, market: "No risk." };
  const forged = sealRecord({ ...file, texts }, [TRADE], {
    id,
    privateKey: generateKeyPairSync("ed25519").privateKey,
  });
  const { isVerified, output } = check({ ...forged, tradeList: [TRADE] });
  expect(isVerified).toBe(false);
  expect(output).toContain("The signature is invalid");
});

/** Returns the paths of all leaf values in a JSON value. */
function leavesOf(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [[...path]];
  return Object.entries(value).flatMap(([name, one]) => leavesOf(one, [...path, name]));
}

function changedAt(
  file: File,
  path: readonly (string | number)[],
  change: (value: unknown) => unknown,
): File {
  const [name = "", ...rest] = path;
  const copy = Array.isArray(file) ? [...file] : { ...file };
  copy[name] = rest.length === 0 ? change(file[name]) : changedAt(file[name], rest, change);
  return copy;
}

const another = (value: unknown): unknown =>
  typeof value === "number"
    ? value + 1
    : typeof value === "boolean"
      ? !value
      : value === null
        ? "2026-11-02"
        : typeof value === "string" && /^[0-9a-f]{16,64}$/.test(value)
          ? `${value.slice(0, -1)}${value.endsWith("0") ? "1" : "0"}`
          : `${value}x`;

it.each(["record", "verified part of a record"])(
  "refuses a %s if any of its fields was changed or removed",
  (what) => {
    const completeRecord = FILES.record();
    const ended = { endedOn: DAY.day, endKind: "withdrawn", endReason: "Withdrawn." };
    const idle = [{ from: DAY.day, to: DAY.day, days: 1, feePaise: 5, signalsPassed: 1 }];
    const action = {
      day: DAY.day,
      symbol: "AN",
      kind: "split",
      numerator: 2,
      denominator: 1,
      amountPaise: 0,
      note: "Two for one.",
    };
    const part = what === "record" ? {} : { part: "verified" };
    const full = { ...completeRecord, ...ended, ...part, idle, corporateActions: [action] };
    const file = { ...sealRecord(full, [TRADE], KEY), tradeList: [TRADE] };
    expect(check(file).isVerified).toBe(true);
    const leaves = leavesOf(file);
    expect(leaves.length).toBeGreaterThan(70);
    for (const path of leaves) {
      const name = path.join(".");
      expect(check(changedAt(file, path, another)).isVerified, name).toBe(false);
      expect(check(changedAt(file, path, () => undefined)).isVerified, `${name} missing`).toBe(false);
    }
  },
);

it("checks the verified part of a record against its own published hash", () => {
  const { tradeList, ...record } = FILES.record();
  const file = { ...sealRecord({ ...record, part: "verified" }, tradeList, KEY), tradeList };
  const named = { strategyId: "an-algo", version: "1.2", evidence: "live", start: "own" } as const;
  const later = { ...named, last: "ef".repeat(32) };
  const unsigned = {
    format: 2 as const,
    day: file.to ?? "",
    previous: null,
    publishedAt: "2026-11-20T12:00:00.000Z",
  };
  const isVerified = (records: Parameters<typeof signHeads>[0]["records"]) =>
    checkSource(
      { name: "file.json", text: JSON.stringify(file) },
      { keys: KEYS, heads: [signHeads({ ...unsigned, records }, KEY)], print: () => {} },
    );
  const own = { ...named, part: "verified" as const, last: file.days.at(-1)?.hash ?? "" };
  expect(isVerified([later, own])).toBe(true);
  expect(isVerified([{ ...later, part: "verified" as const }])).toBe(false);
});

it("refuses a file that contains a field twice", () => {
  const text = JSON.stringify(FILES.record());
  const source = { name: "file.json", text: text.replace('"texts":', '"state":"audited","texts":') };
  const lines: string[] = [];
  expect(checkSource(source, { keys: KEYS, heads: [], print: (line) => lines.push(line) })).toBe(false);
  expect(lines.join()).toContain("A field appears twice");
});
