// The API offering for one of the five audiences. Needs no provider.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { missing } from "../frame/missing.ts";
import type { loader as rootLoader } from "../root.tsx";
import { AUDIENCES, findAudience } from "../trading-apis/audiences.ts";
import { FeatureTiles } from "../trading-apis/feature-tiles.tsx";
import { SellingPoints } from "../trading-apis/selling-points.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { breadcrumbData, JsonLd } from "../ui/json-ld.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export function loader({ params, request }: LoaderFunctionArgs) {
  const audience = findAudience(params.audience ?? "");
  if (audience === undefined)
    throw missing(
      request,
      "There is no API page for this audience.",
      AUDIENCES.map((known) => ({
        title: `APIs for ${known.name.toLowerCase()}`,
        path: `/trading-apis/${known.id}`,
      })),
    );
  return { audience };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === undefined
    ? []
    : [
        ...pageMeta(matches, {
          title: `APIs for ${data.audience.name.toLowerCase()}`,
          description: data.audience.description,
          path: `/trading-apis/${data.audience.id}`,
        }),
        { name: "keywords", content: data.audience.seoKey },
      ];

export default function AudiencePage() {
  const { audience } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const origin = root?.publicOrigin ?? "";
  const path = `/trading-apis/${audience.id}`;
  const crumbs = [
    { title: "Home", path: "/" },
    { title: "Trading APIs", path: "/trading-apis" },
  ];
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={audience.name} />
      <PageHeader title={audience.heading} lead={audience.description}>
        <p className="mt-6 flex flex-wrap gap-3">
          <LinkButton to={audience.firstSteps[0]?.path ?? "/docs/v2/"}>Start reading</LinkButton>
        </p>
      </PageHeader>
      <div className="grid gap-x-10 gap-y-10 lg:grid-cols-3">
        <section aria-labelledby="gets">
          <h2 id="gets" className="text-xl">
            What you get
          </h2>
          <p className="mt-2 text-ink-muted">{audience.whoFor}</p>
          <List items={audience.gets} />
        </section>
        <section aria-labelledby="needs">
          <h2 id="needs" className="text-xl">
            What you need
          </h2>
          <List items={audience.needs} />
        </section>
        <section aria-labelledby="steps">
          <h2 id="steps" className="text-xl">
            Where to begin
          </h2>
          <ol className="mt-3 space-y-2">
            {audience.firstSteps.map((step, index) => (
              <li key={step.path}>
                {index + 1}.{" "}
                <a href={step.path} className="link inline-block py-1">
                  {step.title}
                </a>
              </li>
            ))}
          </ol>
          <p className="mt-4 border-t border-line pt-3">
            <span className="text-ink-muted">Time to integrate: </span>
            {audience.timeToIntegrate}
          </p>
        </section>
      </div>
      <div className="mt-16">
        <FeatureTiles />
      </div>
      <SellingPoints />
      <nav aria-label="Other audiences" className="mt-16 border-t border-line pt-5">
        <ul className="flex flex-wrap gap-x-6 gap-y-2">
          {AUDIENCES.filter((other) => other.id !== audience.id).map((other) => (
            <li key={other.id}>
              <a href={`/trading-apis/${other.id}`} className="link inline-block py-1">
                {other.name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <JsonLd data={breadcrumbData(origin, [...crumbs, { title: audience.name, path }])} />
      <JsonLd
        data={{
          "@type": "Service",
          name: `Trading APIs for ${audience.name.toLowerCase()}`,
          description: audience.description,
          url: `${origin}${path}`,
          audience: { "@type": "Audience", audienceType: audience.name },
        }}
      />
    </>
  );
}

function List(props: { items: string[] }) {
  return (
    <ul className="mt-3 space-y-2">
      {props.items.map((item) => (
        <li key={item} className="border-s-2 border-line-strong ps-3">
          {item}
        </li>
      ))}
    </ul>
  );
}
