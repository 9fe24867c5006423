// Where signing in begins: asks the provider for a consent and sends the browser there. It renders only where nobody can
// sign in.
import {
  type HeadersFunction,
  json,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { withCookies } from "../http/cookies.ts";
import { safeReturnPath } from "../http/safe-redirect.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import type { PageHandle } from "../wire/page-handle.ts";
import { idSchema } from "../wire/strategy.ts";
import { text } from "./login.text.ts";

export const handle: PageHandle = { query: ["to", "track"] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const returnTo = safeReturnPath(searchParams.get("to"), "/algos/my-algos");
  const track = idSchema.safeParse(searchParams.get("track"));
  if (context.session) throw redirect(track.success ? `/algos/tracklist?add=${track.data}` : returnTo, 303);
  if (!context.signIn) return json({ returnTo, isTooMany: false });
  const begun = await context.signIn.begin(returnTo, track.success ? track.data : null);
  if (begun === null)
    return json({ returnTo, isTooMany: true }, { status: 429, headers: { "Retry-After": "60" } });
  throw redirect(begun.location, { status: 303, headers: withCookies(begun.cookies) });
}

/** When to come back, after too many. */
export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: text.title,
    description: text.description,
    path: "/login",
    isIndexed: false,
  });

export default function Login() {
  const { returnTo, isTooMany } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={text.title} lead={isTooMany ? text.tooMany : text.notOpen} />
      <p className="flex flex-wrap gap-3">
        <LinkButton to={returnTo}>{text.goBack}</LinkButton>{" "}
        <LinkButton to="/support" kind="quiet">
          {text.support}
        </LinkButton>
      </p>
    </>
  );
}
