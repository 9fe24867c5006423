// One page of the documentation: what the API does and its operations. Needs no provider.

import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { DocsFrame, docsPath } from "../docs/docs-frame.tsx";
import { DOCS_PAGES, findDocsPage } from "../docs/pages.ts";
import { missing } from "../frame/missing.ts";
import type { loader as rootLoader } from "../root.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { breadcrumbData, JsonLd } from "../ui/json-ld.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { TableScroll } from "../ui/table-scroll.tsx";

export function loader({ params, request }: LoaderFunctionArgs) {
  const page = findDocsPage(params.page ?? "");
  if (page === undefined)
    throw missing(
      request,
      "The documentation has no such page.",
      DOCS_PAGES.slice(0, 3).map((known) => ({ title: known.title, path: docsPath(known) })),
    );
  return { page };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === undefined
    ? []
    : pageMeta(matches, {
        title: `${data.page.title}: API documentation`,
        description: data.page.description,
        path: docsPath(data.page),
        type: "article",
      });

export default function DocsPageView() {
  const { page } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const crumbs = [
    { title: "Home", path: "/" },
    { title: "Documentation", path: "/docs/v2/" },
  ];
  return (
    <DocsFrame current={page.id}>
      <Breadcrumbs crumbs={crumbs} here={page.title} />
      <PageHeader title={page.title} lead={page.description} />
      <div className="prose">
        {page.opening.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      {page.operations.length === 0 ? null : (
        <section aria-labelledby="operations" className="mt-10">
          <h2 id="operations" className="text-xl">
            Operations
          </h2>
          <TableScroll label="Operations, scrolls sideways" className="mt-3">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Call</th>
                  <th scope="col">What it does</th>
                </tr>
              </thead>
              <tbody>
                {page.operations.map((operation) => (
                  <tr key={operation.call}>
                    <th scope="row" className="font-mono font-normal!">
                      {operation.call}
                    </th>
                    <td>{operation.does}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </TableScroll>
        </section>
      )}
      <JsonLd
        data={breadcrumbData(root?.publicOrigin ?? "", [
          ...crumbs,
          { title: page.title, path: docsPath(page) },
        ])}
      />
    </DocsFrame>
  );
}
