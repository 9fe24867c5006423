// The portal's page for signed-out visitors: sign in with a token or with PIN and TOTP, or create an account.
import { html } from "hono/html";
import { portalText, welcomeText as text } from "../../../../app/contract/sandbox-pages/portal-texts.ts";
import { APIS_PATH, faultNote, fillPlaceholders, frame, type Page, type SiteFrame } from "../page-frame.ts";
import { postForm } from "./portal-frame.ts";

export type Welcome = {
  /** Days without use after which an account expires. */
  unusedDays: number;
  fault?: string | null;
  /** The form that was rejected, if any. */
  way?: "token" | "codes" | "account";
  clientId?: string;
};

export const daysText = (days: number): string => (days === 1 ? text.oneDay : text.days(days));

export function welcomePage(
  site: SiteFrame,
  { unusedDays, fault = null, way, clientId = "" }: Welcome,
): Page {
  const code = (name: string, label: string, autocomplete: string) =>
    html`<div><label for="${name}" class="text-sm font-semibold">${label}</label><input type="password" id="${name}" name="${name}" inputmode="numeric" autocomplete="${autocomplete}" pattern="[0-9]{6}" maxlength="6" required class="field number mt-1" /></div>`;
  return frame(
    site,
    {
      title: portalText.title,
      section: portalText.title,
      width: "wide",
      mainLink: APIS_PATH,
      subtitle: text.lead,
    },
    html`${faultNote(fault)}
    <div class="mt-6 grid gap-6 lg:grid-cols-3">
      <section aria-labelledby="make" class="panel p-5">
        <h2 id="make" class="text-lg">${text.noAccount}</h2>
        ${postForm(
          "/accounts",
          html`<div><label for="name" class="text-sm font-semibold">${text.name}</label><input type="text" id="name" name="name" maxlength="60" autocomplete="off" class="field mt-1" /></div>
          <button type="submit" class="button button-main">${text.create}</button>`,
          "mt-3 space-y-4",
        )}
        <p class="mt-3 text-sm text-ink-muted">${fillPlaceholders(text.youGet, { command: html`<code class="wrap-anywhere">curl -X POST -H "Accept: application/json" …/sandbox/portal/accounts</code>` })}</p>
        <p class="mt-3 text-sm text-ink-muted">${text.expires(daysText(unusedDays))}</p>
      </section>
      <section aria-labelledby="by-token" class="panel p-5">
        <h2 id="by-token" class="text-lg">${text.byToken}</h2>
        <form method="post" action="/sandbox/portal/sign-in" class="mt-3 space-y-4">
          <input type="hidden" name="way" value="token" />
          <div><label for="token" class="text-sm font-semibold">${text.accessToken}</label><input type="password" id="token" name="token" autocomplete="off" maxlength="200" required class="field mt-1" ${way === "token" ? html`aria-invalid="true"` : ""} /></div>
          <button type="submit" class="button button-quiet">${text.signInByToken}</button>
        </form>
      </section>
      <section aria-labelledby="by-codes" class="panel p-5">
        <h2 id="by-codes" class="text-lg">${text.byCodes}</h2>
        <form method="post" action="/sandbox/portal/sign-in" class="mt-3 space-y-4">
          <input type="hidden" name="way" value="codes" />
          <div><label for="clientId" class="text-sm font-semibold">${text.clientId}</label><input type="text" id="clientId" name="clientId" inputmode="numeric" autocomplete="username" pattern="[0-9]{10}" maxlength="10" required value="${clientId}" class="field number mt-1" ${way === "codes" ? html`aria-invalid="true"` : ""} /></div>
          ${code("pin", portalText.pin, "current-password")}
          ${code("totp", portalText.totp, "one-time-code")}
          <button type="submit" class="button button-quiet">${text.signInByCodes}</button>
        </form>
      </section>
    </div>
    <p class="mt-6 flex flex-wrap gap-x-6"><a class="link py-1" href="/docs/v2/quick-start">${text.quickStart}</a><a class="link py-1" href="/docs/v2/">${portalText.documentation}</a><a class="link py-1" href="/docs/v2/playground">${portalText.playground}</a></p>`,
  );
}
