// Structured data of an algo's page for search engines.

import { useRouteLoaderData } from "@remix-run/react";
import type { Strategy } from "../../contract/base-api/strategy.ts";
import { instrumentText, productText } from "../../domain/filter-texts.ts";
import { strategyPath } from "../../marketplace/strategy-path.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { breadcrumbData, faqData, JsonLd } from "../../ui/json-ld.tsx";

/** Renders the breadcrumbs, the product with its provider, and the visible questions. */
export function MachineFacts(props: {
  strategy: Strategy;
  crumbs: readonly { title: string; path: string }[];
  hasQuestions: boolean;
}) {
  const { strategy, crumbs } = props;
  const origin = useRouteLoaderData<typeof rootLoader>("root")?.publicOrigin ?? "";
  return (
    <>
      <JsonLd
        data={breadcrumbData(origin, [...crumbs, { title: strategy.name, path: strategyPath(strategy) }])}
      />
      <JsonLd
        data={{
          "@type": "FinancialProduct",
          name: strategy.name,
          description: strategy.summary,
          url: `${origin}${strategyPath(strategy)}`,
          category: `${instrumentText(strategy.instrument)}, ${productText(strategy.product)}`,
          provider: {
            "@type": "Organization",
            name: strategy.manager.name,
            identifier: strategy.manager.registration,
          },
          feesAndCommissionsSpecification: strategy.fee.note,
        }}
      />
      {props.hasQuestions ? <JsonLd data={faqData(strategy.faqs)} /> : null}
    </>
  );
}
