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

describe("the desk", () => {
  const RECORD = { days: [] } as unknown as StrategyRecord;
  function desk(ceiling: (typeof DISCLOSURE_BASES)[number], asked: string[] | null) {
    const read: string[] = [];
    return {
      read,
      desk: createEvidenceDesk({
        ceiling,
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
      expect((await shut.record({ id: "x", disclosureBasis })).kind).toBe("withheld");
      expect((await shut.trades({ id: "x", disclosureBasis })).kind).toBe("withheld");
      expect(read).toEqual([]);
    }
  });

  it("one to one: signed in, on request, for the algo that was asked for", async () => {
    const strategy = { id: "x", disclosureBasis: "one_to_one" as const };
    expect(await desk("backtest", null).desk.record(strategy)).toEqual({
      kind: "withheld",
      reason: "sign_in",
    });
    expect(await desk("backtest", ["y"]).desk.record(strategy)).toEqual({ kind: "withheld", reason: "ask" });
    expect((await desk("backtest", ["x"]).desk.record(strategy)).kind).toBe("shown");
  });
});
