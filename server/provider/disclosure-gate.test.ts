// The gate over every question there is: what is shown is shown by one of three rules, and nothing else ever.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RecordCalls } from "../../app/contract/base-api/calls.ts";
import { RECORD_TEXTS } from "../../app/contract/base-api/disclosure-texts.ts";
import type { RecordTrade, StrategyRecord } from "../../app/contract/base-api/record.ts";
import type { StrategyStudies } from "../../app/contract/base-api/studies.ts";
import { DISCLOSURE_BASES } from "../../app/domain/vocabulary.ts";
import { createCheckedRecords } from "./checked-records.ts";
import { createEvidenceService, lastFullMonth, withheld } from "./disclosure-gate.ts";

const question = fc.record({
  basis: fc.constantFrom(...DISCLOSURE_BASES),
  ceiling: fc.constantFrom(...DISCLOSURE_BASES),
  isSignedIn: fc.boolean(),
  hasAsked: fc.boolean(),
  isVerified: fc.boolean(),
});

describe("the decision", () => {
  it("shows only what its basis and the ceiling allow", () => {
    fc.assert(
      fc.property(question, (asked) => {
        const isShown = withheld(asked) === null;
        const rank = (basis: (typeof DISCLOSURE_BASES)[number]) => DISCLOSURE_BASES.indexOf(basis);
        if (asked.basis === "none" || asked.ceiling === "none") expect(isShown).toBe(false);
        if (isShown) {
          expect(rank(asked.basis)).toBeLessThanOrEqual(rank(asked.ceiling));
          if (asked.basis === "one_to_one") expect(asked.isSignedIn && asked.hasAsked).toBe(true);
          if (asked.basis === "verified") expect(asked.isVerified).toBe(true);
        }
        // A higher ceiling never hides what a lower one shows.
        if (isShown) expect(withheld({ ...asked, ceiling: "backtest" })).toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});

const VERIFICATION = { by: "An agency", reference: "V-1", on: "2026-09-30" };

describe("the desk", () => {
  const RECORD = {
    state: "being_made",
    seal: null,
    idle: [],
    genesis: "",
    days: ["2026-08-31", "2026-09-01", "2026-09-30", "2026-10-01"].map((day) => ({ day, hash: "" })),
    costs: { brokeragePaise: 900 },
    endedOn: "2026-10-01",
    signalsPassed: 3,
    signalsAfterEnd: 7,
    missed: [
      { at: "2026-09-30T05:00:00Z", kind: "refused" },
      { at: "2026-09-30T06:00:00Z", kind: "capital" },
      { at: "2026-10-01T05:00:00Z", kind: "capital" },
      { at: "2026-10-01T06:00:00Z", kind: "capital" },
    ],
  } as unknown as StrategyRecord;
  const trade = (closedAt: string | null) =>
    ({ closedAt, costs: { brokeragePaise: 100 } }) as unknown as RecordTrade;
  const STUDIES: StrategyStudies = {
    strategyId: "an-algo",
    version: "1.0",
    state: "ready",
    from: "2023-01-02",
    to: "2026-10-31",
    results: [],
    making: null,
    madeAt: "2026-11-01T00:00:00.000Z",
    texts: RECORD_TEXTS,
    seal: { format: 2, keyId: "0123456789abcdef", signature: "" },
  };
  const TRADES = [trade("2026-08-31T09:00:00Z"), trade("2026-10-01T09:00:00Z"), trade(null)];
  function desk(ceiling: (typeof DISCLOSURE_BASES)[number], asked: string[] | null) {
    const read: string[] = [];
    const reader: RecordCalls = {
      listStrategyRecords: async (id) => {
        read.push(id);
        const span = {
          state: "ready",
          start: "own",
          from: "2023-01-02",
          to: "2026-11-20",
          head: null,
        } as const;
        return {
          items: [
            { ...span, version: "1.0", evidence: "backtest" },
            { ...span, version: "1.0", evidence: "backtest", start: "live" },
            { ...span, version: "1.0", evidence: "live" },
          ],
          making: null,
        };
      },
      getStrategyRecord: async (id) => {
        read.push(id);
        return RECORD;
      },
      listRecordTrades: async (id) => {
        read.push(id);
        return { items: TRADES };
      },
      getStrategyStudies: async (id) => {
        read.push(id);
        return STUDIES;
      },
      getEvidenceKeys: async () => ({ keys: [] }),
      listEvidenceHeads: async () => ({ items: [] }),
      getEvidenceHeads: async () => {
        throw new Error("nobody asks for it");
      },
    };
    const listing = async () => ({
      items: (asked ?? []).map((strategyId) => ({ strategyId, at: "2026-11-01T00:00:00.000Z" })),
    });
    return {
      read,
      desk: createEvidenceService({
        ceiling,
        records: reader,
        disclosures: asked === null ? null : { listDisclosures: listing, requestDisclosure: listing },
        asker: { signal: new AbortController().signal, requestId: "r" },
        checked: createCheckedRecords({
          api: { recordsFor: () => reader },
          limits: {
            recordsKept: 1,
            recordLinesKept: 1_000,
            answersSharedForMs: 0,
            answersShared: 1,
            providerAnswerWithinMs: 1_000,
          },
        }),
      }),
    };
  }

  it("does not even read what may not be shown", async () => {
    for (const disclosureBasis of DISCLOSURE_BASES) {
      const { desk: shut, read } = desk("none", ["x"]);
      for (const verification of [null, VERIFICATION]) {
        const strategy = { id: "x", minAmountRupees: 100_000, disclosureBasis, verification };
        expect((await shut.records(strategy)).kind).toBe("withheld");
        expect((await shut.studies(strategy)).kind).toBe("withheld");
        expect((await shut.record(strategy)).kind).toBe("withheld");
        expect((await shut.record(strategy, { evidence: "live" })).kind).toBe("withheld");
        expect((await shut.trades(strategy)).kind).toBe("withheld");
      }
      expect(read).toEqual([]);
    }
  });

  it("one to one: signed in, on request, for the algo that was asked for", async () => {
    const strategy = {
      id: "x",
      minAmountRupees: 100_000,
      disclosureBasis: "one_to_one" as const,
      verification: null,
    };
    expect(await desk("backtest", null).desk.record(strategy)).toEqual({
      kind: "withheld",
      reason: "sign_in",
    });
    expect(await desk("backtest", ["y"]).desk.record(strategy)).toEqual({ kind: "withheld", reason: "ask" });
    expect((await desk("backtest", ["x"]).desk.record(strategy)).kind).toBe("shown");
  });

  it("verified: the live record of a verified algo, and nothing that nobody can verify", async () => {
    const strategy = {
      id: "x",
      minAmountRupees: 100_000,
      disclosureBasis: "verified" as const,
      verification: VERIFICATION,
    };
    const { desk: open, read } = desk("verified", null);
    const notVerified = { kind: "withheld", reason: "not_verified" };
    expect(await open.record({ ...strategy, verification: null })).toEqual(notVerified);
    expect(await open.record(strategy, { evidence: "backtest" })).toEqual(notVerified);
    expect(await open.trades(strategy, { evidence: "paper" })).toEqual(notVerified);
    expect(read).toEqual([]);
    expect((await open.record(strategy)).kind).toBe("shown");
    const listed = await open.records(strategy);
    expect(listed.kind === "shown" && listed.value.map(({ evidence }) => evidence)).toEqual(["live"]);
  });

  it("verified: to the verification's date in whole months, with the costs of what was closed by then", async () => {
    const strategy = { id: "x", minAmountRupees: 100_000, disclosureBasis: "verified" as const };
    const { desk: open } = desk("verified", null);
    const until = async (on: string) => {
      const shown = await open.record({ ...strategy, verification: { ...VERIFICATION, on } });
      return shown.kind === "shown" ? shown.value : null;
    };
    const september = await until("2026-09-30");
    expect(september?.days.map(({ day }) => day)).toEqual(["2026-08-31", "2026-09-01", "2026-09-30"]);
    expect([september?.costs.brokeragePaise, september?.trades, september?.missed.length]).toEqual([
      100, 1, 2,
    ]);
    // Of three signals that the capital did not carry one lies in the verified part; the record's end does not.
    expect([september?.signalsPassed, september?.signalsAfterEnd, september?.endedOn]).toEqual([1, 0, null]);
    expect((await until("2026-08-31"))?.signalsPassed).toBe(0);
    expect((await until("2026-09-29"))?.days.map(({ day }) => day)).toEqual(["2026-08-31"]);
    const verification = { ...VERIFICATION, on: "2026-09-30" };
    const trades = await open.trades({ ...strategy, verification });
    expect(trades.kind === "shown" && trades.value.map(({ closedAt }) => closedAt)).toEqual([
      "2026-08-31T09:00:00Z",
    ]);
    const listed = await open.records({ ...strategy, verification });
    expect(listed.kind === "shown" && listed.value[0]?.to).toBe("2026-09-30");
  });

  it.each([
    ["2026-09-30", "2026-09-30"],
    ["2026-09-29", "2026-08-31"],
    ["2024-02-29", "2024-02-29"],
    ["2026-01-15", "2025-12-31"],
  ])("the whole months to %s end on %s", (day, last) => expect(lastFullMonth(day)).toBe(last));
});
