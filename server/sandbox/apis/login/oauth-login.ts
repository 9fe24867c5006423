// The OAuth endpoints of assistants: registration (RFC 7591), authorization with PKCE on the login's consent page, and
// the token exchange.
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { z } from "zod";
import { readScopes, SCOPES } from "../../../../app/contract/trading-api/scopes.ts";
import { HOUR_MS, MINUTE_MS } from "../../../../app/domain/time.ts";
import { createLimiter } from "../../../rate-limits/limiter.ts";
import {
  beginAuthorization,
  exchangeCode,
  findOAuthClient,
  isRedirectUri,
  isRegisteredRedirect,
  kindOfClient,
  OAUTH_LIMITS,
  registerClient,
} from "../../accounts/oauth.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { readSiteFrame } from "../page-frame.ts";
import { readForm } from "../read-form.ts";
import { readClientAddress } from "./login.ts";
import { busyAppPage, refusedAppPage } from "./login-pages.ts";

const STATE_MAX_CHARS = 500;
const CLIENT_ID_MAX_CHARS = 60;

/** Characters that could change the displayed order of the consent page's text. */
const NOT_IN_NAMES = /[\p{Cc}\p{Bidi_Control}]/gu;

const registrationSchema = z.object({
  client_name: z
    .string()
    .transform((name) => name.replaceAll(NOT_IN_NAMES, ""))
    .pipe(z.string().trim().min(1).max(200))
    .default("Assistant"),
  redirect_uris: z.array(z.string()).min(1).max(OAUTH_LIMITS.redirectUris),
  token_endpoint_auth_method: z.literal("none").default("none"),
});
const VERIFIER = /^[\w.~-]{43,128}$/;
const CHALLENGE = /^[\w-]{43}$/;

/** Returns the response to a registration (RFC 7591). */
function clientMetadata(app: { id: string; name: string }, redirectUris: readonly string[], atMs: number) {
  return {
    client_id: app.id,
    client_id_issued_at: Math.floor(atMs / 1_000),
    client_name: app.name,
    redirect_uris: redirectUris,
    token_endpoint_auth_method: "none",
    grant_types: ["authorization_code"],
    response_types: ["code"],
  };
}

export function createOAuthLogin(options: { db: SandboxDatabase; now: () => number }): Hono {
  const { db, now } = options;
  const login = new Hono();
  const limiter = (atMost: number, withinMs: number) => createLimiter({ atMost, withinMs });
  const { hosted, local } = OAUTH_LIMITS.registrationsPerHour;
  const registrations = { hosted: limiter(hosted, HOUR_MS), local: limiter(local, HOUR_MS) };
  const exchanges = limiter(OAUTH_LIMITS.tokensPerMinute, MINUTE_MS);
  const refuse = (context: Context, error: string, description: string, status: 400 | 429 | 503 = 400) => {
    context.header("Cache-Control", "no-store");
    return context.json({ error, error_description: description }, status);
  };
  const tooMany = (context: Context, waitS: number) => {
    context.header("Retry-After", String(waitS));
    return refuse(context, "slow_down", `Too many requests from this address. Wait ${waitS} seconds.`, 429);
  };

  login.post("/register", async (context) => {
    const address = readClientAddress(context);
    const read = registrationSchema.safeParse(await context.req.json().catch(() => null));
    if (!read.success) return refuse(context, "invalid_client_metadata", describeIssues(read.error));
    const { client_name: name, redirect_uris: redirectUris } = read.data;
    if (!redirectUris.every(isRedirectUri))
      return refuse(context, "invalid_redirect_uri", "Use https (or http on localhost) without a fragment.");
    const limit = registrations[kindOfClient(redirectUris)];
    if (!limit.take(address)) return tooMany(context, limit.retryAfterS(address));
    const client = registerClient(db, { name: name.slice(0, OAUTH_LIMITS.nameChars), redirectUris }, now());
    if (client === null)
      return refuse(context, "temporarily_unavailable", "Too many programs are registered.", 503);
    context.header("Cache-Control", "no-store");
    return context.json(clientMetadata(client.app, redirectUris, now()), 201);
  });

  const waitToAuthorize = createAuthorizeLimits();
  login.get("/authorize", (context) => {
    const waitS = waitToAuthorize(context.req.query("client_id") ?? "", readClientAddress(context));
    if (waitS === 0) return authorize(context, options);
    context.header("Cache-Control", "no-store");
    context.header("Retry-After", String(waitS));
    return context.html(busyAppPage(readSiteFrame(context), waitS), 429);
  });

  login.post("/token", async (context) => {
    const address = readClientAddress(context);
    if (!exchanges.take(address)) return tooMany(context, exchanges.retryAfterS(address));
    const fields = await readForm(context).catch((fault: unknown) => {
      if (fault instanceof HTTPException) return null;
      throw fault;
    });
    if (fields === null)
      return refuse(context, "invalid_request", "The body must be application/x-www-form-urlencoded.");
    if (fields.grant_type !== "authorization_code")
      return refuse(context, "unsupported_grant_type", "grant_type must be authorization_code.");
    const {
      code = "",
      client_id: clientId = "",
      redirect_uri: redirectUri = "",
      code_verifier: verifier = "",
    } = fields;
    if (!VERIFIER.test(verifier))
      return refuse(context, "invalid_request", "code_verifier: 43 to 128 characters.");
    const issued = exchangeCode(db, { clientId, code, redirectUri, verifier }, now());
    if (issued === null)
      return refuse(context, "invalid_grant", "The code is incorrect, expired, used, or of another request.");
    context.header("Cache-Control", "no-store");
    return context.json({
      access_token: issued.accessToken,
      token_type: "Bearer",
      expires_in: Math.floor((issued.expiresAt - now()) / 1_000),
      scope: issued.scopes.join(" "),
    });
  });
  return login;
}

/**
 * Returns the faults of a registration in the characters that RFC 6749 (5.2) allows: ASCII without quotes or
 * backslashes.
 */
const describeIssues = ({ issues }: z.ZodError): string =>
  issues
    .map(({ path, message }) => `${path.join(".") || "body"}: ${message}`)
    .join("; ")
    .replaceAll(/[^\x20\x21\x23-\x5B\x5D-\x7E]/g, "'");

/**
 * Returns a limiter for sign-in attempts. The limiter returns 0 if an attempt is allowed, otherwise the seconds until
 * the next attempt.
 */
function createAuthorizeLimits() {
  const perMinute = (atMost: number) => createLimiter({ atMost, withinMs: MINUTE_MS });
  const byAddress = perMinute(OAUTH_LIMITS.authorizationsPerMinute);
  const byClient = perMinute(OAUTH_LIMITS.authorizationsAMinuteOfOneClient);
  return (clientId: string, address: string): number => {
    if (!byAddress.take(address)) return byAddress.retryAfterS(address);
    // The key includes the user's address, so that attempts from one address do not block other users of the client.
    const client = `${clientId.slice(0, CLIENT_ID_MAX_CHARS)} ${address}`;
    return byClient.take(client) ? 0 : byClient.retryAfterS(client);
  };
}

/**
 * Starts a consent for an OAuth request. For an unknown client or an unregistered redirect address, responds with an
 * error page, never with a redirect.
 */
function authorize(
  context: Context,
  { db, now }: { db: SandboxDatabase; now: () => number },
): Response | Promise<Response> {
  context.header("Cache-Control", "no-store");
  const query = context.req.query();
  const client = findOAuthClient(db, query.client_id ?? "");
  const { redirect_uri: redirectUri = "", state = null } = query;
  if (client === null || !isRegisteredRedirect(client, redirectUri))
    return context.html(refusedAppPage(readSiteFrame(context)), 400);
  const origin = context.req.header("x-public-origin") ?? "";
  const back = (error: string, description: string) => {
    const url = new URL(redirectUri);
    for (const [name, value] of Object.entries({ error, error_description: description, iss: origin }))
      url.searchParams.set(name, value);
    if (state !== null) url.searchParams.set("state", state.slice(0, STATE_MAX_CHARS));
    return context.redirect(url.href, 302);
  };
  if (query.response_type !== "code") return back("unsupported_response_type", "response_type must be code.");
  if (query.code_challenge_method !== "S256" || !CHALLENGE.test(query.code_challenge ?? ""))
    return back("invalid_request", "PKCE with S256 is required.");
  if (state !== null && state.length > STATE_MAX_CHARS) return back("invalid_request", "state is too long.");
  if (query.resource !== undefined && query.resource.replace(/\/$/, "") !== `${origin}/sandbox/mcp`)
    return back("invalid_target", "resource must be this site's endpoint for assistants.");
  const scopes = (query.scope ?? SCOPES.join(" ")).split(" ").filter(Boolean);
  if (!scopes.every((scope) => (SCOPES as readonly string[]).includes(scope)))
    return back("invalid_scope", `scope must contain only ${SCOPES.join(" and ")}.`);
  const consentId = beginAuthorization(
    db,
    client,
    {
      redirectUri,
      challenge: query.code_challenge ?? "",
      scopes: readScopes(scopes.join(" ")),
      state,
    },
    now(),
  );
  return context.redirect(`/sandbox/auth/consent-login?${new URLSearchParams({ consentId })}`, 302);
}
