// The text that a client consents to. It depends only on the algo, the terms and the quote. The server can therefore
// rebuild the text and compare it with the displayed one.

import type { Deployment, DeploymentTerms } from "../contract/base-api/deployment.ts";
import { type Strategy, statesStops } from "../contract/base-api/strategy.ts";
import type { BrandedSite } from "../contract/site/site.ts";
import { positionLoss } from "../domain/risk-rating.ts";
import { formatDay, formatInstant, formatWeekdays } from "../format/dates.ts";
import { formatRisk } from "../format/risk.ts";
import { formatPaise, formatRupees } from "../format/rupees.ts";

/**
 * Names of the lines about a deployment that the brand's consent.md contains as placeholders such as `{order}`. The
 * file must contain all of them.
 */
export const CONSENT_LINES = [
  "order",
  "capital",
  "stops",
  "largestLoss",
  "worstCase",
  "limits",
  "fees",
  "quote",
] as const;

type OrderLinePlaceholder = "broker" | "algo" | "version" | "manager" | "ids" | "mode";

export const consentLinesText = {
  live: "with real orders",
  paper: "on paper, without real orders",
  order: ({ broker, algo, version, manager, ids, mode }: Record<OrderLinePlaceholder, string>) =>
    `${broker} runs ${algo}, version ${version}, by ${manager}, algo id ${ids}, ${mode}.`,
  capital: ({
    amount,
    units,
    unit,
    start,
    days,
  }: Record<"amount" | "units" | "unit" | "start" | "days", string>) =>
    `Amount: ${amount} (${units} × ${unit}), from ${start}, ${days}.`,
  noStop: "no stop",
  noStops: "No stops.",
  stopsNotStated: "Stop-losses: not stated by the provider.",
  stops: ({ trade, day }: { trade: string; day: string }) =>
    `Stop-losses: ${trade} per trade; ${day} per day.`,
  largest: (amount: string) => `Typical max loss of one position: ${amount}.`,
  stress: (amount: string) => `Stress-test loss of one position: ${amount}; it can be larger.`,
  none: "none",
  limits: ({ day, all, trades, risk }: Record<"day" | "all" | "trades" | "risk", string>) =>
    `Risk: ${risk}. My limits: daily loss ${day}; max loss ${all}; trades a day ${trades}. Price gaps can exceed them.`,
  noFee: "No manager's fee; brokerage and taxes per trade.",
  fee: (amount: string) => `Fee: ${amount} a month plus GST; brokerage and taxes per trade.`,
  noOrder: "no order now",
  firstOrders: (amount: string) => `entry charges ${amount}`,
  quote: ({ moment, margin, charges }: Record<"moment" | "margin" | "charges", string>) =>
    `Quoted ${moment}: margin ${margin}; ${charges}.`,
};
const text = consentLinesText;

/**
 * The broker's quote: margin of the largest position and charges of the first orders, in paise, at a time in epoch ms.
 */
export type ConsentQuote = { marginPaise: number; chargesPaise: number; at: number };

export type ConsentSection = { title: string; lines: string[] };

type ConsentSubject = {
  strategy: Strategy;
  terms: DeploymentTerms;
  site: Pick<BrandedSite, "brand" | "texts">;
  /** Sentence about the worst case, as on the algo's page. */
  worstCase: string;
  /** The text contains margin and charges only if there is a quote. */
  quote?: ConsentQuote | undefined;
};

/** Returns the brand's sections. Lines about this deployment replace the placeholders. */
export function consentSections(order: ConsentSubject): ConsentSection[] {
  const lines = orderLines(order);
  return order.site.texts.consent.sections.map(({ heading, text: paragraphs }) => ({
    title: heading,
    lines: paragraphs.split("\n\n").flatMap((paragraph) => {
      const name = CONSENT_LINES.find((known) => paragraph === `{${known}}`);
      return name === undefined ? [paragraph] : lines[name];
    }),
  }));
}

/**
 * Replaces the algo's minimum amount with this deployment's capital per multiple, because a later version can change the
 * minimum.
 */
export function scaleToDeployedAmount(
  strategy: Strategy,
  { capitalRupees, terms }: Pick<Deployment, "capitalRupees" | "terms">,
): Strategy {
  return { ...strategy, minAmountRupees: capitalRupees / terms.multiplier };
}

function orderLines(order: ConsentSubject): Record<(typeof CONSENT_LINES)[number], string[]> {
  const { strategy, terms } = order;
  const capital = terms.multiplier * strategy.minAmountRupees;
  const { guards } = terms;
  const guard = (rupees: number | null) => (rupees === null ? text.none : formatRupees(rupees));
  const { monthlyRupees } = strategy.fee;
  return {
    order: [
      text.order({
        broker: order.site.brand.legalName,
        algo: strategy.name,
        version: strategy.version,
        manager: `${strategy.manager.name} (${strategy.manager.registration})`,
        ids: strategy.exchangeAlgoIds.map(({ id }) => id).join(", "),
        mode: terms.mode === "live" ? text.live : text.paper,
      }),
    ],
    capital: [
      text.capital({
        amount: formatRupees(capital),
        units: String(terms.multiplier),
        unit: formatRupees(strategy.minAmountRupees),
        start: formatDay(terms.startOn),
        days: formatWeekdays(terms.days),
      }),
    ],
    stops: [stopsLine(strategy, capital)],
    largestLoss: largestLossLines(strategy, capital),
    worstCase: [order.worstCase],
    limits: [
      text.limits({
        day: guard(guards.lossPerDayRupees),
        all: guard(guards.lossInAllRupees),
        trades: String(guards.tradesPerDay ?? text.none),
        risk: formatRisk(strategy.risk),
      }),
    ],
    fees: [monthlyRupees === 0 ? text.noFee : text.fee(formatRupees(monthlyRupees))],
    quote: quoteLines(order.quote),
  };
}

function stopsLine({ lossLimits }: Strategy, capital: number): string {
  if (!statesStops(lossLimits)) return text.stopsNotStated;
  const { perTradePercent, perDayPercent } = lossLimits;
  const share = (percent: number | null) =>
    percent === null ? text.noStop : formatRupees(Math.ceil((capital * percent) / 100));
  return perTradePercent === null && perDayPercent === null
    ? text.noStops
    : text.stops({ trade: share(perTradePercent), day: share(perDayPercent) });
}

/**
 * Returns the line with the largest loss that the form displays. Empty if the provider does not describe the algo's
 * positions.
 */
function largestLossLines({ structure }: Pick<Strategy, "structure">, capitalRupees: number): string[] {
  if (structure === undefined) return [];
  const { kind, share } = positionLoss(structure);
  const rupees = formatRupees(Math.ceil(share * capitalRupees - 1e-6));
  return [kind === "defined" ? text.largest(rupees) : text.stress(rupees)];
}

function quoteLines(quote: ConsentQuote | undefined): string[] {
  if (quote === undefined) return [];
  const charges = quote.chargesPaise === 0 ? text.noOrder : text.firstOrders(formatPaise(quote.chargesPaise));
  return [
    text.quote({
      moment: formatInstant(new Date(quote.at), new Date(0)),
      margin: formatPaise(quote.marginPaise),
      charges,
    }),
  ];
}

/** Returns the text that is stored and whose hash the receipt contains. */
export function consentText(sections: readonly ConsentSection[]): string {
  return sections.map(({ title, lines }) => `${title}\n\n${lines.join("\n\n")}`).join("\n\n\n");
}

/** Returns the SHA-256 digest of a text as hexadecimal digits. */
export async function sha256Hex(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
