// My algos, for a reader who is signed out: what stands here later, and where to sign in. Needs no provider.
import type { MetaFunction } from "@remix-run/node";
import { SignedOut } from "../account/signed-out.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "My algos",
    description:
      "The algos you have deployed, their state, orders and results, stand here once you are signed in.",
    path: "/algos/my-algos",
    isIndexed: false,
  });

export default function MyAlgos() {
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: "Home", path: "/" },
          { title: "Algos", path: "/algos" },
        ]}
        here="My algos"
      />
      <SignedOut
        title="My algos"
        sentence="You are signed out. Deployments belong to an account, so there is nothing to show yet."
        action="Sign in to see your algos"
        returnTo="/algos/my-algos"
      />
    </>
  );
}
