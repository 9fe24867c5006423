// The list of all listed algos.

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { Fragment } from "react";
import { LIVE_PAGE_HEADERS } from "../live/price-view.ts";
import { itemListData } from "../marketplace/item-list-data.ts";
import { LIST_HANDLE } from "../marketplace/list-handle.ts";
import { isFiltered } from "../marketplace/list-query.ts";
import { ListView } from "../marketplace/list-view.tsx";
import { loadList } from "../marketplace/load-list.ts";
import { DISCOVER_MENU } from "../marketplace/menu.ts";
import { allAlgosText as text } from "../marketplace/text.ts";
import type { loader as rootLoader } from "../root.tsx";
import { algosCrumbs } from "../ui/breadcrumbs.tsx";
import { breadcrumbData, JsonLd } from "../ui/json-ld.tsx";
import { TextLink } from "../ui/link-button.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export async function loader(args: LoaderFunctionArgs) {
  return { list: await loadList(args, {}) };
}

export const handle = LIST_HANDLE;
export const headers = () => LIVE_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: text.title,
    description: text.description,
    path: "/algos",
    isIndexed: data === undefined || (!isFiltered(data.list.query) && data.list.query.cursor === null),
  });

export default function Algos() {
  const { list } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const origin = root?.publicOrigin ?? "";
  return (
    <>
      <ListView list={list} title={text.algos} />
      <p className="mt-6 text-sm">
        <a href="/algos/find" className="link font-semibold">
          {text.findYourAlgo}
        </a>{" "}
        {DISCOVER_MENU.map((category) => (
          <Fragment key={category.id}>
            {" · "}
            <TextLink to={category.routePath}>{category.title}</TextLink>
          </Fragment>
        ))}
      </p>
      <JsonLd data={breadcrumbData(origin, algosCrumbs())} />
      <JsonLd data={itemListData(origin, list.page.items)} />
    </>
  );
}
