// Where signing in begins: asks the provider for a consent and sends the browser there. It renders only where nobody can
// sign in.
import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { withCookies } from "../account/cookies.ts";
import { safeReturnPath } from "../http/safe-redirect.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { idSchema } from "../wire/strategy.ts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const returnTo = safeReturnPath(searchParams.get("to"), "/algos/my-algos");
  const track = idSchema.safeParse(searchParams.get("track"));
  if (context.session) throw redirect(track.success ? `/algos/tracklist?add=${track.data}` : returnTo, 303);
  if (!context.signIn) return { returnTo };
  const { location, cookies } = await context.signIn.begin(returnTo, track.success ? track.data : null);
  throw redirect(location, { status: 303, headers: withCookies(cookies) });
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Sign in",
    description: "Where signing in with your trading account begins.",
    path: "/login",
    isIndexed: false,
  });

export default function Login() {
  const { returnTo } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Sign in"
        lead="Signing in is not open on this site. Everything that needs no account works: finding, comparing and reading algos, and the documentation."
      />
      <p className="flex flex-wrap gap-3">
        <LinkButton to={returnTo}>Go back</LinkButton>
        <LinkButton to="/support" kind="quiet">
          Support
        </LinkButton>
      </p>
    </>
  );
}
