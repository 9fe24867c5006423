// Page of the account's postbacks: their address, the deliveries with their outcome, and the order events. The user can
// resend a delivery, an event or a range of events.
import { html } from "hono/html";
import { portalText, postbacksText as text } from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import { factRows, faultNote, type Page, tableFrame } from "../page-frame.ts";
import { JOURNAL_LIMITS, type StoredEvent } from "../trading-api/journal.ts";
import type { Delivery, EndpointHealth } from "../trading-api/postback-store.ts";
import { istTime } from "../trading-api/wire-format.ts";
import {
  bodyBox,
  mutedText,
  type PortalPage,
  portalFrame,
  postForm,
  renderBox,
  submitButton,
  textField,
} from "./portal-frame.ts";

export const EVENTS_SHOWN_MAX = 50;

export type PostbacksView = {
  deliveries: readonly Delivery[];
  health: EndpointHealth;
  events: readonly StoredEvent[];
  refused?: {
    deliveries?: string;
    url?: [typed: string, fault: string];
    range?: [from: string, to: string, fault: string];
  };
};

export function postbacksPage(page: PortalPage, view: PostbacksView): Page {
  const { refused = {} } = view;
  return portalFrame(
    page,
    "/postbacks",
    { subtitle: text.lead },
    html`${renderBox(
      "address",
      text.address,
      postForm(
        "/postbacks",
        html`<div class="min-w-0 grow">${textField({ id: "url", name: "url", label: text.addressOfEvents, value: refused.url?.[0] ?? page.account.postbackUrl ?? "", hint: text.addressHint, fault: refused.url?.[1], attributes: html`inputmode="url" maxlength="500" placeholder="https://"` })}</div>
        ${submitButton(text.saveAddress, html`name="intent" value="address"`, true)}`,
        "flex flex-wrap items-end gap-3",
      ),
      { isWide: page.account.postbackUrl === null },
    )}
    ${page.account.postbackUrl === null ? "" : renderBox("health", text.last24Hours, healthFacts(view.health), { action: healthBadge(view.health) })}
    ${renderBox("deliveries", text.deliveries, html`${faultNote(refused.deliveries ?? null, "deliveries-fault")}${deliveriesTable(view.deliveries)}`, { isWide: true })}
    ${renderBox(
      "events",
      text.events,
      view.events.length === 0
        ? mutedText(text.placeAnOrder)
        : html`${replayForm(page, view)}${eventsTable(page, view.events)}`,
      {
        isWide: true,
        footer: mutedText(text.stored({ most: JOURNAL_LIMITS.eventsPerClient, shown: EVENTS_SHOWN_MAX })),
      },
    )}`,
  );
}

const DELIVERIES_SHOWN_MAX = 50;

/** Renders the state of an account's endpoint as a coloured label. */
export function healthBadge({ delivered, waiting, givenUp, failuresInARow }: EndpointHealth): Page {
  if (delivered + waiting + givenUp === 0) return html`<p class="badge">${text.noDeliveries}</p>`;
  return failuresInARow === 0
    ? html`<p class="badge badge-live">${text.healthy}</p>`
    : html`<p class="badge badge-stopped">${text.failing(failuresInARow)}</p>`;
}

function healthFacts(health: EndpointHealth): Page {
  const { delivered, waiting, givenUp, medianMs, slowestMs, lastDeliveredAt, lastFault, nextAt } = health;
  return factRows([
    [text.delivered, String(delivered)],
    [text.awaitingRetry, nextAt === null ? String(waiting) : text.nextAt({ waiting, time: istTime(nextAt) })],
    [text.givenUp, String(givenUp)],
    [
      text.timeToAnswer,
      medianMs === null ? "–" : text.times({ median: medianMs, slowest: slowestMs ?? medianMs }),
    ],
    [text.lastDelivered, lastDeliveredAt === null ? "–" : `${istTime(lastDeliveredAt)} IST`],
    [text.lastFailure, lastFault === null ? "–" : `${istTime(lastFault.at)} IST: ${lastFault.fault}`],
  ]);
}

function deliveriesTable(deliveries: readonly Delivery[]): Page {
  if (deliveries.length === 0) return mutedText(portalText.noneYet);
  return tableFrame(
    text.deliveries,
    html`<table class="table stack-table"><caption class="sr-only">${text.deliveriesNewest}</caption><thead><tr><th scope="col">${portalText.order}</th><th scope="col">${portalText.whenIst}</th><th scope="col">${text.answer}</th><th scope="col" class="number">${text.tries}</th><th scope="col">${portalText.body}</th><th scope="col"><span class="sr-only">${text.again}</span></th></tr></thead><tbody>${deliveries
      .slice(0, DELIVERIES_SHOWN_MAX)
      .map(
        (one) =>
          html`<tr><th scope="row" class="whitespace-nowrap"><span class="number">${one.orderId}</span> ${one.orderStatus}</th><td data-label="${portalText.whenIst}" class="whitespace-nowrap">${istTime(one.at)}</td><td data-label="${text.answer}" class="wrap-anywhere">${one.fault ?? one.status ?? text.underWay}</td><td data-label="${text.tries}" class="number">${one.tries}</td><td><details class="min-w-0"><summary class="link">${portalText.show}</summary>${bodyBox(text.delivery(String(one.id)), one.body)}</details></td><td>${postForm("/postbacks", html`<input type="hidden" name="delivery" value="${one.id}" />${submitButton(html`${text.sendAgain}<span class="sr-only">: ${one.orderId} ${one.orderStatus}</span>`, html`name="intent" value="resend"`)}`)}</td></tr>`,
      )}</tbody></table>`,
  );
}

function replayForm(page: PortalPage, { events, refused }: PostbacksView): Page {
  if (page.account.postbackUrl === null) return mutedText(text.addressFirst);
  const number = (id: "from" | "to", label: string, value: string) =>
    html`<div><label for="${id}" class="text-sm font-semibold">${label}</label><input type="text" id="${id}" name="${id}" inputmode="numeric" value="${value}" required class="field number mt-1 w-32" ${refused?.range === undefined ? "" : html`aria-invalid="true" aria-describedby="range-fault"`} /></div>`;
  const [from, to] = refused?.range ?? [String(events.at(-1)?.number ?? ""), String(events[0]?.number ?? "")];
  return postForm(
    "/postbacks",
    html`${number("from", text.fromEvent, from)}${number("to", text.toEvent, to)}
    ${submitButton(text.replayRange, html`name="intent" value="replay"`)}
    ${refused?.range === undefined ? "" : html`<p id="range-fault" role="alert" class="w-full text-sm font-semibold text-loss">${refused.range[2]}</p>`}`,
    "flex flex-wrap items-end gap-3",
  );
}

function eventsTable(page: PortalPage, events: readonly StoredEvent[]): Page {
  const again = (event: StoredEvent) =>
    page.account.postbackUrl === null
      ? ""
      : postForm(
          "/postbacks",
          html`<input type="hidden" name="from" value="${event.number}" /><input type="hidden" name="to" value="${event.number}" />${submitButton(html`${text.replay}<span class="sr-only">: ${text.eventOf(event.number)}</span>`, html`name="intent" value="replay"`)}`,
        );
  return html`${tableFrame(
    text.events,
    html`<table class="table stack-table"><caption class="sr-only">${text.eventsNewest}</caption><thead><tr><th scope="col" class="number">${text.event}</th><th scope="col">${portalText.order}</th><th scope="col">${portalText.whenIst}</th><th scope="col">${portalText.body}</th><th scope="col"><span class="sr-only">${text.replay}</span></th></tr></thead><tbody>${events.map(
      (event) =>
        html`<tr><td data-label="${text.event}" class="number">${event.number}</td><th scope="row" class="whitespace-nowrap"><span class="number">${event.orderId}</span> ${event.orderStatus}</th><td data-label="${portalText.whenIst}" class="whitespace-nowrap">${istTime(event.at)}</td><td><details class="min-w-0"><summary class="link">${portalText.show}</summary>${bodyBox(text.eventOf(event.number), event.body)}</details></td><td>${again(event)}</td></tr>`,
    )}</tbody></table>`,
  )}${
    events.length < EVENTS_SHOWN_MAX
      ? ""
      : html`<p class="mt-3"><a class="link py-1" href="/sandbox/portal/postbacks?before=${events.at(-1)?.number}#events">${portalText.older}</a></p>`
  }`;
}
