// Tracklists, for a reader who is signed out: what stands here later, and where to sign in. Needs no provider.
import type { MetaFunction } from "@remix-run/node";
import { SignedOut } from "../account/signed-out.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Tracklists",
    description: "Named lists of algos you keep an eye on stand here once you are signed in.",
    path: "/algos/tracklist",
    isIndexed: false,
  });

export default function Tracklists() {
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: "Home", path: "/" },
          { title: "Algos", path: "/algos" },
        ]}
        here="Tracklists"
      />
      <SignedOut
        title="Tracklists"
        sentence="You are signed out. Tracklists belong to an account, so there is nothing to show yet."
        action="Sign in to see your tracklists"
        returnTo="/algos/tracklist"
      />
    </>
  );
}
