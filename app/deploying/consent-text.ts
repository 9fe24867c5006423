// The text that a client signs. It depends only on the algo, the terms and the quote, so that the server can rebuild it and compare it
// with the text that the client has read.

import type { DeploymentTerms } from "../contract/base-api/deployment.ts";
import type { Strategy } from "../contract/base-api/strategy.ts";
import type { Brand } from "../contract/site/site.ts";
import { positionLoss } from "../domain/risk-rating.ts";
import { formatDay, formatInstant } from "../format/dates.ts";
import { formatRisk } from "../format/risk.ts";
import { formatPaise, formatRupees } from "../format/rupees.ts";

export const CONSENT_TEXT_VERSION = "2027-01";

/** The broker's quote at a time in epoch ms: margin of the largest position and charges of the first orders, in paise. */
export type ConsentQuote = { marginPaise: number; chargesPaise: number; at: number };

export type ConsentSection = { title: string; lines: string[] };

export function consentSections(input: {
  strategy: Strategy;
  terms: DeploymentTerms;
  brand: Brand;
  /** Sentence about the worst case, the same as on the page of the algo. */
  worstCase: string;
  /** The text names margin and charges only if there is a quote. */
  quote?: ConsentQuote | undefined;
}): ConsentSection[] {
  const { strategy, terms, brand } = input;
  const capital = terms.multiplier * strategy.minAmountRupees;
  const share = (percent: number | null) =>
    percent === null ? "no stop in its rules" : formatRupees(Math.ceil((capital * percent) / 100));
  const { guards, mode } = terms;
  const guard = (rupees: number | null) => (rupees === null ? "none" : formatRupees(rupees));
  const { fee } = strategy;
  return [
    {
      title: "What I ask for",
      lines: [
        `${brand.legalName} runs ${strategy.name}, version ${strategy.version}, by ${strategy.manager.name} (${strategy.manager.registration}), algo id ${strategy.exchangeAlgoIds.map(({ id }) => id).join(", ")}, ${mode === "live" ? "live: it sends real orders" : "on paper: it sends no real order"}.`,
        `Capital: ${formatRupees(capital)}, which is ${terms.multiplier} × ${formatRupees(strategy.minAmountRupees)}. From ${formatDay(terms.startOn)}, ${terms.days.join(", ")}.`,
      ],
    },
    {
      title: "What I can lose",
      lines: [
        strategy.lossLimits.perTradePercent === null && strategy.lossLimits.perDayPercent === null
          ? "Its rules have no stop."
          : `By its own stops: one trade ${share(strategy.lossLimits.perTradePercent)}; one day ${share(strategy.lossLimits.perDayPercent)}.`,
        ...largestLossLines(strategy, capital),
        input.worstCase,
        `My limits: day ${guard(guards.lossPerDayRupees)}; in all ${guard(guards.lossInAllRupees)}; trades a day ${guards.tradesPerDay ?? "none"}. A gap can pass a limit. Risk: ${formatRisk(strategy.risk)}.`,
      ],
    },
    {
      title: "Costs",
      lines: [
        `${fee.monthlyRupees === 0 ? "No manager's fee" : `Manager's fee: ${formatRupees(fee.monthlyRupees)} a month plus GST`}; brokerage and taxes on each trade.`,
        ...quoteLines(input.quote),
      ],
    },
    {
      title: "Stopping",
      lines: [
        "I can pause, square off or stop it at any time in Portfolio. A new version trades only after I consent.",
      ],
    },
  ];
}

/** The figure that the form displays; no line if the provider doesn't describe the algo's positions. */
function largestLossLines({ structure }: Pick<Strategy, "structure">, capitalRupees: number): string[] {
  if (structure === undefined) return [];
  const { kind, share } = positionLoss(structure);
  const rupees = formatRupees(Math.ceil(share * capitalRupees - 1e-6));
  return [
    kind === "defined"
      ? `Largest possible loss of one position: ${rupees}.`
      : `Stress loss of one position: ${rupees}; this is not a limit.`,
  ];
}

function quoteLines(quote: ConsentQuote | undefined): string[] {
  if (quote === undefined) return [];
  const quotedAt = formatInstant(new Date(quote.at), new Date(0));
  const charges =
    quote.chargesPaise === 0 ? "no order now" : `first orders ${formatPaise(quote.chargesPaise)}`;
  return [`Quoted ${quotedAt}: margin ${formatPaise(quote.marginPaise)}; ${charges}.`];
}

/** The stored text; the receipt has its hash. */
export function consentText(sections: readonly ConsentSection[]): string {
  return sections.map(({ title, lines }) => `${title}\n\n${lines.join("\n\n")}`).join("\n\n\n");
}

/** SHA-256, hexadecimal. */
export async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
