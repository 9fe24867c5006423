// The start page of the documentation: the list of all pages, then content/overview.md. Needs no provider.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { sectionsOf } from "../docs/cached-sections.ts";
import { DocsFrame } from "../docs/docs-frame.tsx";
import { docsPath } from "../docs/docs-path.ts";
import { SHARED_BY_LANGUAGE } from "../docs/language.ts";
import { docsPages, OVERVIEW } from "../docs/pages.server.ts";
import { placeOf } from "../docs/place.ts";
import { Sections } from "../docs/section-view.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export const handle: PageHandle = { shared: SHARED_BY_LANGUAGE };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "API documentation, version 2",
    description:
      "Orders, portfolio, funds, market data and feeds: what each API does, every call with samples, fields and faults.",
    path: "/docs/v2/",
  });

export function loader({ request, context }: LoaderFunctionArgs) {
  const place = placeOf(context, request);
  return { page: OVERVIEW, pages: docsPages(place.hasSandbox), ...sectionsOf(OVERVIEW, place, "curl") };
}

export default function Docs() {
  const { page, pages, sections } = useLoaderData<typeof loader>();
  return (
    <DocsFrame current={null}>
      <PageHeader title={page.title} lead={page.description} />
      <section aria-labelledby="pages">
        <h2 id="pages" className="text-xl">
          All pages
        </h2>
        <ul className="mt-4 grid gap-x-8 sm:grid-cols-2">
          {pages.map((listed) => (
            <li key={listed.id} className="border-t border-line py-3">
              <a href={docsPath(listed)} className="link font-semibold">
                {listed.title}
              </a>
              <p className="text-sm text-ink-muted">{listed.description}</p>
            </li>
          ))}
        </ul>
      </section>
      <Sections sections={sections} language="curl" path="/docs/v2/" />
    </DocsFrame>
  );
}
