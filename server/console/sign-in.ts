// Sign-in and sign-out of operators, with an issuer or a local secret. Attempts are limited per address and in total.
import type { IncomingMessage } from "node:http";
import { LRUCache } from "lru-cache";
import { isSameSecret } from "../crypto/constant-time.ts";
import type { Html } from "./html.ts";
import { html } from "./html.ts";
import type { createOidc } from "./oidc.ts";
import { type OperatorSession, type OperatorSessions, PENDING_MS } from "./operator-sessions.ts";
import { ConsoleRefusal, type Reply, redirectReply } from "./requests.ts";
import { findRole, type Role } from "./roles.ts";

const WHO = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{1,58}$/u;
const USED_STATES_MAX = 5_000;

export type SignInOptions = {
  sessions: OperatorSessions;
  /** Null if no issuer is configured. */
  oidc: ReturnType<typeof createOidc> | null;
  /** Role by name of the issuer's group; null if the groups are named like the roles. */
  roleNames: Readonly<Record<string, string>> | null;
  /** Local secrets by role; empty if there are none. */
  secrets: () => Readonly<Partial<Record<Role, string>>>;
  /** Counts an attempt. Returns the seconds until this address may try again; 0 if the attempt is allowed. */
  attempt(address: string): Promise<number>;
  /** Writes a line to the audit trail and the security log. */
  note(line: { who: string; role: string; action: string; detail: string }, request: IncomingMessage): void;
};

export function createSignIn(options: SignInOptions) {
  const { sessions, oidc, note } = options;
  /** Used OpenID Connect states. A copied cookie with a copied return address therefore cannot sign in again. */
  const used = new LRUCache<string, true>({ max: USED_STATES_MAX, ttl: PENDING_MS });

  async function allow(request: IncomingMessage): Promise<void> {
    const waitS = await options.attempt(request.socket.remoteAddress ?? "");
    if (waitS > 0) throw new ConsoleRefusal(429, `Too many sign-ins. Try again in ${waitS} seconds.`);
  }

  return {
    form(fault: string | null): Html {
      return html`${fault === null ? null : html`<p role="alert" class="font-semibold text-loss">${fault}</p>`}
${oidc === null ? null : html`<p class="mt-4"><a class="button button-main" href="/console/sign-in/issuer">Sign in with your organisation</a></p>`}
${
  Object.keys(options.secrets()).length === 0
    ? null
    : html`<form method="post" action="/console/sign-in" class="mt-6 max-w-md">
<label class="block font-semibold" for="who">Your name, for the audit trail</label><input class="field mt-1.5" id="who" name="who" required maxlength="60" autocomplete="username">
<label class="mt-4 block font-semibold" for="secret">Secret</label><input class="field mt-1.5" id="secret" name="secret" type="password" required maxlength="400" autocomplete="current-password">
<button class="button button-main mt-4" type="submit">Sign in</button></form>`
}`;
    },

    /** Signs an operator in with a local secret. Returns the reason as a string if the attempt is refused. */
    async local(request: IncomingMessage, form: URLSearchParams): Promise<Reply | string> {
      await allow(request);
      const who = (form.get("who") ?? "").trim();
      const secret = form.get("secret") ?? "";
      // Compares all secrets, so that the duration does not reveal which secret matched.
      const roles = Object.entries(options.secrets()).filter(([, known]) => isSameSecret(known, secret));
      const role = roles[0]?.[0] as Role | undefined;
      if (!WHO.test(who) || role === undefined) {
        note({ who: "-", role: "", action: "sign_in_refused", detail: "local secret" }, request);
        return "The name or the secret is incorrect.";
      }
      note({ who: `local:${who}`, role, action: "signed_in", detail: "local secret" }, request);
      return redirectReply("/console", [await sessions.start(`local:${who}`, role)]);
    },

    async beginIssuer(request: IncomingMessage, origin: string): Promise<Reply> {
      if (oidc === null) throw new ConsoleRefusal(404, "No issuer is configured.");
      await allow(request);
      const redirectUri = `${origin}/console/callback`;
      const { location, pending } = await oidc.begin(redirectUri);
      return redirectReply(location, [await sessions.writePending({ ...pending, redirectUri })]);
    },

    async finishIssuer(request: IncomingMessage, address: URL): Promise<Reply | string> {
      if (oidc === null) throw new ConsoleRefusal(404, "No issuer is configured.");
      const pending = await sessions.readPending(request.headers.cookie);
      if (pending === null || used.has(pending.state)) {
        note(
          { who: "-", role: "", action: "sign_in_refused", detail: "this browser has no pending sign-in" },
          request,
        );
        return "This sign-in was not started here or is already completed. Start again.";
      }
      used.set(pending.state, true);
      const returned = new URL(pending.redirectUri);
      returned.search = address.search;
      const identity = await oidc.finish(returned, pending).catch((fault: unknown) => String(fault));
      if (typeof identity === "string") {
        note({ who: "-", role: "", action: "sign_in_refused", detail: identity.slice(0, 200) }, request);
        return "The issuer's response was not accepted. Start again.";
      }
      const role = findRole(identity.groups, options.roleNames);
      if (role === null || identity.who === "") {
        note({ who: identity.who || "-", role: "", action: "sign_in_refused", detail: "no role" }, request);
        return "Your account has no role here. Ask an administrator for one.";
      }
      note({ who: identity.who, role, action: "signed_in", detail: "issuer" }, request);
      return redirectReply("/console", [sessions.clearPending(), await sessions.start(identity.who, role)]);
    },

    end(request: IncomingMessage, { who, role }: OperatorSession): Reply {
      note({ who, role, action: "signed_out", detail: "" }, request);
      return redirectReply("/console", [sessions.clear()]);
    },
  };
}
