// An algo's record as files: asked of the gate like every page. What may not be shown is not there.
import type { SiteContext } from "../context.ts";
import { csvResponse, csvRupees } from "../http/csv.ts";
import { notFound, unavailableWithoutProvider } from "../http/problem.ts";
import { DISCLOSURE_TEXTS, DISCLOSURE_TEXTS_VERSION } from "../strategies/disclosure-texts.ts";
import { idSchema, type Strategy } from "../wire/strategy.ts";

async function subject(context: Partial<SiteContext>, params: { manager?: string; algo?: string }) {
  if (!context.provider || !context.evidence) throw unavailableWithoutProvider();
  const id = idSchema.safeParse(params.algo);
  if (!id.success) throw notFound("No algo has this address.");
  const strategy: Strategy = await context.provider.getStrategy(id.data);
  if (strategy.manager.id !== params.manager) throw notFound("No algo has this address.");
  return { strategy, evidence: context.evidence };
}

const withheld = () => notFound("Nothing of this algo's performance is shown here.");

export async function tradesFile(context: Partial<SiteContext>, params: { manager?: string; algo?: string }) {
  const { strategy, evidence } = await subject(context, params);
  const trades = await evidence.trades(strategy);
  if (trades.kind === "withheld") throw withheld();
  return csvResponse(
    `${strategy.id}-backtest-trades.csv`,
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
      "backtest, hypothetical",
    ]),
  );
}

export async function recordFile(context: Partial<SiteContext>, params: { manager?: string; algo?: string }) {
  const { strategy, evidence } = await subject(context, params);
  const record = await evidence.record(strategy);
  if (record.kind === "withheld") throw withheld();
  // As it came, without our own check: whoever fetches it makes that himself.
  const { brokenOn: _, ...given } = record.value;
  const texts = { version: DISCLOSURE_TEXTS_VERSION, ...DISCLOSURE_TEXTS };
  return new Response(`${JSON.stringify({ ...given, texts }, null, 1)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
