// A tracklist that its owner shares: read-only, for anybody with its address, and not for search engines.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { notFound, unavailableWithoutProvider } from "../http/problem.ts";
import { StrategyCard } from "../marketplace/strategy-card.tsx";
import { compareAddPath } from "../marketplace/strategy-path.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import type { PageHandle } from "../wire/page-handle.ts";
import { text } from "./algos.tracklist_.shared.$share.text.ts";

export const handle: PageHandle = { cards: true };

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const { share = "" } = params;
  if (!/^[\w-]{22,60}$/.test(share)) throw notFound(text.noneShared);
  return context.provider.getSharedTracklist(share);
}

/** A list that is no longer shared is gone at once. */
export const headers = () => ({ "Cache-Control": "no-store" });

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data === undefined ? text.title : text.titleOf(data.name),
    description: text.description,
    path: "/algos/tracklist",
    isIndexed: false,
  });

export default function SharedTracklist() {
  const { name, items } = useLoaderData<typeof loader>();
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: text.home, path: "/" },
          { title: text.algos, path: "/algos" },
        ]}
        here={name}
      />
      <PageHeader title={name} lead={text.lead} />
      {items.length === 0 ? (
        <p className="text-ink-muted">{text.nothingOnIt}</p>
      ) : (
        <ul className="card-grid">
          {items.map((strategy) => (
            <li key={strategy.id}>
              <StrategyCard
                strategy={strategy}
                headingLevel="h2"
                compareHref={compareAddPath([strategy.id])}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
