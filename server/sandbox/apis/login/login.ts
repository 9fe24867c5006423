// The provider's authentication service: the partner flow's three calls and the login pages between them. Partners name
// themselves by header; the browser comes back to the partner's registered address with a tokenId.
import { type Context, Hono } from "hono";
import { z } from "zod";
import { isSameSecret } from "../../../net/constant-time.ts";
import { findAccount } from "../../accounts/api-accounts.ts";
import { needsBoth } from "../../accounts/attempts.ts";
import type { TypedCodes } from "../../accounts/codes.ts";
import {
  consentState,
  consumeTokenId,
  createConsent,
  type TryResult,
  tryLogin,
} from "../../accounts/consents.ts";
import type { SandboxDatabase } from "../../store/database.ts";
import { VaultBusy } from "../../store/vault.ts";
import {
  appDonePage,
  BOTH_NEEDED,
  clientIdPage,
  closedPage,
  codePage,
  type Method,
  STYLE,
} from "./login-pages.ts";
import { tokenPayload } from "./token-payload.ts";

const code = z.string().trim().max(12).default("");
const formSchema = z.object({
  consentId: z.string().max(60),
  clientId: z.string().trim().max(20).default(""),
  step: z.enum(["client", "code"]).default("client"),
  method: z.enum(["pin", "totp", "both"]).default("pin"),
  code,
  pin: code,
  totp: code,
});
type Form = z.output<typeof formSchema>;

const STATUS_OF = { expired: 410, used: 410, too_many_tries: 429, unknown: 404 } as const;
/** What a partner may say of the device that it signs in, in a header of printable ASCII. */
const LABEL = /^[\x20-\x7e]{1,120}$/;

/** Who is at the other end, as the site tells it; empty where it does not. */
export const addressOf = (context: Context): string =>
  (context.req.header("x-client-address") ?? "").slice(0, 60);

/** What was typed, or null when it is not what codes look like. */
function codesOf(form: Form): TypedCodes | null {
  const typed = form.method === "both" ? { pin: form.pin, totp: form.totp } : { [form.method]: form.code };
  return Object.values(typed).every((text) => /^\d{6}$/.test(text)) ? typed : null;
}

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
    const label = context.req.header("x-client-label") ?? "";
    const consumed = consumeTokenId(db, context.req.query("tokenId") ?? "", now(), {
      label: LABEL.test(label) ? label : null,
    });
    if (consumed === null)
      return context.json(
        {
          errorType: "Invalid_Authentication",
          errorCode: "DH-901",
          errorMessage: "The token id is unknown, expired or was used.",
        },
        401,
      );
    // Beside the provider's own fields: which consent this is, so that a site can tell its own sign-in from another's.
    return context.json({ ...tokenPayload(consumed.client, consumed), consentId: consumed.consentId });
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

  function closed(context: Context, state: Parameters<typeof closedPage>[0]) {
    const status = STATUS_OF[state];
    if (status === 429) context.header("Retry-After", "1");
    return context.html(closedPage(state), status);
  }

  login.get("/consent-login", (context) => {
    const consentId = context.req.query("consentId") ?? "";
    const state = consentState(db, consentId, now());
    return state === "open" ? context.html(clientIdPage(consentId, null)) : closed(context, state);
  });

  login.post("/consent-login", async (context) => {
    const parsed = formSchema.safeParse(await context.req.parseBody());
    if (!parsed.success) return context.html(closedPage("unknown"), 400);
    const form = parsed.data;
    const { consentId, clientId } = form;
    const address = addressOf(context);
    const state = consentState(db, consentId, now());
    if (state !== "open") return closed(context, state);
    if (!/^\d{10}$/.test(clientId))
      return context.html(clientIdPage(consentId, "A client id is ten digits.", clientId), 422);
    const isBothNeeded = needsBoth(db, { clientId, address }, now());
    const again = (method: Method, fault: string | null) => codePage({ consentId, clientId, method, fault });
    if (form.step === "client") return context.html(again(isBothNeeded ? "both" : "pin", null));
    const codes = codesOf(form);
    if (codes === null)
      return context.html(again(isBothNeeded ? "both" : form.method, "A code is six digits."), 422);
    let result: TryResult;
    try {
      result = await tryLogin(db, { consentId, clientId, address, codes }, now());
    } catch (fault) {
      if (!(fault instanceof VaultBusy)) throw fault;
      context.header("Retry-After", "2");
      return context.html(again(form.method, "Very many people sign in just now. Try once more."), 503);
    }
    switch (result.kind) {
      case "ok":
        return signedIn(context, consentId, result);
      case "needs_both":
        return context.html(again("both", BOTH_NEEDED), 401);
      case "wait":
        context.header("Retry-After", String(result.seconds));
        return context.html(again(form.method, waitWords(result.seconds)), 429);
      case "closed":
        return closed(context, result.state === "open" ? "unknown" : result.state);
      case "wrong":
        if (result.triesLeft === 0) return closed(context, "too_many_tries");
        return context.html(
          again(
            needsBoth(db, { clientId, address }, now()) ? "both" : form.method,
            `Client id and code do not fit. ${result.triesLeft === 1 ? "One try is" : `${result.triesLeft} tries are`} left.`,
          ),
          401,
        );
    }
  });

  function signedIn(context: Context, consentId: string, done: Extract<TryResult, { kind: "ok" }>) {
    if (done.appClientId !== null) {
      const account = findAccount(db, done.appClientId);
      return context.html(appDonePage(done.tokenId, account?.redirectUrl ?? null));
    }
    const query = new URLSearchParams({ tokenId: done.tokenId, consentId });
    return context.redirect(`${partner.redirectUrl}?${query}`, 302);
  }
  return login;
}

export function waitWords(seconds: number): string {
  const time = seconds < 100 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
  return `Too many wrong codes came from here. Try again in ${time}.`;
}
