// Where signing in begins. This version has no accounts yet, and the page says so.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { safeReturnPath } from "../http/safe-redirect.ts";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export function loader({ request }: LoaderFunctionArgs) {
  return { returnTo: safeReturnPath(new URL(request.url).searchParams.get("to"), "/algos") };
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
        lead="Signing in is not open in this version. Everything that needs no account works: finding, comparing and reading algos, and the documentation."
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
