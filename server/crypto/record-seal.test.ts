// Seals a record, changes it, and expects each change to be detected and described.
import { generateKeyPairSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { RECORD_TEXTS } from "../../app/contract/base-api/disclosure-texts.ts";
import type {
  CostLines,
  EvidenceKeys,
  RecordTrade,
  StrategyRecord,
} from "../../app/contract/base-api/record.ts";
import { strategyRecordSchema } from "../../app/contract/base-api/record.ts";
import { dayLines, headerLines, headLines, toHundredths } from "../../app/domain/record-seal.ts";
import {
  findHeadsFault,
  findRecordFaults,
  hashHeads,
  type SigningKey,
  sealRecord,
  signHeads,
  toPublicKey,
} from "./record-seal.ts";
import { sha256 } from "./sha256.ts";

const NO_COSTS: CostLines = {
  brokeragePaise: 0,
  transactionTaxPaise: 0,
  exchangePaise: 0,
  regulatorPaise: 0,
  stampDutyPaise: 0,
  gstPaise: 0,
  slippagePaise: 0,
};

function newKey(): SigningKey & { listed: EvidenceKeys["keys"][number] } {
  const { privateKey } = generateKeyPairSync("ed25519");
  const { id, publicKey } = toPublicKey(privateKey);
  const listed = {
    id,
    publicKey,
    algorithm: "Ed25519" as const,
    since: "2026-01-01T00:00:00.000Z",
    until: null,
  };
  return { id, privateKey, listed };
}
const key = newKey();
const KEYS = [key.listed];
const FEE = 117_882;

function isoDay(index: number): string {
  return new Date(Date.UTC(2025, 0, 6) + index * 86_400_000).toISOString().slice(0, 10);
}

/** Creates a record of 300 days with three trades a day: two gains and one loss. The last trade is open. */
function made() {
  const trades: RecordTrade[] = Array.from({ length: 300 }, (_, index) => {
    const gross = index % 3 === 2 ? -250_000 : 180_050;
    return {
      number: index + 1,
      openedAt: `${isoDay(index)}T04:00:00.000Z`,
      closedAt: index === 299 ? null : `${isoDay(index)}T09:00:00.000Z`,
      legs: [{ symbol: "NIFTY", side: "BUY", quantity: 75, entryPaise: 2_400_005, exitPaise: 2_410_000 }],
      grossPaise: gross,
      costs: { ...NO_COSTS, brokeragePaise: 4_000, slippagePaise: 1_500 },
      netPaise: gross - 5_500,
      favourablePaise: Math.max(0, gross),
      adversePaise: Math.min(0, gross),
      marginPaise: 10_000_000,
      entryReason: "The range of the first minutes was left upwards.",
      exitReason: index === 299 ? "" : "The day’s end.",
    };
  });
  let [net, gross] = [-FEE, 0];
  const days = trades.map((trade, index) => {
    net += trade.netPaise;
    gross += trade.grossPaise;
    return {
      day: isoDay(index),
      netPaise: net,
      grossPaise: gross,
      feePaise: FEE,
      marginPaise: 0,
      trades: index + 1,
      benchmark: 24_000.05 + index,
    };
  });
  const costs = { ...NO_COSTS, brokeragePaise: 4_000 * 300, slippagePaise: 1_500 * 300 };
  return {
    record: {
      strategyId: "an-algo",
      version: "1.2",
      evidence: "live" as const,
      start: "own" as const,
      simulated: true,
      state: "ready" as const,
      since: isoDay(0),
      from: isoDay(0),
      to: isoDay(299),
      endedOn: null,
      endKind: null,
      endReason: null,
      signalsPassed: 3,
      signalsAfterEnd: 0,
      idle: [{ from: isoDay(10), to: isoDay(20), days: 11, feePaise: 0, signalsPassed: 3 }],
      capitalRupees: 200_000,
      feeMonthlyPaise: FEE,
      barSeconds: 60,
      benchmark: "Nifty 50",
      method: ["Each signal was followed."],
      costs,
      cashFlows: [{ day: isoDay(5), amountPaise: 100_000, note: "Paid in" }],
      corporateActions: [],
      days,
      trades: 300,
      missed: [{ at: `${isoDay(4)}T05:00:00.000Z`, kind: "refused" as const, reason: "Outside the band." }],
      madeAt: "2026-11-20T12:00:00.000Z",
      texts: RECORD_TEXTS,
    },
    trades,
  };
}

type StoredRecord = { record: StrategyRecord; trades: RecordTrade[] };
const sealed = (): StoredRecord => {
  const { record, trades } = made();
  return { record: sealRecord(record, trades, key), trades };
};
const textsOf = ({ record, trades }: StoredRecord) =>
  findRecordFaults(record, trades, KEYS)
    .map(({ message }) => message)
    .join(" ");

/** Recomputes the totals of an altered record, as a forger would. */
function recomputeTotals({ record, trades }: StoredRecord): StoredRecord {
  const numbered = trades.map((trade, index) => ({ ...trade, number: index + 1 }));
  const costs = { ...NO_COSTS };
  for (const trade of numbered)
    for (const name of Object.keys(costs) as (keyof CostLines)[]) costs[name] += trade.costs[name];
  let [net, gross, count] = [-FEE, 0, 0];
  const days = record.days.map((day) => {
    for (const trade of numbered)
      if (trade.openedAt.startsWith(day.day)) {
        net += trade.netPaise;
        gross += trade.grossPaise;
        count += 1;
      }
    return { ...day, netPaise: net, grossPaise: gross, trades: count };
  });
  return { record: { ...record, days, costs, trades: numbered.length }, trades: numbered };
}
const resealed = (stored: StoredRecord, by: SigningKey): StoredRecord => ({
  ...stored,
  record: sealRecord(stored.record, stored.trades, by),
});

describe("a sealed performance record", () => {
  it("passes verification, and sealing it again gives the same seal", () => {
    const stored = sealed();
    expect(textsOf(stored)).toBe("");
    expect(strategyRecordSchema.parse(stored.record)).toEqual(stored.record);
    expect(sealed()).toEqual(stored);
    const again: StoredRecord = JSON.parse(JSON.stringify(stored));
    expect(textsOf(again)).toBe("");
  });

  it("has the SHA-256 hashes of the documented text lines", () => {
    const { record, trades } = sealed();
    const header = `record\t2\tan-algo\t1.2\tlive\town\t1\t20000000\t117882\t60\tNifty 50\t2025-01-06\t2025-01-06\nmethod\tEach signal was followed.\n`;
    expect(headerLines(record, record.from)).toBe(header);
    expect(record.genesis).toBe(sha256(header));
    const day = `day\t2025-01-06\t56668\t180050\t117882\t0\t1\t2400005\ntrade\t1\t1736136000000\t1736154000000\t180050\t4000\t0\t0\t0\t0\t0\t1500\t174550\t180050\t0\t10000000\tThe range of the first minutes was left upwards.\tThe day’s end.\nleg\tNIFTY\tBUY\t75\t2400005\t2410000\n`;
    expect(dayLines(record.days, { ...record, trades })[0]).toBe(day);
    expect(record.days[0]?.hash).toBe(sha256(`${record.genesis}\n${day}`));
    const { backtest, paper, live, simulated, market } = RECORD_TEXTS;
    const texts = `text\tversion\t${RECORD_TEXTS.version}\ntext\tbacktest\t${backtest}\ntext\tpaper\t${paper}\ntext\tlive\t${live}\ntext\tsimulated\t${simulated}\ntext\tmarket\t${market}\n`;
    expect(record.seal?.texts).toBe(sha256(texts));
    const last = record.days.at(-1)?.hash;
    const head = headLines(record, [], { last: last ?? "", texts: sha256(texts) }).split("\n")[0];
    expect(head).toBe(
      `head\t3\tready\t${sha256(texts)}\t${record.genesis}\t${last}\t300\t2025-01-06\t2025-11-01\t1795176000000\t\t\t\t3\t0\t300\t1\t1200000\t0\t0\t0\t0\t0\t450000`,
    );
  });

  it("throws when sealing data that the seal's format cannot represent exactly", () => {
    const { record, trades } = made();
    expect(() => sealRecord({ ...record, benchmark: "a\tb" }, trades, key)).toThrow(RangeError);
    expect(() => toHundredths(24_000.055)).toThrow(RangeError);
    const [day] = record.days;
    if (day === undefined) throw new Error("no day");
    expect(() => sealRecord({ ...record, days: [{ ...day, netPaise: 0.5 }] }, [], key)).toThrow(RangeError);
    expect(() => sealRecord({ ...record, days: record.days.slice(0, 9) }, trades, key)).toThrow(
      /after the last day/,
    );
  });
});

const TAMPERINGS: [what: string, how: (stored: StoredRecord) => StoredRecord, words: RegExp][] = [
  [
    "all losing trades removed",
    ({ record, trades }) =>
      recomputeTotals({ record, trades: trades.filter(({ netPaise }) => netPaise > 0) }),
    /hash of 2025-01-08/,
  ],
  [
    "cost lines zeroed",
    ({ record, trades }) =>
      recomputeTotals({
        record,
        trades: trades.map((trade) => ({ ...trade, costs: NO_COSTS, netPaise: trade.grossPaise })),
      }),
    /hash of 2025-01-06/,
  ],
  [
    "the last 200 days cut off",
    ({ record, trades }) => {
      const days = record.days.slice(0, 100);
      return recomputeTotals({
        record: { ...record, days, to: days.at(-1)?.day ?? null },
        trades: trades.slice(0, 100),
      });
    },
    /end of the record was changed after sealing/,
  ],
  [
    "the capital multiplied",
    ({ record, trades }) => ({ record: { ...record, capitalRupees: record.capitalRupees * 10 }, trades }),
    /capital, fee, version/,
  ],
  [
    "the hash chain rebuilt with ₹30,000 more profit",
    ({ record, trades }) => {
      const richer = trades.map((trade, index) =>
        index === 50
          ? { ...trade, grossPaise: trade.grossPaise + 3_000_000, netPaise: trade.netPaise + 3_000_000 }
          : trade,
      );
      const forged = resealed(recomputeTotals({ record, trades: richer }), newKey());
      return {
        ...forged,
        record: { ...forged.record, seal: { ...forged.record.seal, keyId: key.id } as never },
      };
    },
    /did not sign the record/,
  ],
  ["sealed again with an unknown key", (stored) => resealed(stored, newKey()), /not one of the operator's/],
  [
    "the method reworded",
    ({ record, trades }) => ({ record: { ...record, method: ["With real money."] }, trades }),
    /method/,
  ],
  [
    "a missed signal left out",
    ({ record, trades }) => ({ record: { ...record, missed: [] }, trades }),
    /hash of 2025-01-10/,
  ],
  [
    "the idle period removed",
    ({ record, trades }) => ({ record: { ...record, signalsPassed: 0, idle: [] }, trades }),
    /end of the record/,
  ],
  [
    "an open trade's loss made smaller",
    ({ record, trades }) =>
      recomputeTotals({
        record,
        trades: trades.map((trade) =>
          trade.closedAt === null ? { ...trade, grossPaise: 500, netPaise: 500 - 5_500 } : trade,
        ),
      }),
    /hash of 2025-11-01/,
  ],
  [
    "a text reworded",
    ({ record, trades }) => ({
      record: { ...record, texts: { ...record.texts, live: "A promise." } },
      trades,
    }),
    /texts were changed after sealing; live differs/,
  ],
  [
    "the state changed",
    ({ record, trades }) => ({ record: { ...record, state: "being_made" }, trades }),
    /state must be ready in a sealed record, but is being_made[\s\S]*end of the record/,
  ],
  [
    "the seal removed",
    ({ record, trades }) => ({ record: { ...record, seal: null }, trades }),
    /has no seal/,
  ],
  [
    "benchmark values with a third decimal",
    ({ record, trades }) => ({
      record: {
        ...record,
        days: record.days.map((day) => ({ ...day, benchmark: day.benchmark + 0.004 })),
      },
      trades,
    }),
    /more than two decimals/,
  ],
];

describe("an altered performance record", () => {
  it.each(TAMPERINGS)("fails verification: %s", (_, how, words) => {
    const altered = how(sealed());
    expect(textsOf(altered)).toMatch(words);
  });
});

describe("the published latest hashes of all records", () => {
  const last = "ab".repeat(32);
  const unsigned = {
    format: 2 as const,
    day: "2026-11-20",
    previous: { day: "2026-11-19", sha256: "cd".repeat(32) },
    publishedAt: "2026-11-20T12:00:00.000Z",
    records: [
      { strategyId: "an-algo", version: "1.0", evidence: "live" as const, start: "own" as const, last },
    ],
  };

  it("fail verification if a field is changed or the signing key is unknown", () => {
    const heads = signHeads(unsigned, key);
    expect(findHeadsFault(heads, KEYS)).toBeNull();
    expect(findHeadsFault({ ...heads, records: [] }, KEYS)).toMatch(/did not sign/);
    expect(findHeadsFault({ ...heads, previous: null }, KEYS)).toMatch(/did not sign/);
    expect(findHeadsFault(signHeads(unsigned, newKey()), KEYS)).toMatch(/not one of the operator's/);
    expect(hashHeads(heads)).not.toBe(hashHeads({ ...heads, day: "2026-11-21" }));
  });
});
