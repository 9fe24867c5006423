// The legal pages' texts, from the operator's data.

import type { Brand } from "../contract/site/site.ts";
import type { LEGAL_PAGES } from "../frame/site-map.ts";

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
      heading: "Your consent",
      text: "Nothing is traded before you have read the review of a deployment, ticked its box and confirmed it in the order window. The consent names the algo and its version, the amount, your risk limits, the charges and the margin. Its text, the time and a digest of it are kept; you find the receipt beside the deployment. Raising the amount or a limit, or taking a manager's new version, needs a new consent that shows the difference.",
    },
    {
      heading: "Pausing, stopping and the kill switch",
      text: "Pause opens nothing new, square off closes positions, stop does both and ends the deployment. The kill switch stops every deployment and lets nothing new open for the rest of the day. Orders that are already at the exchange may still be filled; positions are closed at the market's price, which may differ from the last one shown.",
    },
    {
      heading: "Charges",
      text: "Each algo's page names the manager's fee. Brokerage, taxes and exchange charges apply to each trade and are itemised in your statements and contract notes. They are due whether a trade gained or lost.",
    },
    {
      heading: "When something fails",
      text: `Prices, orders or this site may be late or unavailable; pages then say so and as of when their figures are. Algos run at the broker and go on while this site is away. To stop one while the site does not answer, call ${brand.supportPhone}.`,
    },
    {
      heading: "Your sign-in",
      text: "You sign in at the broker; this site never sees your PIN or your codes. Sign out on a device that others use, and end sessions that you do not know under your account. Apps that you authorise act in your name until you revoke them there.",
    },
  ],
  disclosures: (brand) => [
    {
      heading: "Market risk",
      text: "Investments in securities markets are subject to market risks; read all related documents carefully before investing. You may lose more than you set aside for an algo where it sells options or uses margin; each algo's page states the largest possible loss of a position, or that there is no limit to it.",
    },
    {
      heading: "Algos",
      text: "Registration with the regulator, empanelment with an exchange and approval of an algo assure neither performance nor returns. Orders of each algo carry the id that the exchange gave it.",
    },
    {
      heading: "What figures mean",
      text: "A backtest is a simulation over past prices, paper trading uses today's prices without money, and a live record comes from money that was traded. They are never joined into one line. Every figure states its kind, its period and whether costs are taken off; past results say little about future ones. How figures are computed, and how to verify a record yourself, is described on the risk methodology and evidence pages.",
    },
    {
      heading: "Derivatives",
      text: "Nine out of ten individual traders in equity futures and options made net losses, as the regulator's studies found. The risk disclosure must be acknowledged before an algo that trades derivatives can be deployed.",
    },
    {
      heading: "Interest",
      text: `${brand.legalName} earns brokerage on trades that algos make. Lists are ordered by the rule printed above them; no place in a list can be paid for. The examples on the home page are chosen by a rule that is printed beside them.`,
    },
    {
      heading: "Reporting a security weakness",
      text: `Write to ${brand.supportEmail} before you tell anybody else: what you found, how it shows, and how to reach you. Use your own account, leave other people's data alone, and do not put load on the site. We answer within three working days, say what we mean to do, and take no steps against anybody who keeps to this.`,
    },
  ],
  privacy: (brand) => [
    {
      heading: "What this site keeps in your browser",
      text: "Reading needs no account and normally sets no cookie. While very many requests come from your network, a cookie with a random number tells your browser apart for a day. Cookies are set when you choose something: the colour scheme, your amount, the list as table or cards, the algos to compare, and a conversation with support. Signing in sets one sealed cookie with your session. There is no analytics script, no advertising, and nothing is loaded from other hosts.",
    },
    {
      heading: "What the server notes",
      text: "For each request: the time, the path without its query, the status, the duration, the network address and a random request id. No token, form value or query is kept in these logs. Sign-ins and refused sign-ins are noted separately, so that misuse can be found.",
    },
    {
      heading: "What belongs to your account",
      text: "Deployments with their consents, limits and audit trails, orders, statements, tracklists and your choice of notifications are kept by the broker, as its regulator requires, for as long as it requires. Consents and audit trails cannot be changed or deleted before that.",
    },
    {
      heading: "What managers and apps see",
      text: "A manager learns how many deploy an algo and with how much together, and neither your name nor your client id. An app sees what you authorise it for on the sign-in page, until you revoke it under Connected apps.",
    },
    {
      heading: "What you can ask for",
      text: `Write to ${brand.supportEmail} to learn what is kept about you, to have it corrected, or to have deleted what need not be kept. Tracklists you can delete yourself; statements and audit trails can be downloaded under your account.`,
    },
  ],
  regulatory: (brand) => [
    { heading: "Registration", text: `${brand.legalName}. ${brand.registration}` },
    { heading: "Registered address", text: brand.address },
    { heading: "Compliance officer", text: brand.complianceOfficer },
    {
      heading: "Complaints",
      text: `Write to ${brand.supportEmail} or call ${brand.supportPhone} first, and quote your client id and, where a page showed an error, its request id. If you are not satisfied, use the regulator's complaint system, linked in the footer. A complaint about a manager goes to the manager first; the address is on the manager's page.`,
    },
    {
      heading: "Who is registered for what",
      text: "The broker executes orders and holds your account. Managers are research analysts registered with the regulator or algo providers empanelled with an exchange; each manager's page shows the registration number and until when it holds. Each algo's page shows the id under which the exchange approved it.",
    },
    {
      heading: "Orders of algos",
      text: "Every order that an algo sends is marked with the algo's exchange id, is subject to the broker's risk checks, and is stopped by them above the exchange's rate of orders a second. The audit trail of a deployment lists each decision, who took it, when and why, and can be downloaded.",
    },
  ],
};

export function legalTexts(id: LegalId, brand: Brand): { heading: string; text: string }[] {
  return TEXTS[id](brand);
}
