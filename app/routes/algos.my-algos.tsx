// My algos. Deploying is not open yet: a reader who is signed in is told so and shown what is.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SignedOut } from "../account/signed-out.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export function loader({ context }: LoaderFunctionArgs) {
  return { name: context.session?.name ?? null };
}

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "My algos",
    description:
      "The algos you have deployed, their state, orders and results, stand here once you are signed in.",
    path: "/algos/my-algos",
    isIndexed: false,
  });

export default function MyAlgos() {
  const { name } = useLoaderData<typeof loader>();
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: "Home", path: "/" },
          { title: "Algos", path: "/algos" },
        ]}
        here="My algos"
      />
      {name === null ? (
        <SignedOut
          title="My algos"
          sentence="You are signed out. Deployments belong to an account, so there is nothing to show yet."
          action="Sign in to see your algos"
          returnTo="/algos/my-algos"
        />
      ) : (
        <>
          <PageHeader
            title="My algos"
            lead={`${name}, you have deployed nothing: deploying is not open on this site yet. What you track is kept.`}
          />
          <p className="flex flex-wrap gap-3">
            <LinkButton to="/algos/tracklist">Your tracklists</LinkButton>
            <LinkButton to="/algos" kind="quiet">
              All algos
            </LinkButton>
          </p>
        </>
      )}
    </>
  );
}
