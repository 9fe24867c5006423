// All managers.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { type PageHandle, PRICE_QUERY } from "../contract/site/page-handle.ts";
import { formatDay } from "../format/dates.ts";
import { formatCount } from "../format/rupees.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { LIVE_PAGE_HEADERS } from "../live/price-view.ts";
import { managerKindText } from "../marketplace/manager-words.ts";
import { managerPath } from "../marketplace/strategy-path.ts";
import { managersText as text } from "../marketplace/text.ts";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const { items } = await context.provider.listManagers();
  return { managers: items };
}

export const handle: PageHandle = { query: [...PRICE_QUERY], shared: true, cards: true, live: () => [] };
export const headers = () => LIVE_PAGE_HEADERS;

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: text.title,
    description: text.description,
    path: "/algos/managers",
  });

export default function Managers() {
  const { managers } = useLoaderData<typeof loader>();
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: text.home, path: "/" },
          { title: text.algos, path: "/algos" },
        ]}
        here={text.managers}
      />
      <PageHeader title={text.managers} lead={text.lead} />
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {managers.map((manager) => (
          <li key={manager.id} className="panel relative flex flex-col p-5 hover:border-accent">
            <h2 className="text-lg">
              <a
                href={managerPath(manager)}
                className="no-underline after:absolute after:inset-0 hover:underline"
              >
                {manager.name}
              </a>
            </h2>
            <p className="text-xs text-ink-muted">
              {managerKindText(manager.kind)} · {manager.registration}
            </p>
            <p className="mt-2 mb-4 text-sm">{manager.about[0]}</p>
            <dl className="mt-auto grid grid-cols-3 gap-3 border-t border-line pt-3 text-sm">
              <div>
                <dt className="text-xs text-ink-muted">{text.algos}</dt>
                <dd className="font-semibold">{formatCount(manager.strategyCount)}</dd>
              </div>
              <div>
                <dt className="text-xs text-ink-muted">{text.deployedBy}</dt>
                <dd className="font-semibold">{formatCount(manager.deployedCount)}</dd>
              </div>
              <div>
                <dt className="text-xs text-ink-muted">{text.activeSince}</dt>
                <dd className="font-semibold">{formatDay(manager.activeSince)}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}
