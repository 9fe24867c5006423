// Simulated partner platforms that demonstrate the connection to an account. Each requests the client's consent like
// any app, stores the token and shows account data from the trading API. They place no orders.
import { randomBytes } from "node:crypto";
import { type Context, Hono } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { LRUCache } from "lru-cache";
import { platformText as text } from "../../../../app/contract/sandbox-pages/sandbox-texts.ts";
import { MINUTE_MS } from "../../../../app/domain/time.ts";
import { isSameSecret } from "../../../crypto/constant-time.ts";
import { sha256 } from "../../../crypto/sha256.ts";
import { entriesUpTo } from "../../../rate-limits/entries-up-to.ts";
import { createLimiter } from "../../../rate-limits/limiter.ts";
import { type App, findApp, PLATFORMS, type Platform, platformAppId } from "../../accounts/apps.ts";
import { consumeTokenId, createConsent, LOGIN_LIMITS } from "../../accounts/consents.ts";
import { endToken } from "../../accounts/tokens.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { readClientAddress } from "../login/login.ts";
import { busyAppPage } from "../login/login-pages.ts";
import { factRows, faultNote, frame, type Page, readSiteFrame } from "../page-frame.ts";
import { readForm } from "../read-form.ts";

const CONNECTIONS_MAX = 20_000;
const CONNECTED_FOR_MS = 24 * 3_600_000;
const REQUEST_COOKIE_S = 600;

type Options = {
  db: SandboxDatabase;
  now: () => number;
  /** Calls the trading API with a token. */
  call: (path: string, accessToken: string) => Response | Promise<Response>;
};
type Connection = { clientId: string; token: string };

const platformPath = (platform: Platform) => `/sandbox/platforms/${platform.id}`;

const cookieOptions = (context: Context, platform: Platform, maxAge: number) => ({
  path: platformPath(platform),
  httpOnly: true,
  // "Lax" is required, because the consent returns from another page of the same site.
  sameSite: "Lax" as const,
  secure: (context.req.header("x-public-origin") ?? "").startsWith("https:"),
  maxAge,
});

const connectionKey = (context: Context) => sha256(getCookie(context, "platform") ?? "");

function getPlatformApp(db: SandboxDatabase, platform: Platform): App {
  const app = findApp(db, platformAppId(platform));
  if (app === undefined) throw new Error(`${platform.id} is not registered`);
  return app;
}

export function createPlatforms({ db, now, call }: Options): Hono {
  const platforms = new Hono();
  /** Connections by the digest of the browser's cookie. A real platform would store them on its own server. */
  const connections = new LRUCache<string, Connection>({
    ...entriesUpTo(CONNECTIONS_MAX),
    ttl: CONNECTED_FOR_MS,
  });
  const consents = createLimiter({ atMost: LOGIN_LIMITS.consentsPerMinute, withinMs: MINUTE_MS });

  async function show(
    context: Context,
    platform: Platform,
    fault: string | null = null,
    status: 200 | 400 = 200,
  ) {
    context.header("Cache-Control", "no-store");
    const connection = connections.get(connectionKey(context));
    const read = connection === undefined ? null : await readAccount(call, connection.token);
    if (connection !== undefined && read === null) connections.delete(connectionKey(context));
    const body =
      connection !== undefined && read !== null
        ? connectedBody(platform, connection, read)
        : connectBody(platform, readSiteFrame(context).brandName);
    return context.html(
      frame(
        readSiteFrame(context),
        {
          title: platform.name,
          section: text.partnerPlatform,
          subtitle: text.lead(platform.summary),
        },
        html`${faultNote(fault)}${body}`,
      ),
      status,
    );
  }

  for (const platform of PLATFORMS) {
    const path = `/${platform.id}`;
    platforms.get(path, (context) => show(context, platform));
    platforms.post(path, async (context) => {
      const { intent } = await readForm(context);
      if (intent === "disconnect") {
        const connection = connections.get(connectionKey(context));
        if (connection !== undefined) endToken(db, connection.token);
        connections.delete(connectionKey(context));
        deleteCookie(context, "platform", { path: platformPath(platform) });
        return context.redirect(platformPath(platform), 303);
      }
      const address = readClientAddress(context);
      if (!consents.take(address)) {
        const waitS = consents.retryAfterS(address);
        context.header("Cache-Control", "no-store");
        context.header("Retry-After", String(waitS));
        return context.html(busyAppPage(readSiteFrame(context), waitS), 429);
      }
      const state = randomBytes(18).toString("base64url");
      setCookie(context, "platform-state", state, cookieOptions(context, platform, REQUEST_COOKIE_S));
      const consentId = createConsent(db, now(), { appId: platformAppId(platform), state });
      return context.redirect(`/sandbox/auth/consent-login?consentId=${consentId}`, 303);
    });
    platforms.get(`${path}/back`, async (context) => {
      const { tokenId = "", state = "", error } = context.req.query();
      const own = getCookie(context, "platform-state") ?? "";
      deleteCookie(context, "platform-state", { path: platformPath(platform) });
      if (own === "" || !isSameSecret(state, own)) return show(context, platform, text.notStartedHere, 400);
      if (error !== undefined) return show(context, platform, text.denied);
      const consumed = consumeTokenId(db, tokenId, now(), { app: getPlatformApp(db, platform) });
      if (consumed === null) return show(context, platform, text.consentUsed, 400);
      const key = randomBytes(24).toString("base64url");
      connections.set(sha256(key), { clientId: consumed.client.id, token: consumed.accessToken });
      setCookie(context, "platform", key, cookieOptions(context, platform, CONNECTED_FOR_MS / 1_000));
      return context.redirect(platformPath(platform), 303);
    });
  }
  return platforms;
}

type AccountRead = { availableRupees: number; holdings: number };

/**
 * Reads the account data that the page shows. Returns null when the token is no longer valid, for example after a
 * revocation.
 */
async function readAccount(call: Options["call"], token: string): Promise<AccountRead | null> {
  const [funds, holdings] = await Promise.all([call("/fundlimit", token), call("/holdings", token)]);
  if (funds.status !== 200 || holdings.status !== 200) return null;
  const { availabelBalance } = (await funds.json()) as { availabelBalance: number };
  return { availableRupees: availabelBalance, holdings: ((await holdings.json()) as unknown[]).length };
}

function connectedBody(platform: Platform, { clientId }: Connection, read: AccountRead): Page {
  const rupees = read.availableRupees.toLocaleString("en-IN", { minimumFractionDigits: 2 });
  return html`<p role="status" class="mt-6 font-semibold">${text.connectedTo(clientId)}</p>
    ${factRows([
      [text.availableMargin, `₹${rupees}`],
      [text.holdings, read.holdings],
      [text.may, platform.scopes.join(", ")],
    ])}
    <form method="post" action="${platformPath(platform)}" class="mt-6"><button type="submit" name="intent" value="disconnect" class="button button-quiet">${text.disconnect}</button></form>
    <p class="mt-3 text-sm"><a class="link py-1" href="/account/apps">${text.connectedApps}</a></p>`;
}

function connectBody(platform: Platform, brandName: string): Page {
  return html`<form method="post" action="${platformPath(platform)}" class="mt-6"><button type="submit" name="intent" value="connect" class="button button-main">${text.connect(brandName)}</button></form>
    <p class="mt-3 text-sm text-ink-muted">${text.ownPage({ brand: brandName, platform: platform.name })}</p>`;
}
