// The developer portal: make an account, take its keys, watch its calls, set an address for postbacks, begin again. Every form that changes
// something leads back to the page by a redirect, so that a reload repeats nothing; secrets wait there and are shown once. The same account
// by one JSON call for who has no browser.
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { LRUCache } from "lru-cache";
import { createLimiter } from "../../../net/limiter.ts";
import {
  type ApiAccount,
  changeCodes,
  createAccount,
  findAccount,
  setPostback,
} from "../../accounts/api-accounts.ts";
import { digest } from "../../accounts/digest.ts";
import { issueApiToken } from "../../accounts/tokens.ts";
import type { Broker } from "../../broker/broker.ts";
import { liveAccount } from "../../broker/broker.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { VaultBusy } from "../../store/vault.ts";
import { openWithHoldings } from "../login/opening-account.ts";
import { tokenPayload } from "../login/token-payload.ts";
import { type Postbacks, refusedAddress } from "../trading-api/postbacks.ts";
import type { TradingApi } from "../trading-api/trading-api.ts";
import { overviewPage, type Shown, welcomePage } from "./portal-pages.ts";

const COOKIE = "sandbox-portal";
const HOME = "/sandbox/portal";
const TOKEN_FOR_MS = 30 * 86_400_000;
const HOUR_MS = 3_600_000;
/** Secrets wait this long for the page that shows them. */
const SHOWN_WITHIN_MS = 5 * 60_000;
const SHOWN_AT_MOST = 1_000;

export function createPortal(options: {
  db: SandboxDatabase;
  broker: Broker;
  api: TradingApi;
  postbacks: Postbacks;
  allowsPrivatePostbacks: boolean;
  /** From one address. */
  accountsAnHour: number;
}): Hono {
  const { db, broker, postbacks } = options;
  const portal = new Hono();
  const made = createLimiter({ atMost: options.accountsAnHour, withinMs: HOUR_MS, now: Date.now });
  const unseen = new LRUCache<string, Shown>({ max: SHOWN_AT_MOST, ttl: SHOWN_WITHIN_MS });

  /** Back to the page, which shows `secrets` once. */
  function home(context: Context, account?: ApiAccount, secrets?: Shown) {
    if (account !== undefined && secrets !== undefined) unseen.set(account.id, secrets);
    return context.redirect(HOME, 303);
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
      path: HOME,
      httpOnly: true,
      sameSite: "Strict",
      secure: (context.req.header("x-public-origin") ?? "").startsWith("https:"),
      maxAge: TOKEN_FOR_MS / 1_000,
    });
  }

  async function begin(name: string) {
    const created = await createAccount(db, name, broker.now()).catch((fault: unknown) => {
      if (fault instanceof VaultBusy) return null;
      throw fault;
    });
    if (created === null) return null;
    openWithHoldings(broker, created.account.id);
    return { ...created, token: issueApiToken(db, created.account.id, broker.now(), TOKEN_FOR_MS) };
  }

  portal.get("/", (context) => {
    context.header("Cache-Control", "no-store");
    const account = signedIn(context);
    if (account === undefined) return context.html(welcomePage(null));
    const secrets = unseen.get(account.id) ?? null;
    if (context.req.method === "GET") unseen.delete(account.id);
    return context.html(overviewPage(options, account, { secrets }));
  });

  portal.post("/accounts", async (context) => {
    const isJson = (context.req.header("accept") ?? "").includes("application/json");
    const name = isJson ? "" : String((await context.req.parseBody()).name ?? "");
    const address = context.req.header("x-client-address") ?? "";
    if (!made.take(address)) {
      context.header("Retry-After", String(made.retryAfterS(address)));
      const sentence = `At most ${options.accountsAnHour} accounts an hour from one address.`;
      return isJson
        ? context.json({ errorType: "Rate_Limit", errorCode: "DH-904", errorMessage: sentence }, 429)
        : context.html(welcomePage(sentence), 429);
    }
    const created = await begin(name);
    if (created === null) {
      const sentence =
        "The sandbox takes no more accounts just now. Try again later; its operator can begin with an empty data folder.";
      context.header("Retry-After", "60");
      return isJson
        ? context.json({ errorType: "Others", errorCode: "DH-910", errorMessage: sentence }, 503)
        : context.html(welcomePage(sentence), 503);
    }
    const { account, codes, appSecret, portalKey, token } = created;
    if (isJson)
      return context.json({
        ...tokenPayload(account, token),
        ...codes,
        appId: account.appId,
        appSecret,
      });
    keepSignedIn(context, portalKey);
    return home(context, account, [
      ["Access token, for 30 days", token.accessToken],
      ["PIN", codes.pin],
      ["TOTP secret", codes.totpSecret],
      ["App secret", appSecret],
    ]);
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
      const token = issueApiToken(db, account.id, broker.now(), TOKEN_FOR_MS);
      return home(context, account, [
        ["Access token, for 30 days; the one before has ended", token.accessToken],
      ]);
    }),
  );

  portal.post(
    "/codes",
    withAccount(async (context, account) => {
      const { pin, totpSecret } = await changeCodes(db, account.id);
      return home(context, account, [
        ["PIN; the one before is worth nothing", pin],
        ["TOTP secret", totpSecret],
      ]);
    }),
  );

  portal.post(
    "/postback",
    withAccount(async (context, account) => {
      const url = String((await context.req.parseBody()).url ?? "").trim();
      const fault = url === "" ? null : refusedAddress(url, options.allowsPrivatePostbacks);
      if (fault !== null)
        return context.html(overviewPage(options, account, { postback: { url, fault } }), 422);
      const secret = setPostback(db, account.id, url === "" ? null : url);
      return home(
        context,
        account,
        secret === null ? undefined : [["Secret of the postbacks' signature", secret]],
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
          overviewPage(options, account, {
            redirect: { url, fault: "An address that begins with https:// or http://." },
          }),
          422,
        );
      db.prepare("UPDATE api_accounts SET redirect_url = ? WHERE client_id = ?").run(
        url === "" ? null : url,
        account.id,
      );
      return context.redirect(`${HOME}#app`, 303);
    }),
  );

  portal.post(
    "/resend",
    withAccount(async (context, account) => {
      postbacks.resend(account.id, Number((await context.req.parseBody()).id));
      return context.redirect(`${HOME}#deliveries`, 303);
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
      return home(context);
    }),
  );

  portal.onError((fault, context) => {
    if (!(fault instanceof VaultBusy)) throw fault;
    context.header("Retry-After", "2");
    return context.html(welcomePage("Very many codes are made just now. Try once more."), 503);
  });

  portal.post("/leave", (context) => {
    // A copy of the cookie opens nothing afterwards.
    const key = getCookie(context, COOKIE);
    if (key !== undefined)
      db.prepare("UPDATE api_accounts SET portal_digest = NULL WHERE portal_digest = ?").run(digest(key));
    deleteCookie(context, COOKIE, { path: HOME });
    return home(context);
  });
  return portal;
}
