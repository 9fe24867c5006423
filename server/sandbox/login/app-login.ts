// How an individual's own program logs in: by PIN and TOTP in one call, or by an app's key and secret with a consent in the browser.
import { type Context, Hono } from "hono";
import type { SandboxDatabase } from "../store/database.ts";
import { tokenPayload } from "../trading-api/token-payload.ts";
import { accountOfApp } from "./api-accounts.ts";
import { consumeTokenId, createConsent, issueToken, tryCodes } from "./consents.ts";

export function createAppLogin(options: { db: SandboxDatabase; now: () => number }): Hono {
  const { db, now } = options;
  const login = new Hono();
  const refuse = (context: Context, message: string, status: 400 | 401 | 429 = 401) =>
    context.json({ errorType: "Invalid_Authentication", errorCode: "DH-901", errorMessage: message }, status);
  const app = (context: Context) =>
    accountOfApp(db, context.req.header("app_id") ?? "", context.req.header("app_secret") ?? "");

  login.post("/generateAccessToken", (context) => {
    const { dhanClientId = "", pin = "", totp = "" } = context.req.query();
    if (!/^\d{10}$/.test(dhanClientId) || !/^\d{6}$/.test(pin) || !/^\d{6}$/.test(totp))
      return refuse(context, "dhanClientId is ten digits, pin and totp are six.", 400);
    const client = tryCodes(db, { clientId: dhanClientId, pin, totp }, now());
    if (client === "locked") {
      context.header("Retry-After", "900");
      return refuse(context, "Too many wrong codes. Try again in a quarter of an hour.", 429);
    }
    if (client === "wrong") return refuse(context, "Client id, PIN and TOTP do not fit.");
    return context.json(tokenPayload(client, issueToken(db, client.id, now())));
  });

  login.post("/generate-consent", (context) => {
    const account = app(context);
    if (account === undefined) return refuse(context, "app_id or app_secret is wrong.");
    const asked = context.req.query("client_id");
    if (asked !== undefined && asked !== account.id)
      return refuse(context, "client_id is not the key's account.", 400);
    return context.json({
      consentAppId: createConsent(db, now(), account.id),
      consentAppStatus: "GENERATED",
      status: "success",
    });
  });

  login.on(["GET", "POST"], "/consumeApp-consent", (context) => {
    const account = app(context);
    if (account === undefined) return refuse(context, "app_id or app_secret is wrong.");
    const consumed = consumeTokenId(db, context.req.query("tokenId") ?? "", now(), account.id);
    if (consumed === null) return refuse(context, "The token id is unknown, expired or was used.");
    return context.json(tokenPayload(consumed.client, consumed));
  });
  return login;
}
