// Shared start of every account page: requires a session. A signed-out user, or one whose session the provider ended,
// is redirected to the sign-in and returns to the page.
import { redirect } from "@remix-run/node";
import type { Account, SessionView, SiteContext } from "../context.ts";
import { withCookies } from "../http/cookies.ts";

export type SignedIn = { account: Account; session: SessionView };

/** Throws the redirect to sign in. */
export function requireAccount(context: Partial<SiteContext>, returnTo: string): SignedIn {
  if (context.account && context.session) return { account: context.account, session: context.session };
  throw redirect(loginPath(returnTo), 303);
}

/** Runs `work`. When the provider answers 401, this site's session ends as well and the user signs in again. */
export async function asSignedIn<T>(
  context: Partial<SiteContext>,
  returnTo: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (fault) {
    if (!(fault instanceof Response) || fault.status !== 401) throw fault;
    throw redirect(loginPath(returnTo), { status: 303, headers: withCookies(context.signIn?.end() ?? []) });
  }
}

function loginPath(returnTo: string): string {
  return `/login?${new URLSearchParams({ to: returnTo })}`;
}
