// Tests the gate with all combinations of its input. Three rules permit showing a record; in every other case it is
// withheld.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RecordCalls } from "../../app/contract/base-api/calls.ts";
import { RECORD_TEXTS } from "../../app/contract/base-api/disclosure-texts.ts";
import type { RecordList, StrategyRecord } from "../../app/contract/base-api/record.ts";
import type { StrategyStudies } from "../../app/contract/base-api/studies.ts";
import { lastFullMonth } from "../../app/domain/verification.ts";
import { DISCLOSURE_BASES } from "../../app/domain/vocabulary.ts";
import { createCheckedRecords } from "./checked-records.ts";
import { createEvidenceService, findWithheldReason } from "./disclosure-gate.ts";
import { refusalResponse } from "./faults.ts";

const question = fc.record({
  basis: fc.constantFrom(...DISCLOSURE_BASES),
  ceiling: fc.constantFrom(...DISCLOSURE_BASES),
  isSignedIn: fc.boolean(),
  hasRequested: fc.boolean(),
  isVerified: fc.boolean(),
});

describe("the decision to disclose a record", () => {
  it("requires that the algo's level and the site's maximum level both permit it", () => {
    fc.assert(
      fc.property(question, (requested) => {
        const isVisible = findWithheldReason(requested) === null;
        const rank = (basis: (typeof DISCLOSURE_BASES)[number]) => DISCLOSURE_BASES.indexOf(basis);
        if (requested.basis === "none" || requested.ceiling === "none") expect(isVisible).toBe(false);
        if (isVisible) {
          expect(rank(requested.basis)).toBeLessThanOrEqual(rank(requested.ceiling));
          if (requested.basis === "one_to_one")
            expect(requested.isSignedIn && requested.hasRequested).toBe(true);
          if (requested.basis === "verified") expect(requested.isVerified).toBe(true);
        }
        // Raising the ceiling never hides a record.
        if (isVisible) expect(findWithheldReason({ ...requested, ceiling: "backtest" })).toBeNull();
      }),
      { numRuns: 500 },
    );
  });
});

const VERIFICATION = { by: "An agency", reference: "V-1", on: "2026-09-30" };

describe("disclosure of performance records", () => {
  /** Returns a record that matches a choice; `to` is its last day. */
  const recordOf = (choice: object | undefined, to: string) =>
    ({
      strategyId: "x",
      version: "1.0",
      start: "own",
      ...choice,
      state: "being_made",
      seal: null,
      to,
    }) as StrategyRecord;
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
  function createService(
    ceiling: (typeof DISCLOSURE_BASES)[number],
    requested: string[] | null,
    ends: { listedTo?: string; sentTo?: string } = {},
    overrides: Partial<RecordCalls> = {},
  ) {
    const { listedTo = "2026-08-31" } = ends;
    const { sentTo = listedTo } = ends;
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
            { ...span, version: "1.0", evidence: "live", part: "verified", to: listedTo },
          ],
          making: null,
        };
      },
      getStrategyRecord: async (id, choice) => {
        read.push(id);
        return recordOf(choice, choice?.part === undefined ? "2026-11-20" : sentTo);
      },
      listRecordTrades: async (id) => {
        read.push(id);
        return { items: [] };
      },
      getStrategyStudies: async (id) => {
        read.push(id);
        return STUDIES;
      },
      getEvidenceKeys: async () => ({ keys: [] }),
      listEvidenceHeads: async () => ({ items: [] }),
      getEvidenceHeads: async () => {
        throw new Error("not expected");
      },
      ...overrides,
    };
    let listed = 0;
    const listing = async () => {
      listed += 1;
      return {
        items: (requested ?? []).map((strategyId) => ({ strategyId, at: "2026-11-01T00:00:00.000Z" })),
      };
    };
    return {
      read,
      listed: () => listed,
      service: createEvidenceService({
        ceiling,
        records: reader,
        disclosures: requested === null ? null : { listDisclosures: listing, requestDisclosure: listing },
        request: { signal: new AbortController().signal, requestId: "r" },
        checked: createCheckedRecords({
          api: { recordsFor: () => reader },
          limits: {
            cachedRecords: 1,
            cachedRecordLines: 1_000,
            answersSharedForMs: 0,
            answersShared: 1,
            providerTimeoutMs: 1_000,
          },
        }),
      }),
    };
  }

  it("loads no record if the site withholds all records", async () => {
    for (const disclosureBasis of DISCLOSURE_BASES) {
      const { service: shut, read } = createService("none", ["x"]);
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

  it("states that there is no record if the provider lists none and computes none", async () => {
    const strategy = {
      id: "x",
      minAmountRupees: 1,
      disclosureBasis: "backtest",
      verification: null,
    } as const;
    const { service } = createService(
      "backtest",
      null,
      {},
      {
        getStrategyRecord: async () => {
          throw refusalResponse(404, "No record");
        },
      },
    );
    const none = { kind: "withheld", reason: "no_record" };
    expect(await service.record(strategy)).toEqual(none);
    expect(await service.trades(strategy)).toEqual(none);
    await expect(service.unverified(strategy, { evidence: "backtest" })).rejects.toMatchObject({
      status: 404,
    });
    const listing = (making: RecordList["making"]) =>
      createService("backtest", null, {}, { listStrategyRecords: async () => ({ items: [], making }) })
        .service;
    expect(await listing(null).records(strategy)).toEqual(none);
    const withoutRecords = createService(
      "backtest",
      null,
      {},
      {
        listStrategyRecords: async () => {
          throw refusalResponse(404, "No records");
        },
      },
    ).service;
    expect(await withoutRecords.records(strategy)).toEqual(none);
    expect(await withoutRecords.record(strategy)).toEqual(none);
    const verified = { ...strategy, disclosureBasis: "verified", verification: VERIFICATION } as const;
    expect(await listing(null).records(verified)).toMatchObject({ reason: "not_verified" });
    expect(await listing({ done: 0, total: 1 }).records(strategy)).toMatchObject({ value: [] });
  });

  it("at level one-to-one: shows a record only to a signed-in client that requested it", async () => {
    const strategy = {
      id: "x",
      minAmountRupees: 100_000,
      disclosureBasis: "one_to_one" as const,
      verification: null,
    };
    expect(await createService("backtest", null).service.record(strategy)).toEqual({
      kind: "withheld",
      reason: "sign_in",
    });
    expect(await createService("backtest", ["y"]).service.record(strategy)).toEqual({
      kind: "withheld",
      reason: "ask",
    });
    const { service, listed } = createService("backtest", ["x"]);
    await Promise.all([
      service.record(strategy),
      service.records(strategy),
      service.record({ ...strategy, id: "y" }),
    ]);
    expect((await service.record(strategy)).kind).toBe("shown");
    expect(listed()).toBe(1);
  });

  it("at level verified: shows only the live record of a verified algo", async () => {
    const strategy = {
      id: "x",
      minAmountRupees: 100_000,
      disclosureBasis: "verified" as const,
      verification: VERIFICATION,
    };
    const { service: open, read } = createService("verified", null);
    const notVerified = { kind: "withheld", reason: "not_verified" };
    expect(await open.record({ ...strategy, verification: null })).toEqual(notVerified);
    expect(await open.record(strategy, { evidence: "backtest" })).toEqual(notVerified);
    expect(await open.trades(strategy, { evidence: "paper" })).toEqual(notVerified);
    expect(read).toEqual([]);
    expect((await open.record(strategy)).kind).toBe("shown");
    const listed = await open.records(strategy);
    expect(listed.kind === "shown" && listed.value.map(({ evidence }) => evidence)).toEqual(["live"]);
  });

  describe("verified figures", () => {
    const strategy = { id: "x", minAmountRupees: 100_000, disclosureBasis: "verified" as const };
    const on = (day: string) => ({ ...strategy, verification: { ...VERIFICATION, on: day } });

    it("contain only the verified part of the live record that the provider sealed", async () => {
      const { service: open } = createService("backtest", null);
      for (const choice of [undefined, { evidence: "live", version: "1.0" }] as const) {
        const disclosed = await open.record(on("2026-09-29"), choice);
        expect(disclosed.kind === "shown" && [disclosed.value.part, disclosed.value.to]).toEqual([
          "verified",
          "2026-08-31",
        ]);
      }
      const listed = await open.records(on("2026-09-29"));
      expect(listed.kind === "shown" && listed.value.map(({ part, to }) => [part, to])).toEqual([
        ["verified", "2026-08-31"],
      ]);
    });

    it("are withheld if they extend past the last full month before verification", async () => {
      const { service: late } = createService("verified", null, { listedTo: "2026-09-01" });
      expect(await late.record(on("2026-09-29"))).toEqual({ kind: "withheld", reason: "not_verified" });
      const { service: disguised } = createService("verified", null, { sentTo: "2026-09-01" });
      expect(await disguised.record(on("2026-09-29"))).toMatchObject({ kind: "withheld", reason: "failed" });
    });
  });
});

describe("the verified period", () => {
  it.each([
    ["2026-09-30", "2026-09-30"],
    ["2026-09-29", "2026-08-31"],
    ["2024-02-29", "2024-02-29"],
    ["2026-01-15", "2025-12-31"],
  ])("of a verification on %s ends on %s", (day, last) => expect(lastFullMonth(day)).toBe(last));
});
