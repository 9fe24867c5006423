// The portal's first page: addresses, limits, the calls of the last hour, postbacks, clock, faults, and usage by day.
import { html } from "hono/html";
import {
  clockText,
  faultsText,
  limitText,
  requestsText,
  overviewText as text,
} from "../../../../app/contract/sandbox-pages/portal-words.ts";
import { API_GROUP_NAMES } from "../../../../app/contract/site/service-status.ts";
import type { LimitGroup } from "../../../../app/contract/trading-api/operation.ts";
import { RATE_LIMITS } from "../../../../app/contract/trading-api/operations.ts";
import { HOUR_MS, isoDayOf } from "../../../../app/domain/time.ts";
import { factRows, type Page, tableFrame } from "../page-frame.ts";
import type { StoredCall } from "../trading-api/journal.ts";
import type { EndpointHealth } from "../trading-api/postback-store.ts";
import type { RateLimits } from "../trading-api/rate-limits.ts";
import { box, button, codeFields, muted, type PortalPage, portalFrame, postForm } from "./portal-frame.ts";
import { healthBadge } from "./postbacks-page.ts";
import { callsTable, noCalls } from "./requests-page.ts";

const LIMIT_GROUPS = Object.keys(RATE_LIMITS) as LimitGroup[];
const WARNING_SHARE = 0.6;
const FULL_SHARE = 0.85;
/** Number of bars in the chart of the last hour; each covers two minutes. */
const CHART_BARS = 30;
const CALLS_LISTED = 8;
const ERROR_STATUS_FROM = 400;
const count = (value: number) => value.toLocaleString("en-IN");

export type Overview = {
  meter: ReturnType<RateLimits["meter"]>;
  usage: ReturnType<RateLimits["usage"]>;
  /** Stored calls, newest first. */
  calls: StoredCall[];
  /** End of the chart of the last hour, epoch ms. */
  now: number;
  origin: string;
  clock: { isVirtual: boolean; at: string };
  health: EndpointHealth;
  /** Number of configured fault rules. */
  faults: number;
  /** True if opening the playground requires confirmation by PIN and TOTP. */
  needsCodes: boolean;
  /** Reason why the playground form was rejected. */
  fault: string | null;
};

const go = (path: string, words: string): Page =>
  html`<a class="link text-sm" href="/sandbox/portal${path}">${words}</a>`;

export function overviewPage(page: PortalPage, overview: Overview): Page {
  const { meter, usage, clock, faults, health } = overview;
  return portalFrame(
    page,
    "",
    { title: text.title },
    html`${keysBox(overview)}
    ${box("limits", text.limitsUsed, html`<ul class="gauges">${meter.map(meterRow)}</ul>`, { action: html`<a class="link text-sm" href="/docs/v2/rate-limits">${text.allLimits}</a>` })}
    ${requestsBox(overview)}
    ${box(
      "postbacks",
      text.postbacks,
      factRows([
        [text.address, html`<span class="wrap-anywhere">${page.account.postbackUrl ?? text.none}</span>`],
        [text.delivered24Hours, count(health.delivered)],
        [text.awaitingRetry, count(health.waiting)],
      ]),
      { action: healthBadge(health), footer: go("/postbacks", text.deliveries) },
    )}
    ${box(
      "now",
      text.clockAndFaults,
      html`<p class="figure">${clock.at} IST</p>
      ${factRows([
        [text.clock, clock.isVirtual ? text.ownClock : text.commonClock],
        [text.faultsSet, faults],
      ])}`,
      {
        ...(faults === 0 ? {} : { action: html`<p class="badge badge-paper">${text.on(faults)}</p>` }),
        footer: html`${go("/clock", clockText.title)} ${go("/faults", faultsText.title)}`,
      },
    )}
    ${box("usage", text.usageByDay, usageTable(usage), { isWide: true })}`,
  );
}

function keysBox({ origin, needsCodes, fault }: Overview): Page {
  const socket = origin.replace(/^http/, "ws");
  const address = (value: string) => html`<code class="text-sm wrap-anywhere">${value}</code>`;
  return box(
    "addresses",
    text.addresses,
    factRows([
      [text.rest, address(`${origin}/sandbox/v2`)],
      [text.marketFeed, address(`${socket}/sandbox/feed`)],
      [text.depth20, address(`${socket}/sandbox/twentydepth`)],
      [text.depth200, address(`${socket}/sandbox/twohundreddepth`)],
      [text.orderUpdates, address(`${socket}/sandbox/order-update`)],
    ]),
    {
      action: html`<a class="button button-quiet" href="/sandbox/portal/tokens#make">${text.newToken}</a>`,
      footer: postForm(
        "/playground",
        html`${needsCodes ? codeFields("playground", fault) : ""}${button(text.openPlayground, html``, true)}`,
        "space-y-3",
      ),
    },
  );
}

function requestsBox({ calls, now }: Overview): Page {
  const recent = calls.filter(({ at }) => at > now - HOUR_MS);
  const times = recent.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const errors = recent.filter(({ status }) => status >= ERROR_STATUS_FROM).length;
  const figure = (value: string, words: string, colour = "") =>
    html`<p class="text-sm text-ink-muted"><span class="text-lg font-semibold ${colour === "" ? "text-ink" : colour}">${value}</span> ${words}</p>`;
  return box(
    "calls",
    text.requestsLastHour,
    calls.length === 0
      ? noCalls(requestsText.noCalls)
      : html`<div class="flex flex-wrap gap-x-6">${figure(count(recent.length), text.requests)}${figure(count(errors), text.errors, errors > 0 ? "text-loss" : "")}${figure(times.length === 0 ? "–" : `${times[Math.floor(times.length / 2)]} ms`, text.median)}</div>
      ${hourChart(recent, now)}
      ${callsTable(calls.slice(0, CALLS_LISTED))}`,
    { isWide: true, footer: go("/requests", text.allRequests) },
  );
}

/** Renders a bar chart of the calls per two minutes. The red part at the bottom of a bar is the rejected calls. */
function hourChart(recent: readonly StoredCall[], now: number): Page {
  const bars = Array.from({ length: CHART_BARS }, () => ({ all: 0, refused: 0 }));
  for (const { at, status } of recent) {
    const bar =
      bars[CHART_BARS - 1 - Math.min(CHART_BARS - 1, Math.floor(((now - at) / HOUR_MS) * CHART_BARS))];
    if (bar === undefined) continue;
    bar.all += 1;
    if (status >= ERROR_STATUS_FROM) bar.refused += 1;
  }
  const most = Math.max(1, ...bars.map(({ all }) => all));
  const height = (calls: number) => Math.round((calls / most) * 60);
  const rect = (index: number, calls: number, name: string) =>
    calls === 0
      ? ""
      : html`<rect class="${name}" x="${index * 10 + 1}" y="${60 - height(calls)}" width="8" height="${height(calls)}" rx="1" />`;
  return html`<svg viewBox="0 0 300 61" preserveAspectRatio="none" class="portal-hour" aria-hidden="true"><path d="M0 60.5H300" class="portal-axis" />${bars.map(
    ({ all, refused }, index) =>
      html`${rect(index, all, "portal-bar")}${rect(index, refused, "portal-bar-bad")}`,
  )}</svg><p class="flex justify-between text-xs text-ink-muted" aria-hidden="true"><span>${text.anHourAgo}</span> <span>${text.now}</span></p>`;
}

function meterRow({ group, lastSecond, today }: Overview["meter"][number]): Page {
  const { perSecond, perDay } = RATE_LIMITS[group];
  const inSecond = text.inTheLastSecond({ used: count(lastSecond), most: count(perSecond) });
  const [share, figures, note] =
    perDay === null
      ? [lastSecond / perSecond, inSecond, text.noDailyLimit(count(today))]
      : [today / perDay, text.usedToday({ used: count(today), most: count(perDay) }), inSecond];
  return html`<li><p class="gauge-line"><span>${limitText[group]}<span class="sr-only">, ${API_GROUP_NAMES[group]}</span></span> <span class="gauge-figures">${figures}</span></p>${gauge(share)}<p class="gauge-line gauge-notes">${note}</p></li>`;
}

/** Draws the used share of a limit as a bar. The text above the bar states the same figures. */
function gauge(part: number): Page {
  const level = part >= FULL_SHARE ? "red" : part >= WARNING_SHARE ? "amber" : "neutral";
  return html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" class="limit-gauge" data-level="${level}" aria-hidden="true"><rect class="limit-track" width="100" height="8" /><rect class="limit-used" width="${Math.round(Math.min(1, part) * 100)}" height="8" /></svg>`;
}

function usageTable(usage: Overview["usage"]): Page {
  if (usage.length === 0) return muted(requestsText.noCalls);
  return tableFrame(
    text.usageByDay,
    html`<table class="table"><caption class="sr-only">${text.usageTable}</caption><thead><tr><th scope="col">${text.day}</th>${LIMIT_GROUPS.map(
      (group) => html`<th scope="col" class="number">${limitText[group]}</th>`,
    )}<th scope="col" class="number">${text.total}</th></tr></thead><tbody>${usage.map(
      ({ day, calls }) =>
        html`<tr><th scope="row" class="whitespace-nowrap">${isoDayOf(day)}</th>${LIMIT_GROUPS.map(
          (group) => html`<td class="number">${count(calls[group])}</td>`,
        )}<td class="number">${count(LIMIT_GROUPS.reduce((sum, group) => sum + calls[group], 0))}</td></tr>`,
    )}</tbody></table>`,
  );
}
