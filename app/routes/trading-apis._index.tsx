// The API offering: capabilities, benefits, audiences. Needs no provider.
import type { MetaFunction } from "@remix-run/node";
import { useRouteLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import type { loader as rootLoader } from "../root.tsx";
import { AUDIENCES } from "../trading-apis/audiences.ts";
import { FeatureTiles } from "../trading-apis/feature-tiles.tsx";
import { PartnerPlatforms } from "../trading-apis/partner-platforms.tsx";
import { SellingPoints } from "../trading-apis/selling-points.tsx";
import { tradingApisText as text } from "../trading-apis/text.ts";
import { breadcrumbData, JsonLd } from "../ui/json-ld.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export const handle: PageHandle = { shared: true };

export const meta: MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: text.title,
    description: text.description,
    path: "/trading-apis",
  });

export default function TradingApis() {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const site = root?.site ?? DEFAULT_SITE;
  return (
    <>
      <PageHeader title={text.title} lead={text.lead}>
        <p className="mt-6 flex flex-wrap gap-3">
          <LinkButton to="/docs/v2/">{text.readTheDocumentation}</LinkButton>
        </p>
      </PageHeader>
      <FeatureTiles />
      <SellingPoints isSandboxHere={site.isSimulated} />
      <section aria-labelledby="audiences" className="mt-16">
        <h2 id="audiences" className="text-xl">
          {text.whoItIsFor}
        </h2>
        <ul className="mt-5 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          {AUDIENCES.map((audience) => (
            <li key={audience.id} className="panel relative flex flex-col p-5 hover:border-accent">
              <h3 className="text-lg">
                <a
                  href={`/trading-apis/${audience.id}`}
                  className="no-underline after:absolute after:inset-0 hover:underline"
                >
                  {audience.name}
                </a>
              </h3>
              <p className="mt-1 mb-4 text-sm text-ink-muted">{audience.whoFor}</p>
              <p className="mt-auto border-t border-line pt-3 text-sm">
                <span className="text-ink-muted">{text.timeToIntegrate} </span>
                {audience.timeToIntegrate}
              </p>
            </li>
          ))}
        </ul>
      </section>
      <PartnerPlatforms platforms={site.partnerPlatforms} brandName={site.brand.name} />
      <JsonLd
        data={breadcrumbData(root?.publicOrigin ?? "", [
          { title: text.home, path: "/" },
          { title: text.tradingApis, path: "/trading-apis" },
        ])}
      />
    </>
  );
}
