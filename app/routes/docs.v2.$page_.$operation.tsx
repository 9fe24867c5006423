// The page of one operation of the trading API. It works without a provider.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { listPageOperations } from "../docs/contents.ts";
import { DocsFrame } from "../docs/docs-frame.tsx";
import { docsPath } from "../docs/docs-path.ts";
import {
  languageHeaders,
  readLanguage,
  respondAndStoreLanguage,
  SHARED_BY_LANGUAGE,
} from "../docs/language.ts";
import { findOperationPage, operationLink } from "../docs/operation-page.ts";
import { OperationView } from "../docs/operation-view.tsx";
import { findDocsPage } from "../docs/pages.server.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { missing } from "../frame/missing.ts";
import type { loader as rootLoader } from "../root.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { breadcrumbData, JsonLd } from "../ui/json-ld.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export function loader({ params, request, context }: LoaderFunctionArgs) {
  const place = resolveApiPlace(context, request);
  const { language, isNamed } = readLanguage(request);
  const page = findDocsPage(params.page ?? "", place.hasSandbox);
  const operations =
    page === undefined ? [] : listPageOperations(page.id, place.hasSandbox).map(operationLink);
  const operation = findOperationPage(params.page ?? "", params.operation ?? "", place, language);
  if (page === undefined || operation === undefined)
    throw missing(
      { request, context },
      "The documentation has no such operation.",
      operations.map(({ title, address }) => ({ title, path: address })),
    );
  const data = { page, operations, operation, language };
  return isNamed ? respondAndStoreLanguage(data, language, place.origin) : data;
}

export const headers = languageHeaders;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === undefined
    ? []
    : pageMeta(matches, {
        title: `${data.operation.title}: API documentation`,
        description: data.operation.purpose,
        path: data.operation.address,
        type: "article",
      });

export const handle: PageHandle = {
  query: ["lang"],
  shared: SHARED_BY_LANGUAGE,
  docs: true,
};

export default function OperationPageView() {
  const { page, operations, operation, language } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const crumbs = [
    { title: "Documentation", path: "/docs/v2/" },
    { title: page.title, path: docsPath(page) },
  ];
  return (
    <DocsFrame current={page.id} operations={operations} operation={operation.address}>
      <Breadcrumbs crumbs={crumbs} here={operation.title} />
      <OperationView operation={operation} language={language} />
      <JsonLd
        data={breadcrumbData(root?.publicOrigin ?? "", [
          ...crumbs,
          { title: operation.title, path: operation.address },
        ])}
      />
    </DocsFrame>
  );
}
