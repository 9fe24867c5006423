// Login of programs that a client runs: by PIN and TOTP in one call, or by an app's key and secret with a consent in
// the browser.
import { type Context, Hono } from "hono";
import { MINUTE_MS } from "../../../../app/domain/time.ts";
import { createLimiter } from "../../../rate-limits/limiter.ts";
import { findAppBySecret } from "../../accounts/apps.ts";
import { consumeTokenId, createConsent, LOGIN_LIMITS, tryCodes } from "../../accounts/consents.ts";
import { issueApiToken } from "../../accounts/tokens.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { VaultBusyError } from "../../store/vault.ts";
import { refuseCall } from "../refuse-call.ts";
import { readClientAddress, waitText } from "./login.ts";
import { tokenPayload } from "./token-payload.ts";

/** Maximum length of an app's `state` (RFC 6749). The redirect to the app returns the state. */
const STATE_MAX_CHARS = 200;

/** Error codes of the refusals, as the trading API uses them. */
const CODE_OF_STATUS = { 400: "DH-905", 401: "DH-901", 429: "DH-904", 503: "DH-909" } as const;

export function createAppLogin(options: { db: SandboxDatabase; now: () => number }): Hono {
  const { db, now } = options;
  const login = new Hono();
  const consents = createLimiter({ atMost: LOGIN_LIMITS.consentsPerMinute, withinMs: MINUTE_MS });
  function refuse(context: Context, message: string, status: keyof typeof CODE_OF_STATUS = 401) {
    return refuseCall(context, status, CODE_OF_STATUS[status], message);
  }
  const appFrom = (context: Context) =>
    findAppBySecret(db, context.req.header("app_id") ?? "", context.req.header("app_secret") ?? "");

  login.post("/generateAccessToken", async (context) => {
    const { dhanClientId = "", pin = "", totp = "" } = context.req.query();
    if (!/^\d{10}$/.test(dhanClientId) || !/^\d{6}$/.test(pin) || !/^\d{6}$/.test(totp))
      return refuse(context, "dhanClientId must have ten digits, pin and totp six digits.", 400);
    const typed = { clientId: dhanClientId, address: readClientAddress(context), codes: { pin, totp } };
    const tried = await tryCodes(db, typed, now()).catch((fault: unknown) => {
      if (fault instanceof VaultBusyError) return null;
      throw fault;
    });
    if (tried === null) {
      context.header("Retry-After", "2");
      return refuse(context, "Too many programs are logging in. Try again.", 503);
    }
    if (tried.kind === "wait") {
      context.header("Retry-After", String(tried.seconds));
      return refuse(context, waitText(tried.seconds), 429);
    }
    if (tried.kind !== "ok")
      return refuse(
        context,
        "Client id, PIN or TOTP is incorrect. Each authenticator code works once: wait for the next one.",
      );
    return context.json(tokenPayload(tried.client, issueApiToken(db, tried.client.id, now())));
  });

  login.post("/generate-consent", (context) => {
    const app = appFrom(context);
    if (app === undefined) return refuse(context, "app_id or app_secret is incorrect.");
    const { client_id: requestedId, state = null } = context.req.query();
    if (requestedId !== undefined && app.audience === "own" && requestedId !== app.ownerClientId)
      return refuse(context, "client_id is not the account that owns the app.", 400);
    if (state !== null && state.length > STATE_MAX_CHARS)
      return refuse(
        context,
        `state must have at most ${STATE_MAX_CHARS} characters, but has ${state.length}.`,
        400,
      );
    if (!consents.take(app.id)) {
      const waitS = consents.retryAfterS(app.id);
      context.header("Retry-After", String(waitS));
      return refuse(
        context,
        `More than ${LOGIN_LIMITS.consentsPerMinute} consents a minute. Wait ${waitS} seconds.`,
        429,
      );
    }
    return context.json({
      consentAppId: createConsent(db, now(), { appId: app.id, state }),
      consentAppStatus: "GENERATED",
      status: "success",
    });
  });

  login.on(["GET", "POST"], "/consumeApp-consent", (context) => {
    const app = appFrom(context);
    if (app === undefined) return refuse(context, "app_id or app_secret is incorrect.");
    const consumed = consumeTokenId(db, context.req.query("tokenId") ?? "", now(), { app });
    if (consumed === null) return refuse(context, "The token id is unknown, expired or already used.");
    return context.json(tokenPayload(consumed.client, consumed));
  });
  return login;
}
