// The text that a trader consents to, word for word: made from the algo and the terms alone, so that the same terms give the
// same text, and what was read can be compared with what is signed. Sums stand in full.
import { formatDay, formatInstant } from "../format/dates.ts";
import { formatRisk } from "../format/risk.ts";
import { formatPaise, formatRupees } from "../format/rupees.ts";
import type { DeploymentTerms, ScheduleDay } from "../wire/deployment.ts";
import type { Brand } from "../wire/site.ts";
import type { Strategy } from "../wire/strategy.ts";

export const CONSENT_TEXT_VERSION = "2026-12";

const FULL_DAYS: Record<ScheduleDay, string> = {
  Mon: "Monday",
  Tue: "Tuesday",
  Wed: "Wednesday",
  Thu: "Thursday",
  Fri: "Friday",
  Sat: "Saturday",
  Sun: "Sunday",
};

/** Margin of the largest position and charges of the first orders, paise, as the broker quoted them at a moment (epoch ms). */
export type ConsentQuote = { marginPaise: number; chargesPaise: number; at: number };

export type ConsentSection = { title: string; lines: string[] };

export function consentSections(input: {
  strategy: Strategy;
  terms: DeploymentTerms;
  brand: Brand;
  /** What the algo's page says of the worst that can happen. */
  worstCase: string;
  /** What the broker said it would block and cost; without it the text names no sums for them. */
  quote?: ConsentQuote | undefined;
}): ConsentSection[] {
  const { strategy, terms, brand } = input;
  const capital = terms.multiplier * strategy.minAmountRupees;
  const share = (percent: number | null) =>
    percent === null
      ? "no stop in its rules"
      : `${formatRupees(Math.ceil((capital * percent) / 100))} (${percent}% of the capital)`;
  const { guards } = terms;
  const guard = (rupees: number | null) => (rupees === null ? "none set" : formatRupees(rupees));
  const { fee } = strategy;
  return [
    {
      title: "What I ask for",
      lines: [
        `I ask ${brand.legalName} (${brand.registration}) to run the algo “${strategy.name}”, version ${strategy.version}, of ${strategy.manager.name} (${strategy.manager.registration}), exchange algo id ${strategy.exchangeAlgoIds.map(({ id }) => id).join(", ")}, ${terms.mode === "live" ? "live: it sends real orders for my account" : "on paper: it sends no order for my money"}.`,
        `Capital set aside: ${formatRupees(capital)}, which is ${terms.multiplier} × ${formatRupees(strategy.minAmountRupees)}.`,
        `It may open positions from ${formatDay(terms.startOn)} on, on ${terms.days.map((day) => FULL_DAYS[day]).join(", ")}, by its own entry times (${strategy.entryWindow.from} to ${strategy.entryWindow.to} IST). It needs no further word from me for each order.`,
      ],
    },
    {
      title: "What I can lose",
      lines: [
        `By the algo's own stops: on one trade ${share(strategy.lossLimits.perTradePercent)}; on one day ${share(strategy.lossLimits.perDayPercent)}.`,
        input.worstCase,
        `My risk limits: daily loss limit ${guard(guards.lossPerDayRupees)}; max loss ${guard(guards.lossInAllRupees)}; max trades a day ${guards.tradesPerDay ?? "none set"}. When a loss limit is reached, open positions are closed at market, which can cost more than the limit says.`,
        `Risk of the algo by the risk methodology: ${formatRisk(strategy.risk)}. I have read how it works and what could go wrong on its page.`,
      ],
    },
    {
      title: "What it costs",
      lines: [
        fee.monthlyRupees === 0
          ? "The manager takes no fee."
          : `The manager's fee is ${formatRupees(fee.monthlyRupees)} a month, GST on top.`,
        ...quoteLines(input.quote),
        "Each trade carries brokerage, transaction tax, exchange and regulator's charges, stamp duty and GST.",
      ],
    },
    {
      title: "How I stop it",
      lines: [
        "In the portfolio, at any time, with one button: pause, square off, take over the positions, or stop. The kill switch stops everything at once.",
        "It never resumes on its own. A new version of the algo opens nothing before I have consented to it; silence is not consent.",
      ],
    },
  ];
}

function quoteLines(quote: ConsentQuote | undefined): string[] {
  if (quote === undefined) return [];
  const moment = formatInstant(new Date(quote.at), new Date(0));
  return [
    `Margin that its largest position blocks: ${formatPaise(quote.marginPaise)}, as quoted by the broker on ${moment}.`,
    quote.chargesPaise === 0
      ? `It would send no order at that moment, so its charges cannot be quoted as one sum; each order pays at most ₹20 brokerage, and taxes and levies by its value.`
      : `Charges of the orders it would send at that moment: ${formatPaise(quote.chargesPaise)}.`,
  ];
}

/** The same as one text: what is stored, and what the receipt's hash is of. */
export function consentText(sections: readonly ConsentSection[]): string {
  return sections.map(({ title, lines }) => `${title}\n\n${lines.join("\n\n")}`).join("\n\n\n");
}

/** SHA-256, hexadecimal. */
export async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
