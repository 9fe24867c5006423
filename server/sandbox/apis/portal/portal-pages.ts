// The portal's two pages: the way in, and an account with its use, its last calls and its addresses. Forms that work without scripts.
import { html } from "hono/html";
import { RATE_LIMITS } from "../../../../app/wire/trading-api/operations.ts";
import type { ApiAccount } from "../../accounts/api-accounts.ts";
import { frame, type Page } from "../login/login-pages.ts";
import type { Postbacks } from "../trading-api/postbacks.ts";
import type { TradingApi } from "../trading-api/trading-api.ts";
import { istTime } from "../trading-api/wire-format.ts";

const WHERE = "Developer portal";

/** What is shown once: a name and the secret. */
export type Shown = [name: string, value: string][];
/** An address that was typed and not taken, and why. */
export type RefusedAddress = { url: string; fault: string };

export function overviewPage(
  { api, postbacks }: { api: TradingApi; postbacks: Postbacks },
  account: ApiAccount,
  shown: {
    secrets?: Shown | null;
    postback?: RefusedAddress;
    redirect?: RefusedAddress;
  } = {},
): Page {
  const { secrets = null, postback = null, redirect = null } = shown;
  const calls = api.recentCalls(account.id);
  const meter = api.limits.meter(account.id, Date.now());
  const deliveries = postbacks.deliveries(account.id);
  return frame(
    "Your sandbox account",
    html`${
      secrets === null
        ? ""
        : html`<div class="note" role="status"><p>Shown once, here and now:</p><dl class="stack">${secrets.map(
            ([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`,
          )}</dl></div>`
    }
      <dl>
        <dt>Client id</dt><dd><code>${account.id}</code></dd>
        <dt>App id</dt><dd><code>${account.appId}</code></dd>
        <dt>REST</dt><dd><code>/sandbox/v2</code></dd>
        <dt>Sockets</dt><dd><code>/sandbox/feed</code>, <code>/sandbox/twentydepth</code>, <code>/sandbox/order-update</code></dd>
      </dl>
      <p><a href="/docs/v2/quick-start">Quick start</a> · <a href="/docs/v2/playground">Playground</a></p>
      <form method="post" action="/sandbox/portal/token"><button type="submit">Make a new token</button></form>
      <form method="post" action="/sandbox/portal/codes"><button class="quiet" type="submit">Make a new PIN and TOTP secret</button></form>
      <h2>Use</h2>
      <table><caption class="sr">Calls by group</caption><thead><tr><th scope="col">Calls for</th><th scope="col" class="n">Last second, of</th><th scope="col" class="n">Today, of</th></tr></thead><tbody>${meter.map(
        ({ group, lastSecond, today }) =>
          html`<tr><th scope="row">${RATE_LIMITS[group].what}</th><td class="n">${lastSecond} of ${RATE_LIMITS[group].perSecond}</td><td class="n">${today}${RATE_LIMITS[group].perDay === null ? "" : ` of ${RATE_LIMITS[group].perDay}`}</td></tr>`,
      )}</tbody></table>
      <h2>Last calls</h2>
      ${
        calls.length === 0
          ? html`<p>None yet.</p>`
          : html`<table><thead><tr><th scope="col">When, IST</th><th scope="col">Call</th><th scope="col" class="n">Status</th><th scope="col" class="n">ms</th><th scope="col">Request id</th></tr></thead><tbody>${calls
              .slice(0, 20)
              .map(
                (call) =>
                  html`<tr><td>${istTime(call.at).slice(11)}</td><td><code>${call.method} ${call.path}</code></td><td class="n">${call.status}</td><td class="n">${call.tookMs}</td><td><code>${call.requestId}</code></td></tr>`,
              )}</tbody></table>`
      }
      <h2 id="app">Your app</h2>
      <form method="post" action="/sandbox/portal/redirect">
        <label for="redirect">Address that its user comes back to after a consent</label>
        ${redirect === null ? "" : html`<p class="note fault" role="alert">${redirect.fault}</p>`}
        <input type="text" id="redirect" name="url" inputmode="url" autocomplete="off" maxlength="500" value="${redirect?.url ?? account.redirectUrl ?? ""}" placeholder="https://" />
        <button type="submit">Keep this address</button>
      </form>
      <h2 id="postbacks">Postbacks</h2>
      <form method="post" action="/sandbox/portal/postback">
        <label for="url">Address that each change of an order is posted to</label>
        ${postback === null ? "" : html`<p class="note fault" role="alert">${postback.fault}</p>`}
        <input type="text" id="url" name="url" inputmode="url" autocomplete="off" maxlength="500" value="${postback?.url ?? account.postbackUrl ?? ""}" placeholder="https://" />
        <button type="submit">Keep it</button>
      </form>
      <h3 id="deliveries">Deliveries</h3>
      ${
        deliveries.length === 0
          ? html`<p>None yet.</p>`
          : html`<table><thead><tr><th scope="col">When, IST</th><th scope="col">Order</th><th scope="col">Answer</th><th scope="col" class="n">Tries</th><td></td></tr></thead><tbody>${deliveries.map(
              (one) =>
                html`<tr><td>${istTime(one.at).slice(11)}</td><td>${one.orderId} ${one.orderStatus}</td><td>${one.fault ?? one.status ?? "under way"}</td><td class="n">${one.tries}</td><td><form method="post" action="/sandbox/portal/resend"><button class="quiet" type="submit" name="id" value="${one.id}">Send again<span class="sr"> ${one.orderId} ${one.orderStatus}</span></button></form></td></tr>`,
            )}</tbody></table>`
      }
      <h2>Begin anew</h2>
      <p>Removes all orders, trades and money of this account and gives it what it began with.</p>
      <form method="post" action="/sandbox/portal/reset"><button class="quiet" type="submit">Reset the account</button></form>
      <form method="post" action="/sandbox/portal/leave"><button class="quiet" type="submit">Leave the portal</button></form>`,
    WHERE,
  );
}

export function welcomePage(fault: string | null): Page {
  return frame(
    "Developer portal of the sandbox",
    html`${fault === null ? "" : html`<p class="note fault" role="alert">${fault}</p>`}
      <p>An account has invented money, two holdings, an app key and a token for 30 days. It trades in the sandbox's simulated market and nowhere else.</p>
      <form method="post" action="/sandbox/portal/accounts">
        <label for="name">Name it, if you like</label>
        <input type="text" id="name" name="name" maxlength="60" autocomplete="off" />
        <button type="submit">Make an account</button>
      </form>
      <p>Without a browser: <code>curl -X POST -H "Accept: application/json" …/sandbox/portal/accounts</code></p>
      <p><a href="/docs/v2/quick-start">Quick start</a> · <a href="/docs/v2/">Documentation</a></p>`,
    WHERE,
  );
}
