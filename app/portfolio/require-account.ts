// Requires a session for account pages. Users without a session, or whose session the provider has ended, are
// redirected to the sign-in and then return to the page.
import { redirect } from "@remix-run/node";
import type { Account, SessionView, SiteContext } from "../context.ts";
import { createCookieHeaders } from "../http/cookies.ts";

export type SignedIn = { account: Account; session: SessionView };

/** Returns the session. Throws a redirect to the sign-in if the user has none. */
export function requireAccount(context: Partial<SiteContext>, returnTo: string): SignedIn {
  if (context.account && context.session) return { account: context.account, session: context.session };
  throw toSignIn(context, returnTo, []);
}

/**
 * Runs `work`. If the provider responds with 401, this site's session ends too, and the user is redirected to the
 * sign-in.
 */
export async function runSignedIn<T>(
  context: Partial<SiteContext>,
  returnTo: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (!(fault instanceof Response) || fault.status !== 401) throw fault;
    throw toSignIn(context, returnTo, context.signIn?.end() ?? []);
  }
}

/** Redirects to the sign-in. The page after it states that a submitted form had no effect. */
function toSignIn({ isForm, signIn }: Partial<SiteContext>, returnTo: string, cookies: string[]): Response {
  const notSent = isForm ? (signIn?.flash("form_not_sent") ?? []) : [];
  return redirect(`/login?${new URLSearchParams({ to: returnTo })}`, {
    status: 303,
    headers: createCookieHeaders([...cookies, ...notSent]),
  });
}
