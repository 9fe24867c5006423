// Legal pages with the brand's texts. A brand with external legal pages links to those instead.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { missing } from "../frame/missing.ts";
import { LEGAL_PAGES } from "../frame/site-map.ts";
import type { loader as rootLoader } from "../root.tsx";
import { legalText as text } from "../support/text.ts";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export const handle: PageHandle = { shared: true };

export function loader({ params, request, context }: LoaderFunctionArgs) {
  const page = LEGAL_PAGES.find((candidate) => candidate.id === params.page);
  if (page === undefined)
    throw missing(
      { request, context },
      text.noSuchPage,
      LEGAL_PAGES.map((known) => ({ title: known.title, path: `/legal/${known.id}` })),
    );
  return { page };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === undefined
    ? []
    : pageMeta(matches, {
        title: data.page.title,
        description: text.description(data.page.title),
        path: `/legal/${data.page.id}`,
      });

export default function LegalPage() {
  const { page } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { texts } = root?.site ?? DEFAULT_SITE;
  return (
    <>
      <PageHeader title={page.title} />
      <div className="grid gap-x-12 gap-y-6 sm:gap-y-8 lg:grid-cols-2">
        {texts.legal[page.id].map((section) => (
          <section key={section.heading} className="min-w-0 wrap-anywhere">
            <h2 className="text-lg">{section.heading}</h2>
            {section.text.split("\n\n").map((paragraph) => (
              <p key={paragraph} className="mt-2 max-w-[70ch] wrap-anywhere">
                {paragraph}
              </p>
            ))}
          </section>
        ))}
      </div>
    </>
  );
}
