// Home page. Signed-in users first see today's results of their algos. Others see a form for their amount, three algos
// selected by a published rule, algos that fit the amount, the two offerings, and questions. The page also renders
// without the provider.
import { type HeadersFunction, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { RecordList } from "../contract/base-api/record.ts";
import { type PageHandle, PRICE_QUERY } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { type ExampleCall, exampleCall } from "../docs/example-call.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { formatRupees } from "../format/rupees.ts";
import { homeText as text } from "../frame/text.ts";
import { COMPUTING_HEADERS, LIVE_PAGE_HEADERS } from "../live/price-view.ts";
import { autoReloadMeta } from "../live/record-progress.tsx";
import { ExampleChart, ExamplesPending } from "../marketplace/example-chart.tsx";
import { type HomeAlgos, homeExamples } from "../marketplace/examples.ts";
import { StrategyCard } from "../marketplace/strategy-card.tsx";
import { compareAddPath } from "../marketplace/strategy-path.ts";
import { loadTrackedChanges, TrackedChanges } from "../marketplace/tracked-changes.tsx";
import { BrokerDownNotice } from "../portfolio/broker-down.tsx";
import { readToday, TodayView } from "../portfolio/today.tsx";
import type { loader as rootLoader } from "../root.tsx";
import { homeFaqs } from "../support/faqs.ts";
import { CodeBox } from "../ui/code-box.tsx";
import { FaqList } from "../ui/faq-list.tsx";
import { faqData, JsonLd, organizationData } from "../ui/json-ld.tsx";
import { LinkButton, SubmitButton, TextLink } from "../ui/link-button.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { Section } from "../ui/section.tsx";
import { type GlyphKind, StrategyGlyph } from "../ui/strategy-glyph.tsx";

export const handle: PageHandle = {
  styles: "records",
  ownStyles: "profit",
  forms: true,
  docs: true,
  cards: true,
  query: [...PRICE_QUERY],
  shared: true,
  live: () => [],
};
export const headers: HeadersFunction = ({ loaderHeaders }) => {
  const fresh = loaderHeaders.get("X-Fresh-Seconds");
  return fresh === null ? LIVE_PAGE_HEADERS : { "X-Fresh-Seconds": fresh };
};

export async function loader({ context }: LoaderFunctionArgs) {
  const [{ algos, making }, today, tracked] = await Promise.all([
    homeExamples(context, context.amount ?? READER_AMOUNT_DEFAULT),
    readToday(context),
    loadTrackedChanges(context),
  ]);
  // While records are computed, the page is cached for a shorter time, so that the examples are shown soon.
  const headers = making === null ? LIVE_PAGE_HEADERS : COMPUTING_HEADERS;
  return json({ algos, making, today, tracked, call: exampleCall("placeOrder", true) }, { headers });
}

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) => [
  ...pageMeta(matches, { title: text.title, description: text.description, path: "/" }),
  ...(data !== undefined && data.today === null && data.algos === null
    ? autoReloadMeta(location.search)
    : []),
];

const STEPS: { title: string; text: string; glyph: GlyphKind }[] = [
  { title: text.judge, text: text.judgeMeans, glyph: "dip" },
  { title: text.tryIt, text: text.tryMeans, glyph: "breakout" },
  { title: text.goLive, text: text.goLiveMeans, glyph: "protected" },
];

export default function Home() {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { algos, making, today, tracked, call } = useLoaderData<typeof loader>();
  const site = root?.site ?? DEFAULT_SITE;
  const amount = root?.amount ?? READER_AMOUNT_DEFAULT;
  const faqs = homeFaqs(site.texts);
  const isOwn = today !== null && today !== "unreachable";
  return (
    <>
      {today === "unreachable" ? (
        <div className="max-w-3xl pt-4">
          <BrokerDownNotice brand={site.brand} />
        </div>
      ) : null}
      {isOwn ? (
        <TodayView today={today} tracked={<TrackedChanges tracked={tracked} amount={amount} />} />
      ) : (
        <Hero
          algos={algos}
          making={making}
          amount={amount}
          offered={site.amounts.offered}
          xsrf={root?.session?.xsrf ?? null}
        />
      )}
      {algos === null || tracked.length > 0 ? null : <Fitting algos={algos} amount={amount} />}
      {isOwn ? null : (
        <Offerings
          brandName={site.brand.name}
          call={call}
          runHref={
            site.isSimulated && site.features.sandbox ? `${site.links.playground}?op=placeOrder` : null
          }
        />
      )}
      {isOwn ? null : (
        <Section id="faq" title={text.questions} className="mt-10" titleClass="mb-3 text-xl">
          <FaqList faqs={faqs} isWide />
        </Section>
      )}
      <MachineFacts site={site} origin={root?.publicOrigin ?? ""} />
      {isOwn ? null : <JsonLd data={faqData(faqs)} />}
    </>
  );
}

/** Renders the headline, the form for the user's amount, and three example algos. */
function Hero(props: {
  algos: HomeAlgos | null;
  making: RecordList["making"];
  amount: number;
  offered: number[];
  xsrf: string | null;
}) {
  const { algos, amount, offered, xsrf } = props;
  const { search } = useLocation();
  return (
    <div className="hero">
      <header>
        <h1 className="display">{text.headline}</h1>
        <p className="mt-4 max-w-[40ch] text-lg text-ink-muted">{text.lead}</p>
        <HomeAmount amount={amount} offered={offered} xsrf={xsrf} />
        <p className="mt-5 text-sm">
          {text.notSure} <TextLink to="/algos/find">{text.answerThreeQuestions}</TextLink>
        </p>
      </header>
      {algos === null ? null : (
        <ExampleChart algos={{ examples: algos.examples, count: algos.count }} amount={amount} />
      )}
      {algos === null && props.making !== null ? (
        <ExamplesPending making={props.making} here={`/${search}`} />
      ) : null}
    </div>
  );
}

/** Number of suggested amounts next to the amount field. */
const QUICK_AMOUNTS = 4;

function HomeAmount(props: { amount: number; offered: number[]; xsrf: string | null }) {
  const hidden = (
    <>
      <input type="hidden" name="to" value="/" />
      {props.xsrf === null ? null : <input type="hidden" name="xsrf" value={props.xsrf} />}
    </>
  );
  return (
    <>
      <form action="/amount" method="post" className="mt-6 flex max-w-md flex-wrap gap-3">
        {hidden}
        <label htmlFor="home-amount" className="sr-only">
          {text.myAmountRupees}
        </label>
        <input
          id="home-amount"
          name="amount"
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          defaultValue={formatRupees(props.amount)}
          className="field field-large min-w-32 flex-1"
        />
        <SubmitButton className="px-6 text-lg">{text.showAlgos}</SubmitButton>
      </form>
      <form action="/amount" method="post" className="mt-4 flex flex-wrap gap-2">
        {hidden}
        {props.offered.slice(0, QUICK_AMOUNTS).map((rupees) => (
          <button
            key={rupees}
            type="submit"
            name="amount"
            value={rupees}
            aria-pressed={props.amount === rupees}
            className="chip"
          >
            {formatRupees(rupees)}{" "}
          </button>
        ))}
      </form>
    </>
  );
}

function Fitting({ algos, amount }: { algos: HomeAlgos; amount: number }) {
  return (
    <section aria-labelledby="fitting" className="mt-8">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="fitting" className="flex-1 basis-48 text-xl">
          {(algos.fitting.length === 0 ? text.noneFits : text.fits)(formatRupees(amount))}
        </h2>
        <p className="flex-none">
          <TextLink to="/algos">{text.seeAll}</TextLink>
        </p>
      </div>
      <ul className="card-grid">
        {algos.fitting.map(({ strategy, strip }) => (
          <li key={strategy.id}>
            <StrategyCard
              strategy={strategy}
              compareHref={compareAddPath([strategy.id])}
              evidence={{ strip, amount }}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Offerings(props: { brandName: string; call: ExampleCall; runHref: string | null }) {
  return (
    <div className="mt-4 grid gap-4 lg:grid-cols-2 lg:gap-6">
      <section className="panel panel-body flex flex-col">
        <h2 className="panel-title">{text.readyMadeAlgos}</h2>
        <p className="text-ink-muted">{text.threeSteps}</p>
        <ol className="my-3 grid grow">
          {STEPS.map((step) => (
            <li
              key={step.title}
              className="flex items-center gap-4 border-t border-line py-4 first:border-t-0"
            >
              <StrategyGlyph kind={step.glyph} size="large" />
              <div>
                <h3>{step.title}</h3>
                <p className="text-sm text-ink-muted">{step.text}</p>
              </div>
            </li>
          ))}
        </ol>
        <p className="mt-auto">
          <LinkButton to="/algos">{text.seeTheAlgos}</LinkButton>
        </p>
      </section>
      <section className="panel panel-body flex flex-col">
        <h2 className="panel-title">{text.startWithApis(props.brandName)}</h2>
        <p className="text-ink-muted">{props.runHref === null ? text.apisAre : text.apisAndSandboxAre}</p>
        <div className="my-3">
          <CodeBox label={text.request} words={props.call.words} html={props.call.html} />
        </div>
        <p className="mt-auto flex flex-wrap gap-3">
          <LinkButton to="/trading-apis">{text.seeTheApis}</LinkButton>
          <LinkButton to={props.runHref ?? "/docs/v2/"} kind="quiet">
            {props.runHref === null ? text.readTheDocs : text.run}
          </LinkButton>
        </p>
      </section>
    </div>
  );
}

/** Structured data for search engines: the site with its search, and the organisation. */
function MachineFacts(props: { site: typeof DEFAULT_SITE; origin: string }) {
  const { site, origin } = props;
  return (
    <>
      <JsonLd
        data={{
          "@type": "WebSite",
          name: site.brand.name,
          url: `${origin}/`,
          publisher: { "@id": `${origin}/#organization` },
          potentialAction: {
            "@type": "SearchAction",
            target: `${origin}/algos?q={search_term_string}`,
            "query-input": "required name=search_term_string",
          },
        }}
      />
      <JsonLd data={organizationData(origin, site)} />
    </>
  );
}
