// The API offering: an example call with its response, limits, benefits, audiences. The page works without a provider.
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE, type PartnerPlatform } from "../contract/site/site.ts";
import { TRADING_OPERATIONS } from "../contract/trading-api/operations.ts";
import { LANGUAGE_NAMES, type Language } from "../docs/blocks.ts";
import { highlightCode } from "../docs/highlight.ts";
import { operationSamples } from "../docs/operation-samples.ts";
import { findRecordedCall } from "../docs/recorded.ts";
import type { loader as rootLoader } from "../root.tsx";
import { AUDIENCES, SELLING_POINTS } from "../trading-apis/audiences.ts";
import { FeatureTiles } from "../trading-apis/limit-tiles.tsx";
import { partnerPlatformsText, sellingPointsText, tradingApisText as text } from "../trading-apis/text.ts";
import { CodeBox } from "../ui/code-box.tsx";
import { CodeTabs } from "../ui/code-tabs.tsx";
import { breadcrumbData, JsonLd } from "../ui/json-ld.tsx";
import { LinkButton, TextLink } from "../ui/link-button.tsx";
import { fixedMeta } from "../ui/page-meta.ts";
import { Section } from "../ui/section.tsx";
import { RowName, TableHead } from "../ui/table-head.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";

export const handle: PageHandle = { shared: true, styles: "docs", docs: true };

/** Order of the languages. Those with an official client come first. */
const CODE_ORDER: readonly Language[] = ["python", "typescript", "go", "curl"];

export const meta = fixedMeta(text, "/trading-apis");

/** Loads sample code for an order in each language, and the documented response. */
export function loader() {
  const operation = TRADING_OPERATIONS.placeOrder;
  const samples = operationSamples(operation);
  const answer = JSON.stringify(findRecordedCall(operation)?.answer ?? null, null, 2);
  return {
    samples: CODE_ORDER.map((id) => ({ id, words: samples[id], html: highlightCode(id, samples[id]) })),
    answer: { words: answer, html: highlightCode("json", answer) },
  };
}

export default function TradingApis() {
  const { samples, answer } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const site = root?.site ?? DEFAULT_SITE;
  const hasSandbox = site.isSimulated && site.features.sandbox;
  return (
    <>
      <div className="hero">
        <div>
          <h1 className="display">{text.heading}</h1>
          <p className="mt-4 text-lg text-ink-muted">{text.lead}</p>
          <p className="mt-6 flex flex-wrap gap-3">
            {hasSandbox ? (
              <LinkButton to={site.links.developerPortal}>{text.getASandboxKey}</LinkButton>
            ) : null}{" "}
            <LinkButton to="/docs/v2/quick-start" kind={hasSandbox ? "quiet" : "main"}>
              {text.quickStart}
            </LinkButton>
          </p>
        </div>
        <div className="min-w-0">
          <CodeTabs
            name="language"
            label={text.language}
            tabs={samples.map(({ id, words, html }) => ({
              id,
              title: LANGUAGE_NAMES[id],
              content: (
                <CodeBox
                  label={text.orderIn(LANGUAGE_NAMES[id])}
                  words={words}
                  html={html ?? undefined}
                  fill={id}
                />
              ),
            }))}
            foot={
              <>
                <span>{text.recordedAnswer}</span>{" "}
                <code className="whitespace-pre-wrap">{compact(answer.words)}</code>
              </>
            }
          />
        </div>
      </div>
      <FeatureTiles />
      <SellingPoints hasSandbox={hasSandbox} />
      <AudienceTable />
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

function AudienceTable() {
  return (
    <Section id="audiences" title={text.whoItIsFor} className="mt-10">
      <TableScroll label={text.audienceTable} className="panel mt-4">
        <table className="table rows-table">
          <TableHead columns={[text.for, text.whatYouBuild, text.firstOrderAfter]} />
          <tbody>
            {AUDIENCES.map((audience) => (
              <tr key={audience.id}>
                <RowName>
                  <TextLink to={`/trading-apis/${audience.id}`}>{audience.name}</TextLink>
                </RowName>
                <td className="row-full">{audience.whoFor}</td>
                <td data-label={text.firstOrderAfter}>{audience.timeToIntegrate}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </Section>
  );
}

/** Formats JSON on one line. */
const compact = (json: string) => json.replaceAll(/\s*\n\s*/g, " ");

/** Renders the points. Without a sandbox, points that have no other link are omitted. */
function SellingPoints(props: { hasSandbox: boolean }) {
  const points = SELLING_POINTS.flatMap(({ title, text: description, tryIt, otherwise }) => {
    const to = props.hasSandbox || otherwise === undefined ? tryIt : otherwise;
    return to === null ? [] : [{ title, text: description, to }];
  });
  return (
    <Section id="points" title={sellingPointsText.includedForEveryone} className="mt-10">
      <ul className="docs-cards mt-4">
        {points.map((point) => (
          <li key={point.title} className="panel panel-body flex flex-col">
            <h3 className="text-lg">{point.title}</h3>
            <p className="mt-1 mb-2 text-sm text-ink-muted">{point.text}</p>
            <a href={point.to.path} className="link mt-auto self-start py-1 text-sm">
              {point.to.label}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** No-code platforms that a trader can connect to the account, as listed in the brand's settings. */
function PartnerPlatforms(props: { platforms: PartnerPlatform[]; brandName: string }) {
  if (props.platforms.length === 0) return null;
  return (
    <Section id="partners" title={partnerPlatformsText.tradeWithoutCode} className="mt-10">
      <p className="mt-2 max-w-[65ch] text-ink-muted">{partnerPlatformsText.connectOnce(props.brandName)}</p>
      <ul className="docs-cards mt-4">
        {props.platforms.map((platform) => (
          <li key={platform.name} className="panel flex flex-col p-5">
            <h3 className="text-lg">{platform.name}</h3>
            <p className="mt-1 mb-4 text-sm text-ink-muted">{platform.summary}</p>
            <a href={platform.connectUrl} className="link mt-auto self-start py-1 font-semibold">
              {partnerPlatformsText.connect}
              <span className="sr-only"> {platform.name}</span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
