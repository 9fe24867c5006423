import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEMONSTRATION_SITE } from "../../tests/support/demonstration.ts";
import type { Strategy } from "../contract/base-api/strategy.ts";
import { EXCHANGE_CALENDAR, ROUND_THE_CLOCK } from "../domain/market-sessions.ts";
import { WORST_CASE_SENTENCES } from "../evidence/performance-texts.ts";
import { consentSections, consentText, scaleToDeployedAmount, sha256Hex } from "./consent-text.ts";
import {
  capitalFor,
  daysOffered,
  holidaysAhead,
  readTerms,
  sentTerms,
  sliderRange,
  termsToParams,
  typedCapital,
  typedTerms,
} from "./deploy-terms.ts";

const TODAY = "2026-11-21";
const NOON = Date.parse("2026-11-21T12:00:00+05:30");
const DAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"] as const;
const STRATEGY = { minAmountRupees: 50_000 };

const read = (query: string) =>
  readTerms(typedTerms(new URLSearchParams(query), DAYS, TODAY), STRATEGY, DAYS, TODAY);

describe("the amount slider", () => {
  const sent = (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ shownAmount: "1,00,000", sliderStart: "100000", ...fields }))
      form.set(name, value);
    return sentTerms(form).getAll("amount");
  };

  it("submits its amount if the user moved the slider and did not change the field", () => {
    expect(sent({ amount: "1,00,000", slider: "100000" })).toEqual(["1,00,000"]);
    expect(sent({ amount: "1,00,000", slider: "150000" })).toEqual(["150000"]);
    expect(sent({ amount: "", slider: "150000" })).toEqual(["150000"]);
    expect(sent({ amount: "2L", slider: "150000" })).toEqual(["2L"]);
    expect(sent({ amount: "2L" })).toEqual(["2L"]);
    expect(sent({})).toEqual([]);
  });

  it("submits a typed amount below the minimum if the user did not move the slider", () => {
    expect(sent({ amount: "5,000", shownAmount: "5,000", slider: "50000", sliderStart: "50000" })).toEqual([
      "5,000",
    ]);
  });

  it("offers whole multiples of the minimum amount up to the available margin", () => {
    expect(sliderRange(50_000, 174_999_00, 100_000)).toEqual({ start: 100_000, most: 150_000 });
    expect(sliderRange(50_000, 174_999_00, 500_000)).toEqual({ start: 150_000, most: 150_000 });
    expect(sliderRange(50_000, 99_999_00, 50_000)).toBeNull();
  });
});

describe("the parser of deployment terms", () => {
  it("defaults to paper mode on all days, starting today", () => {
    expect(read("multiplier=1")).toEqual({
      terms: {
        mode: "paper",
        multiplier: 1,
        startOn: TODAY,
        days: [...DAYS],
        guards: { lossPerDayRupees: null, lossInAllRupees: null, tradesPerDay: null },
      },
    });
  });

  it("defaults to the user's amount, rounded to a multiple of the minimum amount", () => {
    const amountOf = (query: string) =>
      typedTerms(new URLSearchParams(query), DAYS, TODAY, capitalFor(50_000, 174_999)).amount;
    expect(amountOf("")).toBe("₹1,50,000");
    expect(amountOf("amount=70,000")).toBe("70,000");
    expect(amountOf("multiplier=2")).toBe("");
    expect(amountOf("mode=paper&amount=")).toBe("");
    expect(amountOf("mode=paper")).toBe("₹1,50,000");
    expect(amountOf("step=review&mode=paper")).toBe("");
  });

  it("includes all weekdays if the link to the form sets only the mode", () => {
    expect(read("mode=paper&multiplier=1")).toMatchObject({ terms: { mode: "paper", days: [...DAYS] } });
  });

  it("uses the amount in the site header if the typed amount is invalid", () => {
    const capitalOf = (query: string) =>
      typedCapital(typedTerms(new URLSearchParams(query), DAYS, TODAY, 150_000), 50_000, 150_000);
    expect(capitalOf("")).toBe(150_000);
    expect(capitalOf("multiplier=2")).toBe(100_000);
    expect(capitalOf("amount=much")).toBe(150_000);
    expect(capitalOf("amount=1")).toBe(150_000);
  });

  it.each([
    [50_000, 10_000, 10_000],
    [50_000, 120_000, 100_000],
    [10_000, 10_000_000, 500_000],
  ])("for a minimum of %d and an amount of %d, the initial amount is %d", (minimum, amount, capital) => {
    expect(capitalFor(minimum, amount)).toBe(capital);
  });

  it.each([
    ["amount=1,74,999", 3],
    ["amount=1.5L", 3],
    ["amount=1.5L&multiplier=7", 7],
    ["multiplier=50", 50],
  ])("parses the amount %s as %d multiples of the minimum", (query, multiplier) => {
    expect(read(query)).toMatchObject({ terms: { multiplier } });
  });

  it.each([
    ["amount=49,999", "amount", /at least ₹50,000/],
    ["amount=9cr", "amount", /at most ₹25,00,000/],
    ["amount=much", "amount", /rupees, such as/],
    ["step=review&amount=&days=Mon", "amount", /rupees, such as/],
    ["multiplier=0", "multiplier", /1 to 50/],
    ["multiplier=1.5", "multiplier", /whole number/],
    ["mode=real&days=Mon", "mode", /paper or live/],
    ["startOn=2026-11-20", "startOn", /from today up to/],
    ["startOn=2027-11-21", "startOn", /up to 90 days ahead/],
    ["startOn=2026-11-31", "startOn", /from today up to/],
    ["startOn=yesterday", "startOn", /from today up to/],
    ["step=review&mode=paper", "days", /at least one day/],
    ["mode=paper&days=Sun", "days", /at least one day/],
    ["lossPerDay=-5", "lossPerDay", /such as 5,000/],
    ["lossInAll=0", "lossInAll", /such as 5,000/],
    ["tradesPerDay=501", "tradesPerDay", /1 to 500/],
  ])("rejects %s with a message at the field %s", (query, field, words) => {
    const answer = read(query);
    expect("faults" in answer ? answer.faults[field as "amount"] : "accepted").toMatch(words);
  });

  it("yields equal terms after a round trip through query parameters", () => {
    fc.assert(
      fc.property(
        fc.record({
          mode: fc.constantFrom("paper" as const, "live" as const),
          multiplier: fc.integer({ min: 1, max: 50 }),
          startOn: fc.constantFrom("2026-11-21", "2026-12-31"),
          days: fc.subarray([...DAYS], { minLength: 1 }),
          guards: fc.record({
            lossPerDayRupees: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
            lossInAllRupees: fc.option(fc.integer({ min: 1, max: 1_000_000 })),
            tradesPerDay: fc.option(fc.integer({ min: 1, max: 500 })),
          }),
        }),
        (terms) => {
          expect(read(termsToParams(terms).toString())).toEqual({ terms });
        },
      ),
    );
  });
});

describe("days for opening positions", () => {
  const equity = { instrument: "Equity" as const, tradingDays: [...DAYS] };

  it("are the algo's weekdays with trading in its market", () => {
    expect(daysOffered(equity, EXCHANGE_CALENDAR, NOON)).toEqual([...DAYS]);
    expect(daysOffered(equity, ROUND_THE_CLOCK, NOON)).toHaveLength(7);
    expect(daysOffered({ instrument: "Index Options", tradingDays: ["Tue"] }, ROUND_THE_CLOCK, NOON)).toEqual(
      ["Tue"],
    );
  });

  it("upcoming holidays are listed only for the chosen weekdays", () => {
    expect(holidaysAhead(EXCHANGE_CALENDAR, ["Tue"], NOON)).toEqual([
      expect.objectContaining({ day: "2026-11-24", name: "Guru Nanak Jayanti" }),
    ]);
    expect(holidaysAhead(EXCHANGE_CALENDAR, ["Wed"], NOON)).toEqual([]);
  });
});

describe("the consent text", () => {
  const strategy = {
    name: "Test Algo",
    version: "2.1",
    minAmountRupees: 123_456,
    risk: "Moderate",
    manager: { name: "A Manager", registration: "INH000000000" },
    exchangeAlgoIds: [{ exchange: "NSE", id: "NSE-1" }],
    entryWindow: { from: "09:30", to: "14:30" },
    lossLimits: { perTradePercent: 2, perDayPercent: null, worstCase: "gap" },
    fee: { monthlyRupees: 499, note: "" },
  } as unknown as Strategy;
  const input = {
    strategy,
    terms: {
      mode: "live" as const,
      multiplier: 3,
      startOn: "2026-11-23",
      days: ["Mon" as const],
      guards: { lossPerDayRupees: 5_000, lossInAllRupees: null, tradesPerDay: 4 },
    },
    site: {
      ...DEMONSTRATION_SITE,
      brand: { ...DEMONSTRATION_SITE.brand, legalName: "Broker Ltd" },
    },
    worstCase: "It can go wrong.",
  };
  const text = consentText(consentSections(input));

  it("states the terms of the deployment, its risks and how to stop it", () => {
    for (const expectedText of [
      "version 2.1",
      "with real orders",
      "₹3,70,368 (3 × ₹1,23,456)",
      "₹7,408 per trade",
      "no stop per day",
      "It can go wrong.",
      "daily loss ₹5,000",
      "max loss none",
      "trades a day 4",
      "₹499 a month",
      "stop it anytime",
      "New versions need my consent",
      "from 23 Nov 2026, Mon",
    ])
      expect(text).toContain(expectedText);
    expect(DEMONSTRATION_SITE.texts.consent.version).toMatch(/^\d{4}-\d\d$/);
  });

  it("does not state that there are no stops if the provider states none", () => {
    const lossLimits = { perTradePercent: null, perDayPercent: null, worstCase: "unstated" as const };
    const stated = (worstCase: "unstated" | "gap") =>
      consentText(
        consentSections({ ...input, strategy: { ...strategy, lossLimits: { ...lossLimits, worstCase } } }),
      );
    expect(stated("unstated")).toContain("Stop-losses: not stated by the provider.");
    expect(stated("gap")).toContain("No stops.");
  });

  it("states the deployment's amount when a new version has another minimum amount", () => {
    const deployed = { capitalRupees: 150_000, terms: input.terms };
    const consented = consentText(
      consentSections({ ...input, strategy: scaleToDeployedAmount(strategy, deployed) }),
    );
    expect(consented).toContain("₹1,50,000 (3 × ₹50,000)");
    expect(consented).toContain("₹3,000 per trade");
  });

  it("states the quoted margin and entry charges, or that no order is placed now", () => {
    const at = Date.parse("2026-11-21T09:02:07Z");
    const quoted = (chargesPaise: number) =>
      consentText(consentSections({ ...input, quote: { marginPaise: 31_234_550, chargesPaise, at } }));
    const start = "Quoted 21 Nov 2026, 14:32:07 IST: margin ₹3,12,345.50;";
    expect(quoted(12_345)).toContain(`${start} entry charges ₹123.45.`);
    expect(quoted(0)).toContain(`${start} no order now.`);
  });

  it("has at most 120 words and includes the typical max loss of a position", () => {
    const structure = {
      product: "Delivery" as const,
      direction: "rising" as const,
      underlying: "share" as const,
      legs: [{ kind: "share" as const, ratio: 1, strike: 1, days: 0, volatility: 0 }],
      exposure: 0.1,
      positions: 10,
    };
    const quote = { marginPaise: 31_234_550, chargesPaise: 12_345, at: 0 };
    const text = consentText(
      consentSections({
        ...input,
        strategy: { ...strategy, structure },
        worstCase: WORST_CASE_SENTENCES.open,
        quote,
      }),
    );
    expect(text).toContain("Typical max loss of one position: ₹37,037.");
    const wordCount = text.split(/\s+/).filter(Boolean).length;
    expect(wordCount).toBeLessThanOrEqual(120);
  });

  it("is deterministic, and its digest changes with the terms", async () => {
    expect(consentText(consentSections(input))).toBe(text);
    const other = consentText(consentSections({ ...input, terms: { ...input.terms, multiplier: 4 } }));
    expect(await sha256Hex(other)).not.toBe(await sha256Hex(text));
    expect(await sha256Hex("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
