// Pages of the console, rendered as HTML strings in the site's design. They work without scripts.

import type { Conversation } from "../../app/contract/base-api/chat.ts";
import { enquiryReceiptSchema } from "../../app/contract/base-api/enquiry.ts";
import { SERVICE_NAMES, SERVICE_STATE_LABELS } from "../../app/contract/site/service-status.ts";
import { SWITCHES } from "../state/site-controls.ts";
import { type Html, html, timeText } from "./html.ts";
import type { OperatorSession } from "./operator-sessions.ts";
import { mayUse, SECTIONS, type Section } from "./roles.ts";
import type { ConsoleServices } from "./services.ts";

export const TITLES: Record<Section, string> = {
  overview: "Live state",
  brand: "Brand",
  inbox: "Conversations",
  enquiries: "Enquiries",
  sessions: "Client sessions",
  holds: "Compliance holds",
  exports: "Exports",
  trail: "Audit trail",
  notice: "Notice",
  incidents: "Incidents",
  switches: "Functions",
};
const SWITCH_TEXTS: Record<(typeof SWITCHES)[number], string> = {
  chat: "Chat with support",
  enquiries: "Form for API access",
  playground: "API playground",
  sign_in: "New sign-ins; open sessions continue",
  deploying: "New deployments; running ones continue",
};
const TRAIL_LINES = 200;

export function consolePage(options: {
  brand: string;
  style: string | null;
  title: string;
  session: OperatorSession | null;
  done: string | null;
  content: Html;
}): Html {
  const { brand, style, title, session, done, content } = options;
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title} | ${brand} console</title>${style === null ? null : html`<link rel="stylesheet" href="${style}">`}</head>
<body class="font-sans text-base"><header class="border-b border-line bg-surface-raised"><div class="wrap flex flex-wrap items-center gap-x-6 gap-y-2 py-3"><a class="font-semibold" href="/console">${brand} console</a>${
    session === null
      ? null
      : html`<p class="text-sm text-ink-muted">${session.who}, ${session.role}</p><form method="post" action="/console/sign-out" class="ms-auto">${xsrfField(session)}<button class="button button-quiet" type="submit">Sign out</button></form>`
  }</div>${
    session === null
      ? null
      : html`<nav aria-label="Console" class="wrap pb-3"><ul class="flex flex-wrap gap-x-4 gap-y-1">${SECTIONS.filter((section) => mayUse(session.role, section)).map((section) => html`<li><a class="link inline-flex min-h-8 items-center" href="${section === "overview" ? "/console" : `/console/${section}`}">${TITLES[section]}</a></li>`)}</ul></nav>`
  }</header>
<main id="content" class="wrap py-8"><h1 class="text-2xl font-semibold">${title}</h1>${done === null ? null : html`<p role="status" class="mt-4 font-semibold">${done}</p>`}${content}</main></body></html>
`;
}

export const xsrfField = ({ xsrf }: OperatorSession): Html =>
  html`<input type="hidden" name="xsrf" value="${xsrf}">`;

const table = (caption: string, heads: readonly string[], rows: readonly Html[]): Html =>
  rows.length === 0
    ? html`<p class="mt-4 text-ink-muted">${caption}: none.</p>`
    : html`<div class="mt-4 overflow-x-auto"><table class="table"><caption class="text-start font-semibold">${caption}</caption><thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;

const field = (name: string, label: string, input: Html): Html =>
  html`<label class="mt-4 block font-semibold" for="${name}">${label}</label>${input}`;
const textField = (
  name: string,
  label: string,
  attributes: { max: number; value?: string; isOptional?: boolean },
): Html =>
  field(
    name,
    label,
    html`<input class="field mt-1.5" id="${name}" name="${name}" maxlength="${attributes.max}" value="${attributes.value ?? ""}" ${attributes.isOptional ? null : html`required`}>`,
  );
const area = (name: string, label: string, max: number): Html =>
  field(
    name,
    label,
    html`<textarea class="field mt-1.5" id="${name}" name="${name}" rows="4" maxlength="${max}" required></textarea>`,
  );
const form = (session: OperatorSession, action: string, content: Html, button: string): Html =>
  html`<form method="post" action="/console/${action}" class="mt-4 max-w-2xl">${xsrfField(session)}${content}<button class="button button-main mt-4" type="submit">${button}</button></form>`;

type PageParts = { session: OperatorSession; services: ConsoleServices; address: URL };
export type RenderConsolePage = (parts: PageParts) => Html | Promise<Html>;

const overview: RenderConsolePage = ({ services }) =>
  html`${table(
    "Services",
    ["Service", "State", "Since"],
    services
      .services()
      .map(
        ({ service, state, since, reason }) =>
          html`<tr><th scope="row">${SERVICE_NAMES[service]}</th><td>${SERVICE_STATE_LABELS[state]}${reason === "" ? null : `: ${reason}`}</td><td>${timeText(since)}</td></tr>`,
      ),
  )}${table(
    "This replica",
    ["Name", "Value"],
    services.facts().map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`),
  )}`;

const notice: RenderConsolePage = ({ session, services }) => {
  const now = services.controls.get("notice");
  return html`<p class="mt-2 max-w-[75ch]">One sentence at the top of every page, for all users.</p>${
    now === null
      ? html`<p class="mt-4">No notice is shown.</p>`
      : html`<p class="mt-4">Shown now${now.until === null ? null : ` until ${timeText(now.until)}`}: <strong>${now.text}</strong></p>${form(session, "notice", html`<input type="hidden" name="remove" value="yes">`, "Remove the notice")}`
  }${form(
    session,
    "notice",
    html`${textField("text", "Text", { max: 300 })}${field("level", "Kind", html`<select class="field mt-1.5" id="level" name="level"><option value="info">Information</option><option value="warning">Warning</option></select>`)}${textField("hours", "Hours until it is removed; empty for no end", { max: 5, isOptional: true })}`,
    "Show the notice",
  )}`;
};

const incidents: RenderConsolePage = ({ session, services }) => {
  const all = services.controls.all("incident").sort((a, b) => b.value.startedAt - a.value.startedAt);
  return html`<p class="mt-2 max-w-[75ch]">Shown on /status with their updates, next to the site's own measurements.</p>
<section><h2 class="mt-6 text-xl">New incident</h2>${form(session, "incidents", html`${textField("title", "Title", { max: 300 })}${area("text", "First update", 2_000)}`, "Publish the incident")}</section>${all.map(
    ({ id, value }) =>
      html`<section class="mt-8 border-t border-line pt-4"><h2 class="text-xl">${value.title}</h2><p class="text-sm text-ink-muted">Since ${timeText(value.startedAt)}${value.endedAt === null ? null : `, resolved ${timeText(value.endedAt)}`}</p><ol class="mt-2">${value.updates.map((update) => html`<li>${timeText(update.at)}: ${update.text}</li>`)}</ol>${
        value.endedAt !== null
          ? null
          : form(
              session,
              "incidents",
              html`<input type="hidden" name="id" value="${id}"><label class="block font-semibold" for="text-${id}">Update</label><textarea class="field mt-1.5" id="text-${id}" name="text" rows="3" maxlength="2000" required></textarea><p class="mt-2"><label><input type="checkbox" name="resolved" value="yes"> The incident is resolved</label></p>`,
              "Publish the update",
            )
      }</section>`,
  )}`;
};

const switches: RenderConsolePage = ({ session, services }) =>
  html`<p class="mt-2 max-w-[75ch]">A function that is switched off is not offered on any page, on all replicas, until it is switched on again.</p>${SWITCHES.map(
    (name) => {
      const off = services.controls.get("switch", name);
      return html`<section class="mt-6 border-t border-line pt-4"><h2 class="text-lg font-semibold">${SWITCH_TEXTS[name]}</h2><p>${off === null ? "On" : `Off since ${timeText(off.since)}: ${off.reason}`}</p>${
        off === null
          ? form(
              session,
              "switches",
              html`<input type="hidden" name="name" value="${name}"><label class="block font-semibold" for="reason-${name}">Reason</label><input class="field mt-1.5" id="reason-${name}" name="reason" maxlength="300" required>`,
              `Switch off: ${SWITCH_TEXTS[name]}`,
            )
          : form(
              session,
              "switches",
              html`<input type="hidden" name="name" value="${name}"><input type="hidden" name="on" value="yes">`,
              `Switch on: ${SWITCH_TEXTS[name]}`,
            )
      }</section>`;
    },
  )}`;

const holds: RenderConsolePage = ({ session, services }) =>
  html`<p class="mt-2 max-w-[75ch]">A held algo disappears at once from lists, search, its own page, the sitemap and every API of this site, on all replicas. It cannot be deployed. Running deployments continue: pause or stop them at the provider if necessary.</p>${form(
    session,
    "holds",
    html`${textField("algo", "Id of the algo, as at the end of its address", { max: 80 })}${textField("reason", "Reason", { max: 300 })}`,
    "Hide the algo",
  )}${services.controls.all("hold").map(({ id, value, by }) => html`<section class="mt-6 border-t border-line pt-4"><h2 class="text-lg font-semibold">${services.algoName(id) ?? id}</h2><p>Hidden since ${timeText(value.since)} by ${by}: ${value.reason}</p>${form(session, "holds", html`<input type="hidden" name="algo" value="${id}"><input type="hidden" name="release" value="yes">`, `Release ${id}`)}</section>`)}`;

const sessions: RenderConsolePage = ({ session, services }) =>
  html`<p class="mt-2 max-w-[75ch]">Ends all current sessions of a client on this site: their next request is signed out, open order updates are closed, and the token is revoked at the provider. The client can sign in again.</p>${form(
    session,
    "sessions",
    html`${textField("client", "Client id", { max: 40 })}${textField("reason", "Reason", { max: 300 })}`,
    "End the sessions",
  )}${table(
    "Ended",
    ["Client", "Before", "By"],
    services.controls
      .all("ended")
      .map(
        ({ id, value, by }) =>
          html`<tr><th scope="row">${id}</th><td>${timeText(value.before)}</td><td>${by}</td></tr>`,
      ),
  )}`;

const inbox: RenderConsolePage = async ({ services }) => {
  if (services.inbox === null)
    return html`<p class="mt-4">Operators cannot answer chats: set CHAT_OPERATOR_SECRET.</p>`;
  const all = await services.inbox.list();
  return table(
    "Conversations",
    ["Last message", "State", "Question"],
    all.map(
      ({ id, lastAt, isWaiting, text }) =>
        html`<tr><td>${timeText(Date.parse(lastAt))}</td><td>${isWaiting ? "Waiting for a person" : "Answered"}</td><th scope="row"><a class="link" href="/console/inbox/${id}">${text.slice(0, 120)}</a></th></tr>`,
    ),
  );
};

export function conversationPage(session: OperatorSession, { id, messages, isWaiting }: Conversation): Html {
  return html`<p class="mt-2">${isWaiting ? "Waiting for a person." : "Answered."} <a class="link" href="/console/inbox">All conversations</a></p><ol class="mt-5 space-y-4 max-w-2xl">${messages.map(
    (message) =>
      html`<li class="rounded-md border border-line p-4"><p class="text-sm text-ink-muted">${message.from === "reader" ? "User" : message.isPerson ? "Support" : "Automatic answer"}, ${timeText(Date.parse(message.at))}</p><p class="mt-1 whitespace-pre-wrap">${message.text}</p></li>`,
  )}</ol>${form(session, `inbox/${id}`, html`<input type="hidden" name="after" value="${messages.length}">${area("text", "Answer", 2_000)}`, "Send the answer")}`;
}

const enquiries: RenderConsolePage = async ({ session, services, address }) => {
  if (services.enquiries === null)
    return html`<p class="mt-4">Operators cannot read enquiries: set CHAT_OPERATOR_SECRET.</p>`;
  const before = enquiryReceiptSchema.shape.reference.safeParse(address.searchParams.get("before"));
  const all = await services.enquiries.list(before.data ?? null);
  const last = all.at(-1)?.reference;
  return html`<p class="mt-2">${services.enquiries.waiting()} are unsent on this replica.</p>${all.map(
    ({ reference, at, enquiry }) => {
      const handled = services.controls.get("handled", reference);
      return html`<section class="mt-6 border-t border-line pt-4"><h2 class="text-lg font-semibold">${reference}: ${enquiry.name}, ${enquiry.organisation || "no organisation"}</h2><p class="text-sm text-ink-muted">${timeText(Date.parse(at))}, ${enquiry.audience}, <a class="link" href="mailto:${enquiry.email}">${enquiry.email}</a></p><p class="mt-2 whitespace-pre-wrap">${enquiry.message}</p>${
        handled !== null
          ? html`<p class="mt-2 text-sm text-ink-muted">Answered ${timeText(handled.at)}</p>`
          : form(
              session,
              "enquiries",
              html`<input type="hidden" name="reference" value="${reference}"><input type="hidden" name="before" value="${before.data ?? ""}">`,
              `Mark ${reference} as answered`,
            )
      }</section>`;
    },
  )}${last === undefined ? html`<p class="mt-4 text-ink-muted">No enquiries.</p>` : html`<p class="mt-6"><a class="link" href="/console/enquiries?before=${last}">Older enquiries</a></p>`}`;
};

const exports: RenderConsolePage = ({ services }) =>
  html`<section><h2 class="mt-6 text-xl">Actions of operators</h2><p class="mt-1">JSON Lines, each with the hash of the line before.</p><p class="mt-3"><a class="button" href="/console/exports/operators.jsonl">Download the operators' trail</a></p></section><section><h2 class="mt-8 text-xl">Clients' audit trails</h2>${
    services.exportAudit === null
      ? html`<p class="mt-1">The provider stores consents, orders, trades and movements of money: request them there.</p>`
      : html`<p class="mt-1">Consents, orders, trades, money and steps of deployments, chained and signed. Days in IST, both included.</p><form method="get" action="/console/exports/clients.jsonl" class="mt-2 max-w-md">${field("from", "From", html`<input class="field mt-1.5" type="date" id="from" name="from" required>`)}${field("to", "To", html`<input class="field mt-1.5" type="date" id="to" name="to" required>`)}<button class="button mt-4" type="submit">Download the clients' trails</button></form>`
  }</section>`;

const trail: RenderConsolePage = ({ services }) =>
  table(
    `The last ${TRAIL_LINES} actions`,
    ["Time", "Operator", "Role", "Action", "Detail"],
    services.trail
      .latest(TRAIL_LINES)
      .map(
        (one) =>
          html`<tr><td>${timeText(one.at)}</td><th scope="row">${one.who}</th><td>${one.role}</td><td>${one.action.replaceAll("_", " ")}</td><td>${one.detail}</td></tr>`,
      ),
  );

/** Classes of the site's style sheet for the colours that the brand's preview shows. */
const COLOURS = ["bg-accent", "bg-accent-faint", "bg-surface", "bg-surface-raised", "bg-surface-sunken"];

/** Shows the brand's logo and colours in one colour scheme. */
const look = (scheme: "light" | "dark", { brand, look: { logo } }: ConsoleServices): Html =>
  html`<section data-theme="${scheme}" aria-labelledby="look-${scheme}" class="rounded-md border border-line bg-surface p-5 text-ink"><h2 id="look-${scheme}" class="text-sm text-ink-muted">${scheme === "light" ? "Light scheme" : "Dark scheme"}</h2>
<p class="mt-3"><img src="${logo[scheme]}" alt="Logo of ${brand.name}" height="40"></p>
<p class="mt-3 flex gap-2">${COLOURS.map((name) => html`<span class="${name} rounded-md border border-line px-4 py-3"></span>`)}</p>
<div class="panel panel-body mt-4"><h3 class="text-lg">${brand.name}</h3><p class="mt-1 text-ink-muted">${brand.legalName}</p><p class="mt-2"><span class="number text-gain">+₹12,345.00</span> <span class="number text-loss">−₹6,789.00</span> <a class="link" href="/console/brand">A link</a></p><p class="mt-3 flex flex-wrap gap-3"><button type="button" class="button button-main">Main button</button> <button type="button" class="button button-quiet">Quiet button</button></p></div></section>`;

const brand: RenderConsolePage = ({ services }) =>
  html`${services.look.themeHref === null ? null : html`<link rel="stylesheet" href="${services.look.themeHref}">`}<div class="mt-4 grid gap-6 lg:grid-cols-2">${look("light", services)}${look("dark", services)}</div>${table(
    "Brand, as pages show it",
    ["Name", "Value"],
    Object.entries(services.brand).map(
      ([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>`,
    ),
  )}${table(
    "Links",
    ["Name", "Address"],
    services.links.map(([name, url]) => html`<tr><th scope="row">${name}</th><td>${url}</td></tr>`),
  )}`;

export const PAGES: Record<Section, RenderConsolePage> = {
  overview,
  brand,
  inbox,
  enquiries,
  sessions,
  holds,
  exports,
  trail,
  notice,
  incidents,
  switches,
};
