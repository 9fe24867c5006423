import { describe, expect, it } from "vitest";
import { FILTERS } from "../../../../app/domain/filters.ts";
import { computeRating } from "../../../../app/domain/risk-rating.ts";
import { dayOfIso, isoDayOf } from "../../../../app/domain/time.ts";
import { INSTRUMENT_KINDS, PRODUCTS, RISKS } from "../../../../app/domain/vocabulary.ts";
import { TradingDays } from "../../exchange/trading-days.ts";
import { recordSpans } from "../backtest/record-plans.ts";
import { buildRiskStructure } from "../playbooks/risk-structure.ts";
import { buildCatalogue } from "./build-catalogue.ts";

const { strategies, managers, plans } = buildCatalogue();
const listed = strategies.filter((strategy) => strategy.status.state !== "withdrawn");

describe("the catalogue", () => {
  it("has about sixty listed strategies of seven managers with unique ids", () => {
    expect(listed.length).toBeGreaterThanOrEqual(58);
    expect(listed.length).toBeLessThanOrEqual(64);
    expect(managers).toHaveLength(7);
    expect(new Set(strategies.map((strategy) => strategy.id)).size).toBe(strategies.length);
  });

  it("gives each algo a different summary", () => {
    expect(new Set(strategies.map(({ summary }) => summary)).size).toBe(strategies.length);
  });

  it("shows a single manager, with nine algos, as popular", () => {
    const [only, ...others] = managers.filter((manager) => manager.listed);
    expect(others).toEqual([]);
    expect(listed.filter((strategy) => strategy.manager.id === only?.id)).toHaveLength(9);
  });

  it.each(
    INSTRUMENT_KINDS.flatMap((instrument) => PRODUCTS.map((product) => [instrument, product] as const)),
  )("has algos that trade %s with the holding style %s", (instrument, product) => {
    expect(listed.some((s) => s.instrument === instrument && s.product === product)).toBe(true);
  });

  it.each(RISKS)("has algos of %s risk for several instruments and products", (risk) => {
    const own = listed.filter((s) => s.risk === risk);
    expect(own.length).toBeGreaterThanOrEqual(3);
    expect(new Set(own.map(({ instrument }) => instrument)).size).toBeGreaterThanOrEqual(2);
    expect(new Set(own.map(({ product }) => product)).size).toBeGreaterThanOrEqual(2);
  });

  it("has algos for each instrument at every risk level except the highest", () => {
    for (const instrument of INSTRUMENT_KINDS)
      for (const risk of ["Low", "Medium", "Moderate"])
        expect(
          listed.some((s) => s.instrument === instrument && s.risk === risk),
          `${instrument}, ${risk}`,
        ).toBe(true);
  });

  it("labels each algo with the risk rating of its positions", () => {
    for (const s of strategies) {
      const plan = plans.get(s.id);
      if (plan === undefined) throw new Error(`${s.id} has no plan`);
      expect(s.risk, s.id).toBe(computeRating({ structure: buildRiskStructure(plan), record: null }).word);
    }
  });

  it("states a minimum amount of margin plus buffer for each algo", () => {
    for (const s of strategies)
      expect(s.minAmountRupees).toBe(s.minimum.marginRupees + s.minimum.bufferRupees);
  });

  it("has no page text that contains undefined, NaN or null", () => {
    for (const s of strategies) {
      const textJson = JSON.stringify([
        s.summary,
        s.howItWorks,
        s.whatCouldGoWrong,
        s.faqs,
        s.tradeFrequency,
      ]);
      expect(textJson, s.id).not.toMatch(/undefined|NaN|null/);
    }
  });

  it("states a reason for each algo that is not open", () => {
    for (const s of strategies.filter((s) => s.status.state !== "open"))
      expect(s.status.reason, s.id).toBeTruthy();
  });

  it("has a research report for every black-box algo", () => {
    for (const s of strategies.filter((s) => s.box === "black")) expect(s.researchReport, s.id).toBe(true);
  });

  it("lists versions in order from the launch date, each starting on a trading day", () => {
    const days = new TradingDays();
    for (const { id, liveSince, versions, status } of strategies) {
      expect(versions.at(-1)?.since, id).toBe(liveSince);
      expect(versions[0]?.until, id).toBeNull();
      for (const [index, { since }] of versions.entries()) {
        const before = versions[index + 1];
        if (before !== undefined) {
          expect(before.until, id).not.toBeNull();
          expect(since > (before.until ?? ""), id).toBe(true);
        }
        expect(days.isTradingDay(dayOfIso(since)), `${id} ${since}`).toBe(true);
      }
      if (status.state === "open") expect(status.since, id).toBe(liveSince);
      else {
        expect(status.since > (versions[0]?.since ?? ""), id).toBe(true);
        expect(days.isTradingDay(dayOfIso(status.since)), `${id} ${status.since}`).toBe(true);
      }
    }
  });

  it("has launch dates that equal the first day of the live records", () => {
    const record = FILTERS.find(({ name }) => name === "record");
    const months = { "under-6": 0, "6-12": 6, "12-24": 12, "over-24": 24 };
    const today = "2026-11-20";
    const found = new Set<string>();
    for (const strategy of strategies) {
      const live = recordSpans(strategy, dayOfIso(today)).filter(({ evidence }) => evidence === "live");
      const first = isoDayOf(Math.min(...live.map(({ fromDay }) => fromDay)));
      expect(first, strategy.id).toBe(strategy.liveSince);
      for (const value of record?.of(strategy, today) ?? []) {
        found.add(value);
        const least = months[value as keyof typeof months];
        const since = new Date(`${today}T00:00:00Z`);
        since.setUTCMonth(since.getUTCMonth() - least);
        expect(first <= since.toISOString().slice(0, 10), `${strategy.id} ${value}`).toBe(true);
      }
    }
    expect([...found].sort()).toEqual(Object.keys(months).sort());
  });

  it("includes failed algos: three to five are withdrawn or suspended", () => {
    const ended = strategies.filter(
      ({ status }) => status.state === "withdrawn" || status.state === "suspended",
    );
    expect(ended.length).toBeGreaterThanOrEqual(3);
    expect(ended.length).toBeLessThanOrEqual(5);
    // The reason states whether the manager or the broker ended the algo.
    for (const { status, id } of ended)
      expect(status.reason, id).toMatch(/\bThe (?:manager|broker) (?:has suspended|suspended|withdrew) it\b/);
    // A catalogue that hides failed algos would overstate the results of the others.
    for (const { disclosureBasis, id } of ended) expect(disclosureBasis, id).not.toBe("none");
  });
});
