import { parse } from "node-html-parser";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { StrategySummary } from "../../contract/base-api/strategy.ts";
import { listFitReasons } from "../../marketplace/stepper.ts";
import { Results } from "./results.tsx";

const STRATEGY = {
  id: "income-call",
  name: "Income Call",
  summary: "Sells calls.",
  instrument: "Equity Options",
  tags: ["Equity", "Options"],
  risk: "Medium",
  minAmountRupees: 700_000,
  manager: { id: "banyan", name: "Banyan" },
  status: { state: "open" },
} as unknown as StrategySummary;

it.each([
  [500_000, "Needs ₹7,00,000, within your ₹5,00,000 or more.", "fits ₹7,00,000"],
  [300_000, "Needs ₹7,00,000, ₹4,00,000 more than your ₹3,00,000.", "needs ₹4,00,000 more"],
])("a card and its reason agree for a capital of %d", (capital, reason, onCard) => {
  const answers = { capital, risk: "Medium", instrument: "Options" } as const;
  const judged = {
    strategy: STRATEGY,
    reasons: listFitReasons(STRATEGY, answers),
    strip: { kind: "unreachable" as const },
  };
  const page = parse(
    renderToStaticMarkup(
      <Results answers={answers} notices={[]} results={{ total: 1, matches: [judged], misses: [] }} />,
    ),
  );
  expect(page.querySelector(".card-reasons")?.text).toContain(reason);
  expect(page.querySelector(".fits")?.text).toContain(onCard);
});

it("offers the smallest sufficient amount if no algo fits, and states only the missed answer", () => {
  const answers = { capital: 300_000, risk: "Medium", instrument: "Options" } as const;
  const strategy = { ...STRATEGY, minAmountRupees: 301_000 };
  const near = [
    { strategy, reasons: listFitReasons(strategy, answers), strip: { kind: "unreachable" as const } },
  ];
  const results = { total: 0, matches: [], misses: [{ criterion: "capital" as const, total: 1, near }] };
  const page = parse(renderToStaticMarkup(<Results answers={answers} notices={[]} results={results} />));
  expect(page.querySelector(".button-main")?.getAttribute("href")).toContain("capital=305000&");
  expect(page.querySelectorAll(".card-reasons li")).toHaveLength(1);
});

it("accepts any minimum for the largest answer on the card of an algo that misses another answer", () => {
  const answers = { capital: 500_000, risk: "Low", instrument: "Options" } as const;
  const near = [
    {
      strategy: STRATEGY,
      reasons: listFitReasons(STRATEGY, answers),
      strip: { kind: "unreachable" as const },
    },
  ];
  const results = { total: 0, matches: [], misses: [{ criterion: "risk" as const, total: 1, near }] };
  const page = parse(renderToStaticMarkup(<Results answers={answers} notices={[]} results={results} />));
  expect(page.querySelector(".fits")?.text).toContain("fits ₹7,00,000");
});
