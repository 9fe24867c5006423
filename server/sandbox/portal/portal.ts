// The developer portal: make an account, take its keys, watch its calls, set an address for postbacks, begin anew. Forms and pages that
// work without scripts; the same account by one JSON call for who has no browser. Secrets are shown once.
import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { RATE_LIMITS } from "../../../app/wire/trading-api/operations.ts";
import type { Broker } from "../broker/broker.ts";
import { liveAccount } from "../broker/broker.ts";
import { type ApiAccount, createAccount, findAccount } from "../login/api-accounts.ts";
import { issueToken } from "../login/consents.ts";
import { digest } from "../login/digest.ts";
import { frame, type Page } from "../login/login-pages.ts";
import { openWithHoldings } from "../login/opening-account.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { type Postbacks, refusedAddress } from "../trading-api/postbacks.ts";
import { tokenPayload } from "../trading-api/token-payload.ts";
import type { TradingApi } from "../trading-api/trading-api.ts";
import { istTime } from "../trading-api/wire-format.ts";

const COOKIE = "sandbox-portal";
const TOKEN_FOR_MS = 30 * 86_400_000;
const HOUR_MS = 3_600_000;
const ADDRESSES_KEPT = 10_000;
const WHERE = "Developer portal";

export function createPortal(options: {
  db: SandboxDatabase;
  broker: Broker;
  api: TradingApi;
  postbacks: Postbacks;
  allowsPrivatePostbacks: boolean;
  /** From one address. */
  accountsAnHour: number;
}): Hono {
  const { db, broker, api, postbacks } = options;
  const portal = new Hono();
  const made = new Map<string, number[]>();

  /** Whether an address has made too many accounts within the hour; counts it otherwise. */
  function isTooMany(context: Context): boolean {
    const address = context.req.header("x-client-address") ?? "";
    const now = Date.now();
    if (made.size > ADDRESSES_KEPT) made.clear();
    const recent = (made.get(address) ?? []).filter((at) => at > now - HOUR_MS);
    if (recent.length >= options.accountsAnHour) return true;
    made.set(address, [...recent, now]);
    return false;
  }

  function signedIn(context: Context): ApiAccount | undefined {
    const key = getCookie(context, COOKIE);
    if (key === undefined) return undefined;
    const row = db.prepare("SELECT client_id FROM api_accounts WHERE portal_digest = ?").get(digest(key)) as
      | { client_id: string }
      | undefined;
    return row === undefined ? undefined : findAccount(db, row.client_id);
  }

  function keepSignedIn(context: Context, key: string): void {
    setCookie(context, COOKIE, key, {
      path: "/sandbox/portal",
      httpOnly: true,
      sameSite: "Strict",
      secure: (context.req.header("x-public-origin") ?? "").startsWith("https:"),
      maxAge: TOKEN_FOR_MS / 1_000,
    });
  }

  function begin(name: string) {
    const created = createAccount(db, name, broker.now());
    if (created === null) return null;
    openWithHoldings(broker, created.account.id);
    return { ...created, token: issueToken(db, created.account.id, broker.now(), TOKEN_FOR_MS) };
  }

  portal.get("/", (context) => {
    const account = signedIn(context);
    return context.html(account === undefined ? welcomePage(null) : overview(account, null));
  });

  portal.post("/accounts", async (context) => {
    const isJson = (context.req.header("accept") ?? "").includes("application/json");
    const name = isJson ? "" : String((await context.req.parseBody()).name ?? "");
    if (isTooMany(context)) {
      context.header("Retry-After", "3600");
      const sentence = `At most ${options.accountsAnHour} accounts an hour from one address.`;
      return isJson
        ? context.json({ errorType: "Rate_Limit", errorCode: "DH-904", errorMessage: sentence }, 429)
        : context.html(welcomePage(sentence), 429);
    }
    const created = begin(name);
    if (created === null) {
      const sentence =
        "The sandbox keeps no more accounts. Its operator can begin with an empty data folder.";
      return isJson
        ? context.json({ errorType: "Others", errorCode: "DH-910", errorMessage: sentence }, 503)
        : context.html(welcomePage(sentence), 503);
    }
    const { account, appSecret, portalKey, token } = created;
    if (isJson)
      return context.json({
        ...tokenPayload(account, token),
        pin: account.pin,
        totpSecret: account.totpSecret,
        appId: account.appId,
        appSecret,
      });
    keepSignedIn(context, portalKey);
    return context.html(
      overview(account, [
        ["Access token, for 30 days", token.accessToken],
        ["App secret", appSecret],
      ]),
    );
  });

  /** A form of who is signed in; others are shown the way in. */
  const withAccount = (work: (context: Context, account: ApiAccount) => Response | Promise<Response>) => {
    return (context: Context) => {
      const account = signedIn(context);
      return account === undefined
        ? context.html(
            welcomePage("Your session here has ended. Make an account, or go on with the token you have."),
            401,
          )
        : work(context, account);
    };
  };

  portal.post(
    "/token",
    withAccount((context, account) => {
      const token = issueToken(db, account.id, broker.now(), TOKEN_FOR_MS);
      return context.html(
        overview(account, [["Access token, for 30 days; the one before has ended", token.accessToken]]),
      );
    }),
  );

  portal.post(
    "/postback",
    withAccount(async (context, account) => {
      const url = String((await context.req.parseBody()).url ?? "").trim();
      const refused = url === "" ? null : refusedAddress(url, options.allowsPrivatePostbacks);
      if (refused !== null) return context.html(overview(account, null, { url, fault: refused }), 422);
      const secret = url === "" ? null : randomBytes(24).toString("base64url");
      db.prepare("UPDATE api_accounts SET postback_url = ?, postback_secret = ? WHERE client_id = ?").run(
        url === "" ? null : url,
        secret,
        account.id,
      );
      const changed = findAccount(db, account.id) ?? account;
      return context.html(
        overview(changed, secret === null ? null : [["Secret of the postbacks' signature", secret]]),
      );
    }),
  );

  portal.post(
    "/redirect",
    withAccount(async (context, account) => {
      const url = String((await context.req.parseBody()).url ?? "").trim();
      const isGood = url === "" || (/^https?:\/\//.test(url) && url.length <= 500 && URL.canParse(url));
      if (!isGood)
        return context.html(
          overview(account, null, null, { url, fault: "An address that begins with https:// or http://." }),
          422,
        );
      db.prepare("UPDATE api_accounts SET redirect_url = ? WHERE client_id = ?").run(
        url === "" ? null : url,
        account.id,
      );
      return context.redirect("/sandbox/portal#app", 303);
    }),
  );

  portal.post(
    "/resend",
    withAccount(async (context, account) => {
      postbacks.resend(account.id, Number((await context.req.parseBody()).id));
      return context.redirect("/sandbox/portal#deliveries", 303);
    }),
  );

  portal.post(
    "/reset",
    withAccount((context, account) => {
      broker.run(() => {
        const own = liveAccount(account.id);
        for (const sql of [
          "DELETE FROM trades WHERE client_id = ? AND deployment_id IS NULL",
          "DELETE FROM orders WHERE client_id = ? AND deployment_id IS NULL",
          "DELETE FROM super_orders WHERE client_id = ?",
          "DELETE FROM forever_orders WHERE client_id = ?",
          "DELETE FROM pnl_exits WHERE client_id = ?",
          "DELETE FROM edis_approvals WHERE client_id = ?",
          "DELETE FROM static_ips WHERE client_id = ?",
          "DELETE FROM kill_switches WHERE client_id = ?",
        ])
          db.prepare(sql).run(account.id);
        db.prepare("DELETE FROM ledger WHERE account = ?").run(own);
      });
      openWithHoldings(broker, account.id);
      return context.redirect("/sandbox/portal", 303);
    }),
  );

  portal.post("/leave", (context) => {
    deleteCookie(context, COOKIE, { path: "/sandbox/portal" });
    return context.redirect("/sandbox/portal", 303);
  });

  function overview(
    account: ApiAccount,
    secrets: [name: string, value: string][] | null,
    postback: { url: string; fault: string } | null = null,
    redirect: { url: string; fault: string } | null = null,
  ): Page {
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
        <dt>PIN</dt><dd><code>${account.pin}</code></dd>
        <dt>TOTP secret</dt><dd><code>${account.totpSecret}</code></dd>
        <dt>App id</dt><dd><code>${account.appId}</code></dd>
        <dt>REST</dt><dd><code>/sandbox/v2</code></dd>
        <dt>Sockets</dt><dd><code>/sandbox/feed</code>, <code>/sandbox/twentydepth</code>, <code>/sandbox/order-update</code></dd>
      </dl>
      <p><a href="/docs/v2/quick-start">Quick start</a> · <a href="/docs/v2/playground">Playground</a></p>
      <form method="post" action="/sandbox/portal/token"><button type="submit">Make a new token</button></form>
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
  return portal;
}

function welcomePage(fault: string | null): Page {
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
