// An item of the Discover menu: a list of algos with heading, description and questions. Other spellings of the address
// are redirected.

import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { PAGE_SIZE_MAX } from "../contract/base-api/limits.ts";
import { STRATEGY_STATES } from "../domain/vocabulary.ts";
import { formatDateTime } from "../format/dates.ts";
import { missing } from "../frame/missing.ts";
import { LIVE_PAGE_HEADERS } from "../live/price-view.ts";
import { collectionRule, collectionText } from "../marketplace/collection-texts.ts";
import { countSurvivors } from "../marketplace/count-survivors.ts";
import { itemListData } from "../marketplace/item-list-data.ts";
import { LIST_HANDLE } from "../marketplace/list-handle.ts";
import { isFiltered } from "../marketplace/list-query.ts";
import { ListView } from "../marketplace/list-view.tsx";
import { loadList } from "../marketplace/load-list.ts";
import { collectionPath, discoverQuery, findCategory } from "../marketplace/menu.ts";
import { STATE_IN_SENTENCE } from "../marketplace/state-texts.ts";
import { collectionText as text } from "../marketplace/text.ts";
import type { loader as rootLoader } from "../root.tsx";
import { algosCrumbs, Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { FaqList } from "../ui/faq-list.tsx";
import { breadcrumbData, faqData, JsonLd } from "../ui/json-ld.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { Section } from "../ui/section.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { group = "", item: itemId = "" } = params;
  const firstForm = collectionPath(group, itemId);
  if (firstForm !== null) throw redirect(firstForm, 301);
  const category = findCategory(group);
  const item = category?.items.find((candidate) => candidate.id === itemId);
  if (category === undefined || item === undefined)
    throw missing(
      { request, context },
      category === undefined ? text.noSuchGroup : text.noSuchCollection,
      category?.items.map(({ title, link }) => ({ title, path: link })),
    );
  const query = discoverQuery(item);
  const [list, everyone] = await Promise.all([
    loadList({ request, context }, query),
    // Named lists contain only open algos, so a comparison with the algos of a year ago is impossible.
    query.field_name === undefined
      ? context.provider
          ?.listStrategies({ ...query, state: [...STRATEGY_STATES], limit: PAGE_SIZE_MAX })
          // If the request fails, the list is shown without this comparison.
          .catch(() => undefined)
      : undefined,
  ]);
  const isComplete = everyone !== undefined && everyone.total <= everyone.items.length;
  return {
    list,
    survivors: isComplete ? countSurvivors(everyone.items, everyone.asOf.slice(0, 10)) : null,
    category: { id: category.id, title: category.title, path: category.routePath },
    item,
  };
}

export const handle = LIST_HANDLE;
export const headers = () => LIVE_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => {
  if (data === undefined) return [];
  const content = collectionText(data.category.id, data.item);
  return pageMeta(matches, {
    title: content.heading,
    description: content.description,
    path: data.item.link,
    isIndexed: !isFiltered(data.list.query) && data.list.query.cursor === null,
  });
};

export default function Collection() {
  const { list, category, item, survivors: year } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const origin = root?.publicOrigin ?? "";
  const content = collectionText(category.id, item);
  const crumbs = [...algosCrumbs(), { title: category.title, path: category.path }];
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={item.title} />
      <ListView list={list} title={content.heading} lead={content.description} />
      <p className="mt-6 text-sm text-ink-muted">
        {text.rule({ rule: collectionRule(item), moment: formatDateTime(new Date(list.page.asOf)) })}
        {year === null
          ? ""
          : ` ${text.yearAgo({
              listed: year.listed,
              today: year.today.map(({ state, count }) =>
                text.inState({ count, state: STATE_IN_SENTENCE[state] }),
              ),
            })}`}
      </p>
      <Section id="faq" title={text.questions} className="mt-12 max-w-[75ch]" titleClass="mb-4 text-xl">
        <FaqList faqs={content.faqs} />
      </Section>
      <JsonLd data={breadcrumbData(origin, [...crumbs, { title: item.title, path: item.link }])} />
      <JsonLd data={itemListData(origin, list.page.items)} />
      <JsonLd data={faqData(content.faqs)} />
    </>
  );
}
