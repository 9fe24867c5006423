// The portal's page for signed-out visitors: sign in with a token or with PIN and TOTP, or create an account.
import { html } from "hono/html";
import { faultNote, frame, type Page, type SiteFrame } from "../page-frame.ts";
import { postForm } from "./portal-frame.ts";

export type Welcome = {
  /** Days without use after which an account expires. */
  unusedDays: number;
  fault?: string | null;
  /** The rejected form. */
  way?: "token" | "codes" | "account";
  clientId?: string;
};

export const daysText = (days: number): string => (days === 1 ? "1 day" : `${days} days`);

export function welcomePage(
  site: SiteFrame,
  { unusedDays, fault = null, way, clientId = "" }: Welcome,
): Page {
  const code = (name: string, label: string, autocomplete: string) =>
    html`<div><label for="${name}" class="text-sm font-semibold">${label}</label><input type="password" id="${name}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" pattern="[0-9]{6}" maxlength="6" required class="field number mt-1" /></div>`;
  return frame(
    site,
    {
      title: "Developer portal",
      where: "Developer portal",
      width: "wide",
      lead: "Your sandbox account: keys, postbacks, requests, faults and its clock. Simulated money in a simulated market.",
    },
    html`${faultNote(fault)}
    <div class="mt-6 grid gap-6 lg:grid-cols-3">
      <section aria-labelledby="by-token" class="panel p-5">
        <h2 id="by-token" class="text-lg">Sign in with your token</h2>
        <form method="post" action="/sandbox/portal/sign-in" class="mt-3 space-y-4">
          <input type="hidden" name="way" value="token" />
          <div><label for="token" class="text-sm font-semibold">Access token</label><input type="password" id="token" name="token" autocomplete="off" maxlength="200" required class="field mt-1" ${way === "token" ? html`aria-invalid="true"` : ""} /></div>
          <button type="submit" class="button button-quiet">Sign in with token</button>
        </form>
      </section>
      <section aria-labelledby="by-codes" class="panel p-5">
        <h2 id="by-codes" class="text-lg">Sign in with PIN and TOTP</h2>
        <form method="post" action="/sandbox/portal/sign-in" class="mt-3 space-y-4">
          <input type="hidden" name="way" value="codes" />
          <div><label for="clientId" class="text-sm font-semibold">Client id</label><input type="text" id="clientId" name="clientId" inputmode="numeric" autocomplete="username" pattern="[0-9]{10}" maxlength="10" required value="${clientId}" class="field number mt-1" ${way === "codes" ? html`aria-invalid="true"` : ""} /></div>
          ${code("pin", "PIN, six digits", "current-password")}
          ${code("totp", "TOTP code, six digits", "one-time-code")}
          <button type="submit" class="button button-quiet">Sign in with codes</button>
        </form>
      </section>
      <section aria-labelledby="make" class="panel p-5">
        <h2 id="make" class="text-lg">No account yet?</h2>
        ${postForm(
          "/accounts",
          html`<div><label for="name" class="text-sm font-semibold">Name (optional)</label><input type="text" id="name" name="name" maxlength="60" autocomplete="off" class="field mt-1" /></div>
          <button type="submit" class="button button-main">Create an account</button>`,
          "mt-3 space-y-4",
        )}
        <p class="mt-3 text-sm text-ink-muted">You get money, two holdings, an app with its secret, and a token for 30 days. Without a browser: <code class="wrap-anywhere">curl -X POST -H "Accept: application/json" …/sandbox/portal/accounts</code></p>
        <p class="mt-3 text-sm text-ink-muted">An account is removed with all its data after ${daysText(unusedDays)} without use. Calls, open sockets, sign-ins and running deployments count as use.</p>
      </section>
    </div>
    <p class="mt-6 flex flex-wrap gap-x-6"><a class="link py-1" href="/docs/v2/quick-start">Quick start</a><a class="link py-1" href="/docs/v2/">Documentation</a><a class="link py-1" href="/docs/v2/playground">Playground</a></p>`,
  );
}
