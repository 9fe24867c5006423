// A tracklist that its owner shares. Anybody with its address can read it; search engines must not index it.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { evidenceForReader } from "../evidence/at-amount.ts";
import { EvidenceText } from "../evidence/evidence-notes.tsx";
import { loadStrips } from "../evidence/evidence-strip.ts";
import { notFound, unavailableWithoutProvider } from "../http/problem.ts";
import { StrategyCard } from "../marketplace/strategy-card.tsx";
import { compareAddPath } from "../marketplace/strategy-path.ts";
import { sharedTracklistText as text } from "../marketplace/text.ts";
import type { loader as rootLoader } from "../root.tsx";
import { algosCrumbs, Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export const handle: PageHandle = { cards: true };

export async function loader({ params, context }: LoaderFunctionArgs) {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const { share = "" } = params;
  if (!/^[\w-]{22,60}$/.test(share)) throw notFound(text.noneShared);
  const { name, items } = await context.provider.getSharedTracklist(share);
  const strips = await loadStrips(evidenceForReader(context), items);
  return {
    name,
    items: items.map((strategy, index) => ({
      strategy,
      strip: strips[index] ?? { kind: "unreachable" as const },
    })),
    amount: context.amount ?? READER_AMOUNT_DEFAULT,
  };
}

/** Not cached, so that the page disappears as soon as the owner stops sharing the list. */
export const headers = () => ({ "Cache-Control": "no-store" });

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data === undefined ? text.title : text.titleOf(data.name),
    description: text.description,
    path: "/algos/tracklist",
    isIndexed: false,
  });

export default function SharedTracklist() {
  const { name, items, amount } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  return (
    <>
      <Breadcrumbs crumbs={algosCrumbs()} here={name} />
      <PageHeader title={name} lead={text.lead} />
      {items.length === 0 ? (
        <p className="text-ink-muted">{text.nothingOnIt}</p>
      ) : (
        <ul className="card-grid">
          {items.map(({ strategy, strip }) => (
            <li key={strategy.id}>
              <StrategyCard
                strategy={strategy}
                headingLevel="h2"
                compareHref={compareAddPath([strategy.id])}
                evidence={{ strip, amount }}
              />
            </li>
          ))}
        </ul>
      )}
      {items.some(({ strip }) => strip.kind === "shown") ? (
        <EvidenceText classes={["backtest", "live"]} isSimulated={root?.site.isSimulated ?? false} />
      ) : null}
    </>
  );
}
