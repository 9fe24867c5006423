// A page of the documentation: its Markdown file, and links to the pages of its operations.
// It works without a provider.

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { getHighlightedContents } from "../docs/cached-sections.ts";
import { listPageOperations } from "../docs/contents.ts";
import { DocsFrame } from "../docs/docs-frame.tsx";
import { docsPath } from "../docs/docs-path.ts";
import {
  languageHeaders,
  readLanguage,
  respondAndStoreLanguage,
  SHARED_BY_LANGUAGE,
} from "../docs/language.ts";
import { OperationList } from "../docs/operation-list.tsx";
import { operationLink } from "../docs/operation-page.ts";
import { docsPages, findDocsPage } from "../docs/pages.server.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { Blocks, Sections } from "../docs/section-view.tsx";
import { missing } from "../frame/missing.ts";
import type { loader as rootLoader } from "../root.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { Fold } from "../ui/fold.tsx";
import { breadcrumbData, JsonLd } from "../ui/json-ld.tsx";
import { TouchLink } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export function loader({ params, request, context }: LoaderFunctionArgs) {
  const place = resolveApiPlace(context, request);
  const page = findDocsPage(params.page ?? "", place.hasSandbox);
  if (page === undefined)
    throw missing(
      { request, context },
      "The documentation has no such page.",
      nearestPages(params.page ?? "", place.hasSandbox).map((known) => ({
        title: known.title,
        path: docsPath(known),
      })),
    );
  const { language, isNamed } = readLanguage(request);
  const { opening, sections } = getHighlightedContents(page, place, language);
  const data = {
    page,
    opening,
    sections: sections.filter(({ of }) => of === undefined),
    operations: listPageOperations(page.id, place.hasSandbox).map(operationLink),
    language,
  };
  return isNamed ? respondAndStoreLanguage(data, language, place.origin) : data;
}

const NEAR_PAGES = 3;

/** Returns the pages whose ids share the most leading characters with the requested id. */
function nearestPages(requestedId: string, hasSandbox: boolean) {
  const shared = (id: string) => {
    let length = 0;
    while (length < requestedId.length && id[length] === requestedId[length]) length += 1;
    return length;
  };
  return [...docsPages(hasSandbox)].sort((a, b) => shared(b.id) - shared(a.id)).slice(0, NEAR_PAGES);
}

const CHANGELOG_FEED = {
  tagName: "link",
  rel: "alternate",
  type: "application/atom+xml",
  title: "Changes of the API",
  href: "/docs/v2/changelog.atom",
};

/** Number of sections of the changelog that are initially expanded. */
const CHANGELOG_OPEN = 3;

export const headers = languageHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === undefined
    ? []
    : [
        ...(data.page.id === "changelog" ? [CHANGELOG_FEED] : []),
        ...pageMeta(matches, {
          title: `${data.page.title}: API documentation`,
          description: data.page.description,
          path: docsPath(data.page),
          type: "article",
        }),
      ];

export const handle: PageHandle = {
  query: ["lang"],
  shared: SHARED_BY_LANGUAGE,
  docs: true,
};

export default function DocsPageView() {
  const { page, opening, sections, language, operations } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const crumbs = [
    { title: "Home", path: "/" },
    { title: "Documentation", path: "/docs/v2/" },
  ];
  const main = sections.filter(({ level }) => level === 2);
  const openCount = page.id === "changelog" ? CHANGELOG_OPEN : sections.length;
  const openSections = sections.slice(0, openCount);
  const closed = sections.slice(openCount);
  return (
    <DocsFrame current={page.id} operations={operations}>
      <Breadcrumbs crumbs={crumbs} here={page.title} />
      <PageHeader title={page.title} lead={page.description} />
      <Blocks blocks={opening} section={page} language={language} path={docsPath(page)} />
      <OperationList operations={operations} />
      {main.length < 2 ? null : (
        <nav aria-label="On this page" className="no-print docs-contents mt-6">
          <p className="text-sm font-semibold">On this page</p>
          <ul className="mt-1 flex flex-wrap gap-x-6 sm:grid sm:grid-cols-2 sm:gap-x-8">
            {main.map((section) => (
              <li key={section.id}>
                <TouchLink to={`#${section.id}`}>{section.title}</TouchLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Sections sections={openSections} language={language} path={docsPath(page)} />
      {closed.length === 0 ? null : (
        <div className="folds mt-12">
          {closed.map((section) => (
            <Fold key={section.id} id={section.id} title={section.title}>
              <Blocks blocks={section.blocks} section={section} language={language} path={docsPath(page)} />
            </Fold>
          ))}
        </div>
      )}
      <p className="no-print mt-12 flex flex-wrap gap-x-6 text-sm">
        <TouchLink to={`${docsPath(page)}.md`}>This page as Markdown</TouchLink>{" "}
        <TouchLink to="/docs/v2/openapi.json">OpenAPI</TouchLink>{" "}
        <TouchLink to="/docs/v2/asyncapi.json">AsyncAPI</TouchLink>
      </p>
      <JsonLd
        data={breadcrumbData(root?.publicOrigin ?? "", [
          ...crumbs,
          { title: page.title, path: docsPath(page) },
        ])}
      />
    </DocsFrame>
  );
}
