// The address for an account's postbacks, the deliveries with their outcome, and the events. Deliveries, events and
// ranges can be sent again.
import { html } from "hono/html";
import { facts, faultNote, type Page, tableFrame } from "../page-frame.ts";
import { JOURNAL_LIMITS, type StoredEvent } from "../trading-api/journal.ts";
import type { Delivery, EndpointHealth } from "../trading-api/postback-store.ts";
import { istTime } from "../trading-api/wire-format.ts";
import {
  bodyBox,
  box,
  button,
  muted,
  type PortalPage,
  portalFrame,
  postForm,
  textField,
} from "./portal-frame.ts";

export const EVENTS_SHOWN = 50;

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
    { title: "Postbacks and events", lead: "Each change of an order is signed and posted to your address." },
    html`${box(
      "address",
      "Address",
      postForm(
        "/postbacks",
        html`<div class="min-w-0 grow">${textField({ id: "url", name: "url", label: "Address that each event is posted to", value: refused.url?.[0] ?? page.account.postbackUrl ?? "", hint: "Leave it empty for no postbacks. A new address gets a new signing secret.", fault: refused.url?.[1], attributes: html`inputmode="url" maxlength="500" placeholder="https://"` })}</div>
        ${button("Save address", html`name="intent" value="address"`, true)}`,
        "flex flex-wrap items-end gap-3",
      ),
      { isWide: page.account.postbackUrl === null },
    )}
    ${page.account.postbackUrl === null ? "" : box("health", "Last 24 hours", healthFacts(view.health), { action: healthBadge(view.health) })}
    ${box("deliveries", "Deliveries", html`${faultNote(refused.deliveries ?? null, "deliveries-fault")}${deliveriesTable(view.deliveries)}`, { isWide: true })}
    ${box(
      "events",
      "Events",
      view.events.length === 0
        ? muted("None yet. Place an order.")
        : html`${replayForm(page, view)}${eventsTable(page, view.events)}`,
      {
        isWide: true,
        foot: muted(
          `The last ${JOURNAL_LIMITS.eventsPerClient} events are stored, ${EVENTS_SHOWN} per page.`,
        ),
      },
    )}`,
  );
}

const DELIVERIES_SHOWN = 50;

/** Renders the state of an account's endpoint as a coloured label. */
export function healthBadge({ delivered, waiting, givenUp, failuresInARow }: EndpointHealth): Page {
  if (delivered + waiting + givenUp === 0) return html`<p class="badge">No deliveries yet</p>`;
  return failuresInARow === 0
    ? html`<p class="badge badge-live">Healthy</p>`
    : html`<p class="badge badge-stopped">Failing: ${failuresInARow} in a row</p>`;
}

function healthFacts(health: EndpointHealth): Page {
  const { delivered, waiting, givenUp, medianMs, slowestMs, lastDeliveredAt, lastFault, nextAt } = health;
  return facts([
    ["Delivered", String(delivered)],
    [
      "Awaiting a retry",
      nextAt === null ? String(waiting) : `${waiting}, the next at ${istTime(nextAt)} IST`,
    ],
    ["Given up", String(givenUp)],
    ["Time to answer", medianMs === null ? "–" : `${medianMs} ms median, ${slowestMs} ms slowest`],
    ["Last delivered", lastDeliveredAt === null ? "–" : `${istTime(lastDeliveredAt)} IST`],
    ["Last failure", lastFault === null ? "–" : `${istTime(lastFault.at)} IST: ${lastFault.fault}`],
  ]);
}

function deliveriesTable(deliveries: readonly Delivery[]): Page {
  if (deliveries.length === 0) return muted("None yet.");
  return tableFrame(
    "Deliveries",
    html`<table class="table stack-table"><caption class="sr-only">Deliveries, newest first</caption><thead><tr><th scope="col">Order</th><th scope="col">When, IST</th><th scope="col">Answer</th><th scope="col" class="number">Tries</th><th scope="col">Body</th><th scope="col"><span class="sr-only">Again</span></th></tr></thead><tbody>${deliveries
      .slice(0, DELIVERIES_SHOWN)
      .map(
        (one) =>
          html`<tr><th scope="row" class="whitespace-nowrap"><span class="number">${one.orderId}</span> ${one.orderStatus}</th><td data-label="When, IST" class="whitespace-nowrap">${istTime(one.at)}</td><td data-label="Answer" class="wrap-anywhere">${one.fault ?? one.status ?? "Under way"}</td><td data-label="Tries" class="number">${one.tries}</td><td><details class="min-w-0"><summary class="link">Show</summary>${bodyBox(`Delivery ${one.id}`, one.body)}</details></td><td>${postForm("/postbacks", html`<input type="hidden" name="delivery" value="${one.id}" />${button(html`Send again<span class="sr-only"> ${one.orderId} ${one.orderStatus}</span>`, html`name="intent" value="resend"`)}`)}</td></tr>`,
      )}</tbody></table>`,
  );
}

function replayForm(page: PortalPage, { events, refused }: PostbacksView): Page {
  if (page.account.postbackUrl === null) return muted("Enter an address above to replay events.");
  const number = (id: "from" | "to", label: string, value: string) =>
    html`<div><label for="${id}" class="text-sm font-semibold">${label}</label><input type="text" id="${id}" name="${id}" inputmode="numeric" value="${value}" required class="field number mt-1 w-32" ${refused?.range === undefined ? "" : html`aria-invalid="true" aria-describedby="range-fault"`} /></div>`;
  const [from, to] = refused?.range ?? [String(events.at(-1)?.number ?? ""), String(events[0]?.number ?? "")];
  return postForm(
    "/postbacks",
    html`${number("from", "From event", from)}${number("to", "To event", to)}
    ${button("Replay range", html`name="intent" value="replay"`)}
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
          html`<input type="hidden" name="from" value="${event.number}" /><input type="hidden" name="to" value="${event.number}" />${button(html`Replay<span class="sr-only"> event ${event.number}</span>`, html`name="intent" value="replay"`)}`,
        );
  return html`${tableFrame(
    "Events",
    html`<table class="table stack-table"><caption class="sr-only">Events of orders, newest first</caption><thead><tr><th scope="col" class="number">Event</th><th scope="col">Order</th><th scope="col">When, IST</th><th scope="col">Body</th><th scope="col"><span class="sr-only">Replay</span></th></tr></thead><tbody>${events.map(
      (event) =>
        html`<tr><td data-label="Event" class="number">${event.number}</td><th scope="row" class="whitespace-nowrap"><span class="number">${event.orderId}</span> ${event.orderStatus}</th><td data-label="When, IST" class="whitespace-nowrap">${istTime(event.at)}</td><td><details class="min-w-0"><summary class="link">Show</summary>${bodyBox(`Event ${event.number}`, event.body)}</details></td><td>${again(event)}</td></tr>`,
    )}</tbody></table>`,
  )}${
    events.length < EVENTS_SHOWN
      ? ""
      : html`<p class="mt-3"><a class="link py-1" href="/sandbox/portal/postbacks?before=${events.at(-1)?.number}#events">Older</a></p>`
  }`;
}
