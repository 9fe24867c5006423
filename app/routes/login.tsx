// Starts a sign-in: requests a consent from the provider and redirects the browser to it. Renders a page only if that
// is not possible.
import { type HeadersFunction, json, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { idSchema } from "../contract/base-api/strategy.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { loginText as text } from "../frame/text.ts";
import { createCookieHeaders } from "../http/cookies.ts";
import { safeReturnPath } from "../http/safe-redirect.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { fixedMeta } from "../ui/page-meta.ts";

const PORTFOLIO = "/algos/my-algos";
/** Pages of the sign-in and the sign-out. After a sign-in they would show the result of an earlier attempt. */
const SIGN_IN_PAGES = /^\/(?:auth|login|logout)(?:[/?#]|$)/;

type Unavailable = "unavailable";

export const handle: PageHandle = { query: ["to", "track"] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const to = safeReturnPath(searchParams.get("to"), PORTFOLIO);
  const returnTo = SIGN_IN_PAGES.test(to) ? PORTFOLIO : to;
  const track = idSchema.safeParse(searchParams.get("track"));
  if (context.session) throw redirect(track.success ? `/algos/tracklist?add=${track.data}` : returnTo, 303);
  if (!context.signIn) return json({ returnTo, reason: "notOpen" as const });
  // A script that follows a redirect to this page would replace the pending sign-in of another tab.
  if (request.headers.get("sec-fetch-dest") === "empty") throw new Response(null, { status: 401 });
  const begun = await context.signIn
    .begin(returnTo, track.success ? track.data : null)
    .catch((fault: unknown): Unavailable => {
      if (fault instanceof Response && fault.status >= 500) return "unavailable";
      throw fault;
    });
  if (begun === "unavailable")
    return json({ returnTo, reason: begun }, { status: 503, headers: { "Retry-After": "60" } });
  if (begun === null)
    return json({ returnTo, reason: "tooMany" as const }, { status: 429, headers: { "Retry-After": "60" } });
  throw redirect(begun.location, { status: 303, headers: createCookieHeaders(begun.cookies) });
}

/** Forwards the loader's headers, for Retry-After. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta = fixedMeta(text, "/login", { isIndexed: false });

const LEADS = { unavailable: text.unavailable, tooMany: text.tooMany, notOpen: text.notOpen };

export default function Login() {
  const { returnTo, reason } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={text.title} lead={LEADS[reason]} />
      <p className="flex flex-wrap gap-3">
        <LinkButton to={returnTo}>{text.goBack}</LinkButton>{" "}
        {reason === "unavailable" ? (
          <LinkButton to="/status" kind="quiet">
            {text.status}
          </LinkButton>
        ) : null}{" "}
        <LinkButton to="/support" kind="quiet">
          {text.support}
        </LinkButton>
      </p>
    </>
  );
}
