// Downloadable files of an algo's record. The disclosure gate applies as on pages.
import { z } from "zod";
import type { EvidenceService, SiteContext } from "../context.ts";
import { RECORD_TEXTS } from "../contract/base-api/disclosure-texts.ts";
import { RECORD_STARTS } from "../contract/base-api/record.ts";
import { idSchema, type Strategy } from "../contract/base-api/strategy.ts";
import type { CurveFile } from "../contract/site/curve-file.ts";
import { readAddressAmount } from "../domain/reader-amount.ts";
import { csvResponse, csvRupees } from "../http/csv.ts";
import { notFound, unavailableWithoutProvider } from "../http/problem.ts";
import { scaleEvidence } from "./at-amount.ts";
import { EVIDENCE_NAMES } from "./disclosure-texts.ts";
import type { ChartPoint, OtherCurve } from "./equity-scales.ts";
import { loadTabEvidence } from "./load-evidence.ts";
import { selectRecord } from "./select-record.ts";

type Params = { manager?: string; algo?: string };

/**
 * Query parameters that select a record. In addition, `start=live` selects the backtest that starts with the live
 * record.
 */
const CHOICE = ["evidence", "version"] as const;
const START = z.enum(RECORD_STARTS).default("own");
const withheld = () => notFound("This algo's performance is not shown here.");
const recordFailed = () =>
  notFound("This record fails verification. None of its figures is shown; record.json contains the record.");

/**
 * Returns the record that an address selects. A class or version without a record results in a 404, never in another
 * record.
 */
async function subject(context: Partial<SiteContext>, params: Params, query: URLSearchParams) {
  if (!context.provider || !context.evidence) throw unavailableWithoutProvider();
  const id = idSchema.safeParse(params.algo);
  if (!id.success) throw notFound("No algo has this address.");
  // The decision to show a record requires a current response of the provider.
  const strategy: Strategy = await context.provider.fresh.getStrategy(id.data);
  if (strategy.manager.id !== params.manager) throw notFound("No algo has this address.");
  const listed = await context.evidence.records(strategy);
  if (listed.kind === "withheld") throw withheld();
  const found = selectRecord(listed.value, query);
  const isOther = CHOICE.some((name) => query.has(name) && query.get(name) !== found?.[name]);
  const start = START.safeParse(query.get("start") ?? undefined);
  const hasStart = start.success && (start.data === "own" || found?.evidence === "backtest");
  if (found === null || isOther || !hasStart) throw notFound("This algo has no such record.");
  return { strategy, choice: { ...found, start: start.data }, evidence: context.evidence };
}

/**
 * Returns an evidence service that restates records at the amount in the address. Without an amount, records are as
 * sealed.
 */
function scaleToQueryAmount(evidence: EvidenceService, query: URLSearchParams): EvidenceService {
  const amount = readAddressAmount(query.get("amount"));
  return amount === null ? evidence : scaleEvidence(evidence, amount);
}

export async function tradesFile(context: Partial<SiteContext>, params: Params, query: URLSearchParams) {
  const { strategy, choice, evidence } = await subject(context, params, query);
  const trades = await scaleToQueryAmount(evidence, query).trades(strategy, choice);
  if (trades.kind === "withheld") throw trades.reason === "failed" ? recordFailed() : withheld();
  return csvResponse(
    `${strategy.id}-${choice.version}-${choice.evidence}${choice.start === "live" ? "-from-live-start" : ""}-trades.csv`,
    [
      "number",
      "opened_at",
      "closed_at",
      "legs",
      "gross_rupees",
      "brokerage_rupees",
      "transaction_tax_rupees",
      "exchange_rupees",
      "regulator_rupees",
      "stamp_duty_rupees",
      "gst_rupees",
      "slippage_rupees",
      "net_rupees",
      "favourable_rupees",
      "adverse_rupees",
      "margin_rupees",
      "entry_reason",
      "exit_reason",
      "evidence",
    ],
    trades.value.map((trade) => [
      trade.number,
      trade.openedAt,
      trade.closedAt,
      trade.legs
        .map(
          (leg) =>
            `${leg.side} ${leg.quantity} ${leg.symbol} ${csvRupees(leg.entryPaise)}>${csvRupees(leg.exitPaise) ?? "open"}`,
        )
        .join("; "),
      csvRupees(trade.grossPaise),
      csvRupees(trade.costs.brokeragePaise),
      csvRupees(trade.costs.transactionTaxPaise),
      csvRupees(trade.costs.exchangePaise),
      csvRupees(trade.costs.regulatorPaise),
      csvRupees(trade.costs.stampDutyPaise),
      csvRupees(trade.costs.gstPaise),
      csvRupees(trade.costs.slippagePaise),
      csvRupees(trade.netPaise),
      csvRupees(trade.favourablePaise),
      csvRupees(trade.adversePaise),
      csvRupees(trade.marginPaise),
      trade.entryReason,
      trade.exitReason,
      EVIDENCE_CELLS[choice.evidence],
    ]),
  );
}

/** Returns the trade with the number in the address. */
export async function loadTrade(context: Partial<SiteContext>, params: Params, query: URLSearchParams) {
  const { strategy, choice, evidence } = await subject(context, params, query);
  const trades = await scaleToQueryAmount(evidence, query).trades(strategy, choice);
  if (trades.kind === "withheld") throw trades.reason === "failed" ? recordFailed() : withheld();
  const trade = trades.value.find(({ number }) => String(number) === query.get("number"));
  if (trade === undefined) throw notFound("This record has no such trade.");
  return { strategy, choice, trade };
}

const EVIDENCE_CELLS = {
  backtest: "backtest, hypothetical",
  paper: "paper, hypothetical",
  live: "live, one deployment",
} as const;

export function jsonFile(value: unknown, indent?: number): Response {
  return new Response(`${JSON.stringify(value, null, indent)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}

export async function recordFile(context: Partial<SiteContext>, params: Params, query: URLSearchParams) {
  const { strategy, choice, evidence } = await subject(context, params, query);
  const found = await evidence.unverified(strategy, choice);
  if (found.kind === "withheld") throw withheld();
  return jsonFile({ ...found.value.record, tradeList: found.value.trades }, 1);
}

/** Returns the signed studies of the current version's backtest, without the progress, which is not signed. */
export async function studiesFile(context: Partial<SiteContext>, params: Params) {
  const { strategy, evidence } = await subject(context, params, new URLSearchParams());
  const found = await evidence.studies(strategy);
  if (found.kind === "withheld") throw withheld();
  if (found.value.studies.state !== "ready") throw notFound("The studies of this algo are not computed yet.");
  const { making: _, ...given } = found.value.studies;
  return jsonFile(given, 1);
}

export async function keysFile({ evidence }: Partial<SiteContext>): Promise<Response> {
  if (!evidence) throw unavailableWithoutProvider();
  return jsonFile(await evidence.keys(), 1);
}

const HEADS_FILE = /^(\d{4}-\d{2}-\d{2})\.json$/;

/** Returns a file of published chain heads: those of a day, or the index of all days. */
export async function headsFile({ evidence }: Partial<SiteContext>, name: string): Promise<Response> {
  if (!evidence) throw unavailableWithoutProvider();
  if (name === "index.json") return jsonFile(await evidence.headsIndex(), 1);
  const day = HEADS_FILE.exec(name)?.[1];
  if (day === undefined) throw notFound("Heads are published in daily files such as 2026-11-20.json.");
  return jsonFile(await evidence.heads(day), 1);
}

/**
 * Returns the points of the Performance chart as columns, for the crosshair script. Sums are for the amount in the
 * address, or for the record's capital if the address has no amount.
 */
export async function curveFile(context: Partial<SiteContext>, params: Params, query: URLSearchParams) {
  const { strategy, evidence } = await subject(context, params, query);
  const loaded = await loadTabEvidence("performance", scaleToQueryAmount(evidence, query), strategy, query, {
    context,
  });
  if (loaded.kind === "failed") throw recordFailed();
  if (loaded.kind !== "shown" || loaded.performance === null) throw withheld();
  const { points, other } = loaded.performance;
  const names = {
    own: EVIDENCE_NAMES[loaded.chosen.evidence],
    other: other === null ? null : EVIDENCE_NAMES[other.evidence],
    benchmark: loaded.performance.benchmarkName,
  };
  return jsonFile(curveColumns(names, points, other));
}

/** Converts the points of a chart to columns. */
export function curveColumns(
  names: CurveFile["names"],
  points: readonly ChartPoint[],
  other: OtherCurve | null,
): CurveFile {
  const beside = new Map(other?.points.map(({ day, equityPaise }) => [day, equityPaise]));
  return {
    names,
    boundary: other?.startsInChart ? other.from : null,
    days: points.map(({ day }) => day),
    own: points.map(({ equityPaise }) => equityPaise),
    benchmark: names.benchmark === null ? null : points.map(({ benchmarkPaise }) => benchmarkPaise),
    other: other === null ? null : points.map(({ day }) => beside.get(day) ?? null),
    underwater: points.map(({ underwater }) => Math.round(underwater * 1e7) / 1e7),
    texts: RECORD_TEXTS,
  };
}
