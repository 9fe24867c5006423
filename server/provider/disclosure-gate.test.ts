// The gate over every question there is: what is shown is shown by one of three rules, and nothing else ever.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { StrategyRecord } from "../../app/wire/record.ts";
import { DISCLOSURE_BASES } from "../../app/wire/vocabulary.ts";
import { createEvidenceDesk, withheld } from "./disclosure-gate.ts";

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
  const RECORD = { days: [] } as unknown as StrategyRecord;
  function desk(ceiling: (typeof DISCLOSURE_BASES)[number], asked: string[] | null) {
    const read: string[] = [];
    return {
      read,
      desk: createEvidenceDesk({
        ceiling,
        listRecords: async (id) => {
          read.push(id);
          return [
            { version: "1.0", evidence: "backtest", state: "ready", from: "2023-01-02", to: "2026-11-20" },
            { version: "1.0", evidence: "live", state: "ready", from: "2025-01-02", to: "2026-11-20" },
          ];
        },
        readRecord: async (id) => {
          read.push(id);
          return RECORD;
        },
        readTrades: async (id) => {
          read.push(id);
          return [];
        },
        asked: asked === null ? null : async () => asked,
        ask: null,
      }),
    };
  }

  it("does not even read what may not be shown", async () => {
    for (const disclosureBasis of DISCLOSURE_BASES) {
      const { desk: shut, read } = desk("none", ["x"]);
      for (const verification of [null, VERIFICATION]) {
        const strategy = { id: "x", disclosureBasis, verification };
        expect((await shut.records(strategy)).kind).toBe("withheld");
        expect((await shut.record(strategy)).kind).toBe("withheld");
        expect((await shut.record(strategy, { evidence: "live" })).kind).toBe("withheld");
        expect((await shut.trades(strategy)).kind).toBe("withheld");
      }
      expect(read).toEqual([]);
    }
  });

  it("one to one: signed in, on request, for the algo that was asked for", async () => {
    const strategy = { id: "x", disclosureBasis: "one_to_one" as const, verification: null };
    expect(await desk("backtest", null).desk.record(strategy)).toEqual({
      kind: "withheld",
      reason: "sign_in",
    });
    expect(await desk("backtest", ["y"]).desk.record(strategy)).toEqual({ kind: "withheld", reason: "ask" });
    expect((await desk("backtest", ["x"]).desk.record(strategy)).kind).toBe("shown");
  });

  it("verified: the live record of a verified algo, and nothing that nobody can verify", async () => {
    const strategy = { id: "x", disclosureBasis: "verified" as const, verification: VERIFICATION };
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
});
