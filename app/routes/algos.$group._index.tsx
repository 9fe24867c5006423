// A group of the Discover menu: its lists of algos.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { missing, similarNames } from "../frame/missing.ts";
import { LIVE_PAGE_HEADERS } from "../live/price-view.ts";
import { findCategory } from "../marketplace/menu.ts";
import { groupText as text } from "../marketplace/text.ts";
import { algosCrumbs, Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const category = findCategory(params.group ?? "");
  if (category === undefined)
    throw missing({ request, context }, text.noSuchGroup, await similarNames({ request, context }));
  return { category };
}

export const handle: PageHandle = { shared: true, cards: true, live: () => [] };
export const headers = () => LIVE_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === undefined
    ? []
    : pageMeta(matches, {
        title: text.title(data.category.title.toLowerCase().replace(text.popularAlgos, text.thatArePopular)),
        description: text.description({
          group: data.category.title.toLowerCase(),
          collections: data.category.items.map((item) => item.title.toLowerCase()).join(", "),
        }),
        path: data.category.routePath,
      });

export default function Group() {
  const { category } = useLoaderData<typeof loader>();
  return (
    <>
      <Breadcrumbs crumbs={algosCrumbs()} here={category.title} />
      <PageHeader title={category.title} lead={text.lead} />
      <ul className="grid gap-4 md:grid-cols-2">
        {category.items.map((item) => (
          <li key={item.id} className="panel relative p-5 hover:border-accent">
            <h2 className="text-lg">
              <a href={item.link} className="no-underline after:absolute after:inset-0 hover:underline">
                {item.title}
              </a>
            </h2>
            <p className="mt-1">{item.subtitle}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
