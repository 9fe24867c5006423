// Loads account pages: requires a session, and shows the broker's phone number if the broker is unavailable.
import { type HeadersFunction, json, type TypedResponse } from "@remix-run/node";
import type { SiteContext } from "../context.ts";
import { type Brand, DEFAULT_SITE } from "../contract/site/site.ts";
import { requireAccount, runSignedIn, type SignedIn } from "./require-account.ts";

export type BrokerUnavailable = { isDown: true; brand: Pick<Brand, "supportPhone" | "legalName"> };

/**
 * Returns the page's data, or `isDown` with status 503 if the broker is unavailable. Throws a redirect to the sign-in
 * without a session.
 */
export async function loadWithAccount<T extends object>(
  context: Partial<SiteContext>,
  here: string,
  work: (signedIn: SignedIn) => Promise<T>,
): Promise<TypedResponse<(T & { isDown: false }) | BrokerUnavailable>> {
  const signedIn = requireAccount(context, here);
  try {
    const data = await runSignedIn(context, here, () => work(signedIn));
    return json({ ...data, isDown: false as const });
  } catch (fault) {
    if (!(fault instanceof Response) || fault.status !== 503) throw fault;
    const { supportPhone, legalName } = (context.site ?? DEFAULT_SITE).brand;
    const retryAfter = fault.headers.get("Retry-After");
    return json(
      { isDown: true as const, brand: { supportPhone, legalName } },
      { status: 503, headers: retryAfter === null ? {} : { "Retry-After": retryAfter } },
    );
  }
}

/** Headers of account pages: Retry-After if the broker is unavailable. */
export const accountHeaders: HeadersFunction = ({ loaderHeaders, errorHeaders }) => {
  const retryAfter = (errorHeaders ?? loaderHeaders).get("Retry-After");
  return retryAfter === null ? new Headers() : { "Retry-After": retryAfter };
};
