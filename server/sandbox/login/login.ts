// The provider's authentication service: the partner flow's three calls and the login pages between them. Partners name
// themselves by header; the browser comes back to the partner's registered address with a tokenId.
import { type Context, Hono } from "hono";
import { z } from "zod";
import { isSameSecret } from "../../net/constant-time.ts";
import type { SandboxDatabase } from "../store/database.ts";
import { tokenPayload } from "../trading-api/token-payload.ts";
import { findAccount } from "./api-accounts.ts";
import { consentState, consumeTokenId, createConsent, tryLogin } from "./consents.ts";
import { appDonePage, clientIdPage, closedPage, codePage, STYLE } from "./login-pages.ts";

const formSchema = z.object({
  consentId: z.string().max(60),
  clientId: z.string().trim().max(20).default(""),
  step: z.enum(["client", "code"]).default("client"),
  method: z.enum(["pin", "totp"]).default("pin"),
  code: z.string().trim().max(12).default(""),
});

const STATUS_OF = { expired: 410, used: 410, too_many_tries: 429, unknown: 404, locked: 429 } as const;

export function createLogin(options: {
  db: SandboxDatabase;
  now: () => number;
  partner: { id: string; secret: string; redirectUrl: string };
}): Hono {
  const { db, now, partner } = options;
  const login = new Hono();

  function isPartner(context: Context): boolean {
    return (
      isSameSecret(context.req.header("partner_id") ?? "", partner.id) &&
      isSameSecret(context.req.header("partner_secret") ?? "", partner.secret)
    );
  }
  const refusePartner = (context: Context) =>
    context.json(
      {
        errorType: "Invalid_Authentication",
        errorCode: "DH-901",
        errorMessage: "Partner id or secret is wrong.",
      },
      401,
    );

  login.on(["GET", "POST"], "/partner/generate-consent", (context) =>
    isPartner(context)
      ? context.json({ consentId: createConsent(db, now()), consentStatus: "GENERATED" })
      : refusePartner(context),
  );

  login.on(["GET", "POST"], "/partner/consume-consent", (context) => {
    if (!isPartner(context)) return refusePartner(context);
    const consumed = consumeTokenId(db, context.req.query("tokenId") ?? "", now());
    if (consumed === null)
      return context.json(
        {
          errorType: "Invalid_Authentication",
          errorCode: "DH-901",
          errorMessage: "The token id is unknown, expired or was used.",
        },
        401,
      );
    return context.json(tokenPayload(consumed.client, consumed));
  });

  login.get("/style.css", (context) => {
    context.header("Content-Type", "text/css; charset=utf-8");
    context.header("Cache-Control", "public, max-age=3600");
    return context.body(STYLE);
  });

  // The address that an app of one account opens; the pages are the same.
  login.get("/login/consentApp-login", (context) => {
    const query = new URLSearchParams({ consentId: context.req.query("consentAppId") ?? "" });
    return context.redirect(`/sandbox/auth/consent-login?${query}`, 302);
  });

  login.get("/consent-login", (context) => {
    const consentId = context.req.query("consentId") ?? "";
    const state = consentState(db, consentId, now());
    if (state !== "open") return context.html(closedPage(state), STATUS_OF[state]);
    return context.html(clientIdPage(consentId, null));
  });

  login.post("/consent-login", async (context) => {
    const form = formSchema.safeParse(await context.req.parseBody());
    if (!form.success) return context.html(closedPage("unknown"), 400);
    const { consentId, clientId, step, method, code } = form.data;
    const state = consentState(db, consentId, now());
    if (state !== "open") return context.html(closedPage(state), STATUS_OF[state]);
    if (!/^\d{10}$/.test(clientId))
      return context.html(clientIdPage(consentId, "A client id is ten digits.", clientId), 422);
    if (step === "client") return context.html(codePage(consentId, clientId, "pin", null));
    if (!/^\d{6}$/.test(code))
      return context.html(codePage(consentId, clientId, method, "The code is six digits."), 422);
    const result = tryLogin(db, { consentId, clientId, method, code }, now());
    switch (result.kind) {
      case "ok":
        if (result.appClientId !== null) {
          const account = findAccount(db, result.appClientId);
          return context.html(appDonePage(result.tokenId, account?.redirectUrl ?? null));
        }
        return context.redirect(`${partner.redirectUrl}?tokenId=${result.tokenId}`, 302);
      case "wrong":
        if (result.triesLeft === 0) return context.html(closedPage("too_many_tries"), 429);
        return context.html(
          codePage(
            consentId,
            clientId,
            method,
            `Client id and code do not fit. ${result.triesLeft === 1 ? "One try is" : `${result.triesLeft} tries are`} left.`,
          ),
          401,
        );
      case "locked":
        return context.html(closedPage("locked"), STATUS_OF.locked);
      case "closed":
        return context.html(
          closedPage(result.state === "open" ? "unknown" : result.state),
          result.state === "open" ? 404 : STATUS_OF[result.state],
        );
    }
  });
  return login;
}
