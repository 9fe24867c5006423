// The portal's first page: addresses, rate limits, usage by day and the latest calls.
import { html } from "hono/html";
import type { LimitGroup } from "../../../../app/contract/trading-api/operation.ts";
import { RATE_LIMITS } from "../../../../app/contract/trading-api/operations.ts";
import { isoDayOf } from "../../../../app/domain/market-sessions.ts";
import { facts, type Page, tableFrame } from "../page-frame.ts";
import type { StoredCall } from "../trading-api/journal.ts";
import type { RateLimits } from "../trading-api/rate-limits.ts";
import {
  button,
  codeFields,
  heading,
  muted,
  onceField,
  type PortalPage,
  portalFrame,
} from "./portal-frame.ts";
import { callsTable } from "./requests-page.ts";

const GROUP_NAMES: Record<LimitGroup, string> = {
  order: "Orders",
  quote: "Quotes",
  data: "Data",
  other: "Other",
};
const GROUPS = Object.keys(RATE_LIMITS) as LimitGroup[];
const WARN_FROM = 0.8;
const count = (value: number) => value.toLocaleString("en-IN");

export type Overview = {
  meter: ReturnType<RateLimits["meter"]>;
  usage: ReturnType<RateLimits["usage"]>;
  calls: StoredCall[];
  origin: string;
  clock: { isVirtual: boolean; at: string };
  /** True if opening the playground has to be confirmed with PIN and TOTP. */
  needsCodes: boolean;
  /** Reason why the playground form was refused. */
  fault: string | null;
};

export function overviewPage(
  page: PortalPage,
  { meter, usage, calls, origin, clock, needsCodes, fault }: Overview,
): Page {
  const socket = origin.replace(/^http/, "ws");
  return portalFrame(
    page,
    "",
    { title: "Your sandbox account" },
    html`<div class="mt-4 grid gap-x-10 lg:grid-cols-2">
      <section aria-labelledby="addresses">${heading("addresses", "Addresses")}
        ${facts([
          ["REST", html`<code class="wrap-anywhere max-sm:text-xs">${origin}/sandbox/v2</code>`],
          ["Market feed", html`<code class="wrap-anywhere max-sm:text-xs">${socket}/sandbox/feed</code>`],
          [
            "20-level depth",
            html`<code class="wrap-anywhere max-sm:text-xs">${socket}/sandbox/twentydepth</code>`,
          ],
          [
            "200-level depth",
            html`<code class="wrap-anywhere max-sm:text-xs">${socket}/sandbox/twohundreddepth</code>`,
          ],
          [
            "Order updates",
            html`<code class="wrap-anywhere max-sm:text-xs">${socket}/sandbox/order-update</code>`,
          ],
          ["Clock", html`${clock.at} IST${clock.isVirtual ? ", the account's own" : ""}`],
        ])}
        <p class="mt-4 flex flex-wrap gap-x-6"><a class="link py-1" href="/docs/v2/quick-start">Quick start</a><a class="link py-1" href="/docs/v2/">Documentation</a></p>
        <form method="post" action="/sandbox/portal/playground" class="mt-2">${onceField()}${needsCodes ? codeFields("playground", fault) : ""}<div class="mt-3">${button("Open the playground with this account")}</div></form>
        ${muted("The playground and the samples' copy buttons then use this account, with a token of their own that you can revoke under Tokens.")}
      </section>
      <section aria-labelledby="limits">${heading("limits", "Rate limits")}
        <ul class="mt-3 space-y-4">${meter.map(meterRow)}</ul>
      </section>
    </div>
    <section aria-labelledby="usage">${heading("usage", "Usage by day")}${usageTable(usage)}</section>
    <section aria-labelledby="calls">${heading("calls", "Latest requests")}
      ${calls.length === 0 ? muted("No calls yet.") : callsTable(calls)}
      <p class="mt-3"><a class="link py-1" href="/sandbox/portal/requests">All requests</a></p>
    </section>`,
  );
}

function meterRow({ group, lastSecond, today }: Overview["meter"][number]): Page {
  const { what, perSecond, perDay } = RATE_LIMITS[group];
  const bar = (name: string, value: number, atMost: number) =>
    html`<div class="flex flex-wrap items-center gap-x-3 text-sm">${gauge(value / atMost)}<span class="number">${count(value)} of ${count(atMost)}</span> <span class="text-ink-muted">${name}</span></div>`;
  return html`<li><p class="font-semibold">${GROUP_NAMES[group]} <span class="text-sm font-normal text-ink-muted">${what}</span></p>${bar("in the last second", lastSecond, perSecond)}${
    perDay === null
      ? html`<p class="text-sm text-ink-muted">${count(today)} today, no daily limit</p>`
      : bar("today", today, perDay)
  }</li>`;
}

/** Draws the used share of a limit. The text next to it gives the same figures. */
function gauge(part: number): Page {
  const width = Math.round(Math.min(1, part) * 160);
  return html`<svg viewBox="0 0 160 8" class="h-2 w-40 rounded-sm bg-line ${part >= WARN_FROM ? "text-warn" : "text-accent"}" aria-hidden="true"><rect width="${width}" height="8" fill="currentColor" /></svg>`;
}

function usageTable(usage: Overview["usage"]): Page {
  if (usage.length === 0) return muted("No calls yet.");
  return tableFrame(
    "Usage by day",
    html`<table class="table"><caption class="sr-only">Calls by day and limit group, the newest day first, at most 30 days</caption><thead><tr><th scope="col">Day</th>${GROUPS.map(
      (group) => html`<th scope="col" class="number">${GROUP_NAMES[group]}</th>`,
    )}<th scope="col" class="number">Total</th></tr></thead><tbody>${usage.map(
      ({ day, calls }) =>
        html`<tr><th scope="row" class="whitespace-nowrap">${isoDayOf(day)}</th>${GROUPS.map(
          (group) => html`<td class="number">${count(calls[group])}</td>`,
        )}<td class="number">${count(GROUPS.reduce((sum, group) => sum + calls[group], 0))}</td></tr>`,
    )}</tbody></table>`,
  );
}
