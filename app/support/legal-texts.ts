// The legal pages' texts, made from the operator's own data.

import type { LEGAL_PAGES } from "../frame/site-map.ts";
import type { Brand } from "../wire/site.ts";

type LegalId = (typeof LEGAL_PAGES)[number]["id"];

const TEXTS: Record<LegalId, (brand: Brand) => { heading: string; text: string }[]> = {
  terms: (brand) => [
    {
      heading: "Who you deal with",
      text: `This site is run by ${brand.legalName}, ${brand.address}. Algos are run by the managers named on their pages; the broker executes their orders in your account on your consent.`,
    },
    {
      heading: "What an algo is not",
      text: "An algo is not advice made for you, and no promise of a result. You decide whether, with how much, and for how long it runs, and you may stop it at any time.",
    },
    {
      heading: "Charges",
      text: "Each algo's page names the manager's fee. Brokerage, taxes and exchange charges apply to each trade and are itemised in your contract notes.",
    },
  ],
  disclosures: (brand) => [
    {
      heading: "Market risk",
      text: "Investments in securities markets are subject to market risks; read all related documents carefully before investing.",
    },
    {
      heading: "Algos",
      text: "Registration with the regulator, empanelment with an exchange and approval of an algo assure neither performance nor returns. Orders of each algo carry the id that the exchange gave it.",
    },
    {
      heading: "Reporting a security weakness",
      text: `Write to ${brand.supportEmail} before you tell anybody else: what you found, how it shows, and how to reach you. Use your own account or the sandbox, leave other people's data alone, and do not put load on the site. We answer within three working days, say what we mean to do, and take no steps against anybody who keeps to this.`,
    },
    {
      heading: "Interest",
      text: `${brand.legalName} earns brokerage on trades that algos make. Lists are ordered by the rule printed above them; no place in a list can be paid for.`,
    },
  ],
  privacy: () => [
    {
      heading: "What this site keeps",
      text: "Reading needs no account and sets no cookie, except those that keep your choice of colour scheme and amount. There is no analytics script and nothing is loaded from other hosts.",
    },
    {
      heading: "What the server notes",
      text: "For each request: the time, the path without its query, the status, the duration, the network address and a random request id. No token, form value or query is kept.",
    },
  ],
  regulatory: (brand) => [
    { heading: "Registration", text: `${brand.legalName}. ${brand.registration}` },
    { heading: "Registered address", text: brand.address },
    { heading: "Compliance officer", text: brand.complianceOfficer },
    {
      heading: "Complaints",
      text: `Write to ${brand.supportEmail} first. If you are not satisfied, use the regulator's complaint system, linked in the footer.`,
    },
  ],
};

export function legalTexts(id: LegalId, brand: Brand): { heading: string; text: string }[] {
  return TEXTS[id](brand);
}
