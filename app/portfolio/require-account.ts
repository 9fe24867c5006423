// First check of every personal page: the reader is signed in. A signed-out reader, or one whose session the provider ended, is sent to
// the sign-in and returns to the page.
import { redirect } from "@remix-run/node";
import type { Account, SessionView, SiteContext } from "../context.ts";
import { withCookies } from "../http/cookies.ts";

export type SignedIn = { account: Account; session: SessionView };

/** Throws the redirect to sign in. */
export function requireAccount(context: Partial<SiteContext>, returnTo: string): SignedIn {
  if (context.account && context.session) return { account: context.account, session: context.session };
  throw redirect(loginPath(returnTo), 303);
}

/** Runs `work`; when the provider answers 401 in it, the session ends here as well and the reader signs in again. */
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
