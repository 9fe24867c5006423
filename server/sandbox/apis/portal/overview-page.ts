// The portal's first page: keys, use of the limits, calls of the last hour, postbacks, clock and faults.
import { html } from "hono/html";
import {
  appsText,
  clockText,
  faultsText,
  limitText,
  requestsText,
  overviewText as text,
  tokensText,
  welcomeText,
} from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import { API_GROUP_NAMES } from "../../../../app/contract/site/service-status.ts";
import { EXAMPLE_ORDER } from "../../../../app/contract/trading-api/examples.ts";
import type { FaultRule } from "../../../../app/contract/trading-api/faults.ts";
import type { LimitGroup } from "../../../../app/contract/trading-api/operation.ts";
import { RATE_LIMITS } from "../../../../app/contract/trading-api/operations.ts";
import { HOUR_MS, isoDayOf } from "../../../../app/domain/time.ts";
import { shellArgument } from "../../../../app/format/literals.ts";
import { formatPaise } from "../../../../app/format/rupees.ts";
import type { App } from "../../accounts/apps.ts";
import { isTokenUsed, type StoredToken } from "../../accounts/tokens.ts";
import { RESTING_LIMITS } from "../../broker/resting-orders.ts";
import { FEED_LIMITS } from "../../exchange/feeds/feed-server.ts";
import { factRows, type Page, tableFrame } from "../page-frame.ts";
import type { StoredCall } from "../trading-api/journal.ts";
import type { EndpointHealth } from "../trading-api/postback-store.ts";
import type { RateLimits } from "../trading-api/rate-limits.ts";
import { istTime } from "../trading-api/wire-format.ts";
import {
  codeFields,
  mutedText,
  type PortalPage,
  portalFrame,
  postForm,
  renderBox,
  submitButton,
} from "./portal-frame.ts";
import { healthBadge } from "./postbacks-page.ts";
import { callsTable, clockTime, shortTime } from "./requests-page.ts";

const LIMIT_GROUPS = Object.keys(RATE_LIMITS) as LimitGroup[];
const WARNING_SHARE = 0.6;
const FULL_SHARE = 0.85;
/** Number of bars in the chart of the last hour; each covers two minutes. */
const CHART_BARS = 30;
const CALLS_LISTED = 10;
const ERROR_STATUS_FROM = 400;
const count = (value: number) => value.toLocaleString("en-IN");

export type Overview = {
  availablePaise: number;
  /** The account's apps, in the order of the portal's page. */
  apps: readonly App[];
  /** The token for the account's own programs. Null if there is none. */
  token: StoredToken | null;
  meter: ReturnType<RateLimits["meter"]>;
  usage: ReturnType<RateLimits["usage"]>;
  /** Open connections to the market feed, and their subscriptions. */
  feed: { connections: number; instruments: number };
  /** Number of resting orders. */
  resting: number;
  /** Stored calls, newest first. */
  calls: StoredCall[];
  /** End of the chart of the last hour, epoch ms. */
  now: number;
  origin: string;
  clock: { isVirtual: boolean; at: string };
  health: EndpointHealth;
  faults: readonly FaultRule[];
  /** True if opening the playground requires confirmation by PIN and TOTP. */
  needsCodes: boolean;
  /** Reason why the playground form was rejected. */
  fault: string | null;
};

const FREQUENT_FAULTS = ["slow", "rate-limit", "server-error"] as const;
/** Hidden field of a form that returns to this page. */
const FROM_OVERVIEW = html`<input type="hidden" name="place" value="overview" />`;

const go = (path: string, label: Page | string): Page =>
  html`<a class="link text-sm" href="/sandbox/portal${path}">${label}</a>`;

export function overviewPage(page: PortalPage, overview: Overview): Page {
  const { id, name } = page.account;
  return portalFrame(
    page,
    "",
    {
      title: text.title,
      subtitle: text.accountWithFunds({ name, id, funds: formatPaise(overview.availablePaise) }),
    },
    html`${keysBox(page, overview)}${limitsBox(overview)}
    <div class="portal-wide portal-split">
      ${requestsBox(page, overview)}
      <div class="portal-side">${postbacksBox(page, overview)}${clockBox(overview)}${faultsBox(overview)}</div>
    </div>`,
  );
}

/** Renders what a program needs to call the API. Tokens and secrets are stored as digests and cannot be shown. */
function keysBox({ account }: PortalPage, overview: Overview): Page {
  const { origin, apps, token, needsCodes, fault } = overview;
  const socket = origin.replace(/^http/, "ws");
  const code = (value: string) => html`<code>${value}</code>`;
  const row = (name: string, value: Page | string, action: Page = html``) =>
    html`<div><dt>${name}</dt><dd>${value}</dd><dd>${action}</dd></div>`;
  const app = apps[0];
  return renderBox(
    "keys",
    text.keys,
    html`<dl class="portal-keys">
      ${row(welcomeText.clientId, code(account.id))}
      ${row(welcomeText.accessToken, token === null ? text.none : tokenState(token, overview.now), go("/tokens", token === null ? tokensText.makeToken : tokensText.revoke))}
      ${row(appsText.appId, app === undefined ? text.none : code(app.id), go("/apps", apps.length > 1 ? text.moreApps(apps.length - 1) : appsText.newSecret))}
      ${row(text.rest, code(`${origin}/sandbox/v2`))}
      ${row(text.marketFeed, code(`${socket}/sandbox/feed`))}
    </dl>
    <details class="fold"><summary class="link text-sm">${text.otherSockets}</summary><dl class="portal-keys">
      ${row(text.depth20, code(`${socket}/sandbox/twentydepth`))}
      ${row(text.depth200, code(`${socket}/sandbox/twohundreddepth`))}
      ${row(text.orderUpdates, code(`${socket}/sandbox/order-update`))}
    </dl></details>`,
    {
      action: html`<a class="button button-quiet" href="/sandbox/portal/tokens#make">${text.newToken}</a>`,
      footer: needsCodes
        ? html`<details class="fold" ${fault === null ? "" : "open"}><summary class="button button-main">${text.openPlayground}</summary>${postForm("/playground", html`${codeFields("playground", fault)}${submitButton(text.openPlayground, html``, true)}`, "space-y-3")}</details>`
        : postForm("/playground", submitButton(text.openPlayground, html``, true)),
    },
  );
}

function tokenState(token: StoredToken, now: number): string {
  const day = istTime(token.expiresAt).slice(0, 10);
  return isTokenUsed(token)
    ? text.tokenUsed({ day, time: shortTime(token.lastSeenAt, now) })
    : text.tokenUnused(day);
}

function limitsBox({ meter, feed, resting, usage }: Overview): Page {
  const daily = meter.flatMap(({ group, lastSecond, today }) => {
    const { perSecond, perDay } = RATE_LIMITS[group];
    const note = text.inTheLastSecond({ used: count(lastSecond), most: count(perSecond) });
    const name = html`${text.today(limitText[group])}<span class="sr-only">, ${API_GROUP_NAMES[group]}</span>`;
    return perDay === null ? [] : [meterRow(name, today, perDay, note)];
  });
  return renderBox(
    "limits",
    text.limitsUsed,
    html`<ul class="gauges">${daily}
      ${meterRow(text.marketFeed, feed.connections, FEED_LIMITS.connectionsPerClient, text.feedUse(feed.instruments))}
      ${meterRow(text.restingOrders, resting, RESTING_LIMITS.ordersPerAccount, text.atOneTime)}</ul>
      <details class="fold"><summary class="link text-sm">${text.usageByDay}</summary>${usageTable(usage)}</details>`,
    { action: html`<a class="link text-sm" href="/docs/v2/rate-limits">${text.allLimits}</a>` },
  );
}

function meterRow(name: Page | string, used: number, most: number, note: string): Page {
  return html`<li><p class="gauge-line"><span>${name}</span> <span class="gauge-figures">${text.used({ used: count(used), most: count(most) })}</span></p>${gauge(used / most)}<p class="gauge-line gauge-notes">${note}</p></li>`;
}

/** Draws the used share of a limit as a bar. The text above the bar states the same figures. */
function gauge(part: number): Page {
  const level = part >= FULL_SHARE ? "red" : part >= WARNING_SHARE ? "amber" : "neutral";
  const width = part === 0 ? 0 : Math.max(1, Math.round(Math.min(1, part) * 100));
  return html`<svg viewBox="0 0 100 8" preserveAspectRatio="none" class="limit-gauge" data-level="${level}" aria-hidden="true"><rect class="limit-track" width="100" height="8" /><rect class="limit-used" width="${width}" height="8" /></svg>`;
}

function usageTable(usage: Overview["usage"]): Page {
  if (usage.length === 0) return mutedText(requestsText.noCalls);
  return tableFrame(
    text.usageByDay,
    html`<table class="table table-tight"><caption class="sr-only">${text.usageTable}</caption><thead><tr><th scope="col">${text.day}</th>${LIMIT_GROUPS.map(
      (group) => html`<th scope="col" class="number">${limitText[group]}</th>`,
    )}<th scope="col" class="number">${text.total}</th></tr></thead><tbody>${usage.map(
      ({ day, calls }) =>
        html`<tr><th scope="row" class="whitespace-nowrap">${isoDayOf(day)}</th>${LIMIT_GROUPS.map(
          (group) => html`<td class="number">${count(calls[group])}</td>`,
        )}<td class="number">${count(LIMIT_GROUPS.reduce((sum, group) => sum + calls[group], 0))}</td></tr>`,
    )}</tbody></table>`,
  );
}

function requestsBox(page: PortalPage, { calls, now, origin }: Overview): Page {
  const recent = calls.filter(({ at }) => at > now - HOUR_MS);
  const times = recent.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const errors = recent.filter(({ status }) => status >= ERROR_STATUS_FROM).length;
  const figure = (value: string, label: string, colour = "") =>
    html`<p class="text-sm text-ink-muted"><span class="figure inline ${colour === "" ? "text-ink" : colour}">${value}</span> ${label}</p>`;
  return renderBox(
    "calls",
    text.requestsLastHour,
    calls.length === 0
      ? firstCall(origin, page.shown)
      : html`<div class="flex flex-wrap items-baseline gap-x-6">${figure(count(recent.length), text.requests)}${figure(count(errors), errors === 1 ? text.error : text.errors, errors > 0 ? "text-loss" : "")}${figure(times.length === 0 ? "–" : `${times[Math.floor(times.length / 2)]} ms`, text.median)}</div>
      ${hourChart(recent, now)}
      ${callsTable(calls.slice(0, CALLS_LISTED), now)}`,
    {
      footer: html`${go("/requests?status=refused", text.onlyErrors)} ${go("/requests", text.allRequests)}`,
    },
  );
}

/**
 * Renders a command that places the first order. The command contains the token as long as the page shows the token.
 */
function firstCall(origin: string, message: PortalPage["shown"]): Page {
  const token = message?.secrets?.find(([name]) => name === welcomeText.tokenFor30Days)?.[1];
  const command = [
    `curl -sS -X POST ${shellArgument(`${origin}/sandbox/v2/orders`)}`,
    `  -H ${token === undefined ? '"access-token: $ACCESS_TOKEN"' : shellArgument(`access-token: ${token}`)}`,
    "  -H 'Content-Type: application/json'",
    `  -d ${shellArgument(JSON.stringify(EXAMPLE_ORDER, null, 2))}`,
  ].join(" \\\n");
  return html`<p>${text.noCallsYet}</p><section class="code-box" aria-label="${text.firstOrder}" tabindex="0"><pre><code>${command}</code></pre></section>
  <p class="flex flex-wrap items-center gap-x-6 gap-y-2"><a class="button button-quiet" href="/docs/v2/playground">${requestsText.sendOne}</a> <a class="link" href="/docs/v2/quick-start">${welcomeText.quickStart}</a></p>`;
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
  const height = (calls: number) => Math.max(3, Math.round((calls / most) * 60));
  const rect = (index: number, calls: number, name: string) =>
    calls === 0
      ? ""
      : html`<rect class="${name}" x="${index * 10 + 1}" y="${60 - height(calls)}" width="8" height="${height(calls)}" rx="1" />`;
  const ticks = [now - HOUR_MS, now - HOUR_MS / 2, now];
  return html`<div><svg viewBox="0 0 300 61" preserveAspectRatio="none" class="portal-hour" aria-hidden="true"><path d="M0 60.5H300" class="portal-axis" />${bars.map(
    ({ all, refused }, index) =>
      html`${rect(index, all, "portal-bar")}${rect(index, refused, "portal-bar-bad")}`,
  )}</svg><p class="number flex justify-between text-xs text-ink-muted" aria-hidden="true">${ticks.map((at) => html`<span>${clockTime(at).slice(0, 5)}</span> `)}</p></div>`;
}

function postbacksBox({ account }: PortalPage, { health }: Overview): Page {
  const address = account.postbackUrl;
  return renderBox(
    "postbacks",
    text.postbacks,
    address === null
      ? mutedText(text.postbacksOff)
      : html`<p><code class="text-sm wrap-anywhere">${address}</code></p>${factRows([
          [text.delivered24Hours, count(health.delivered)],
          [text.awaitingRetry, count(health.waiting)],
        ])}`,
    {
      ...(address === null ? {} : { action: healthBadge(health) }),
      footer: go("/postbacks", address === null ? text.setAddress : text.deliveries),
    },
  );
}

function clockBox({ clock }: Overview): Page {
  const step = (seconds: number, label: string) =>
    html`<button type="submit" name="seconds" value="${seconds}" class="button button-quiet">${text.plus(label)}</button>`;
  const day = clock.at.slice(0, 10);
  return renderBox(
    "now",
    text.clock,
    html`<p><span class="figure figure-large">${clock.at.slice(11)}</span> <span class="figure-note">${day}, ${clock.isVirtual ? text.ownClock : text.commonClock}</span></p>
    ${
      clock.isVirtual
        ? postForm(
            "/clock",
            html`${FROM_OVERVIEW}<input type="hidden" name="intent" value="advance" />${step(60, clockText.minute)}${step(3_600, clockText.hour)}`,
            "flex flex-wrap gap-2",
          )
        : ""
    }`,
    { footer: go("/clock", clockText.title) },
  );
}

/** Renders switches for frequent faults. Other active faults are only counted. */
function faultsBox({ faults }: Overview): Page {
  const row = (fault: keyof typeof text.frequentFaults) => {
    const { name, effect } = text.frequentFaults[fault];
    const active = faults.findIndex((rule) => rule.fault === fault);
    const [intent, label] = active === -1 ? ["add", text.turnOn] : ["remove", text.turnOff];
    return html`<li><p>${name}<span class="figure-note">${effect}</span></p>${postForm("/faults", html`${FROM_OVERVIEW}<input type="hidden" name="fault" value="${fault}" /><input type="hidden" name="number" value="${active + 1}" />${submitButton(html`${label}<span class="sr-only">: ${name}</span>`, html`name="intent" value="${intent}"`)}`)}</li>`;
  };
  return renderBox(
    "faults",
    faultsText.title,
    html`<ul class="portal-faults">${FREQUENT_FAULTS.map(row)}</ul>`,
    {
      ...(faults.length === 0
        ? {}
        : { action: html`<p class="badge badge-paper">${text.on(faults.length)}</p>` }),
      footer: go("/faults", text.allFaults),
    },
  );
}
