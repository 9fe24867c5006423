// Home: for who is signed in the day so far and the ways in; for everybody else the amount, three examples chosen by a published rule, the
// two ways in, how it works, questions. Stands without the provider.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useLocation, useRouteLoaderData } from "@remix-run/react";
import { ArrowRight, Braces, ChartNoAxesCombined } from "lucide-react";
import type { ReactNode } from "react";
import type { MenuManager } from "../context.ts";
import { highlighted } from "../docs/highlight.ts";
import { recordedOf } from "../docs/recorded.ts";
import { formatRupees } from "../format/rupees.ts";
import { homeText as text } from "../frame/text.ts";
import { renewalMeta } from "../live/making-progress.tsx";
import { LIVE_PAGE_HEADERS } from "../live/price-view.ts";
import { ExampleCards, ExamplesAwaited } from "../marketplace/example-cards.tsx";
import { homeExamples, type Leader } from "../marketplace/examples.ts";
import { LeaderRows } from "../marketplace/leader-rows.tsx";
import { discoverMenu } from "../marketplace/menu.ts";
import { BrokerDownNotice } from "../portfolio/broker-down.tsx";
import { readToday, TodayView } from "../portfolio/today.tsx";
import type { loader as rootLoader } from "../root.tsx";
import { HOME_FAQS } from "../support/faqs.ts";
import { FEATURE_TILES } from "../trading-apis/audiences.ts";
import { PartnerPlatforms } from "../trading-apis/partner-platforms.tsx";
import { type DisplayedCall, RequestAndAnswer } from "../trading-apis/request-and-answer.tsx";
import { cachedPart } from "../ui/cached-part.tsx";
import { FaqList } from "../ui/faq-list.tsx";
import { filled } from "../ui/filled.tsx";
import { faqData, JsonLd, organizationData } from "../ui/json-ld.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { type PageHandle, PRICE_QUERY } from "../wire/page-handle.ts";
import { READER_AMOUNT_DEFAULT } from "../wire/reader-amount.ts";
import type { RecordList } from "../wire/record.ts";
import { DEFAULT_SITE, type PartnerPlatform } from "../wire/site.ts";
import { TRADING_OPERATIONS } from "../wire/trading-api/operations.ts";

export const handle: PageHandle = {
  forms: true,
  docs: true,
  query: [...PRICE_QUERY],
  shared: true,
  live: () => [],
};
export const headers = () => LIVE_PAGE_HEADERS;

export async function loader({ context }: LoaderFunctionArgs) {
  const [{ examples, making }, today] = await Promise.all([homeExamples(context), readToday(context)]);
  const { placeOrder } = TRADING_OPERATIONS;
  const recorded = recordedOf(placeOrder);
  const call = {
    method: placeOrder.method.toUpperCase(),
    path: `/v2${placeOrder.path}`,
    body: JSON.stringify(recorded?.request.body ?? placeOrder.example.body, null, 2),
    status: placeOrder.status,
    answer: JSON.stringify(recorded?.answer ?? null, null, 2),
  };
  return { examples, making, today, call };
}

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) => [
  ...pageMeta(matches, {
    title: text.title,
    description: text.description,
    path: "/",
  }),
  ...(data !== undefined && data.today === null && data.examples === null
    ? renewalMeta(location.search)
    : []),
];

const STEPS = [
  {
    title: text.find,
    text: text.findMeans,
  },
  {
    title: text.read,
    text: text.readMeans,
  },
  {
    title: text.deploy,
    text: text.deployMeans,
  },
  {
    title: text.control,
    text: text.controlMeans,
  },
];

export default function Home() {
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const { examples, making, today, call } = useLoaderData<typeof loader>();
  const site = root?.site ?? DEFAULT_SITE;
  const managers = root?.managers ?? [];
  const amount = root?.amount ?? READER_AMOUNT_DEFAULT;
  /** A signed-in reader sees their day first, without the description of the site. */
  const isOwn = today !== null && today !== "away";
  return (
    <>
      {today === "away" ? (
        <div className="max-w-3xl pt-4">
          <BrokerDownNotice brand={site.brand} />
        </div>
      ) : null}
      {isOwn ? (
        <TodayView today={today} />
      ) : (
        <Hero examples={examples} making={making} amount={amount} xsrf={root?.session?.xsrf ?? null} />
      )}
      <CachedWaysIn
        brandName={site.brand.name}
        leaders={examples?.leaders ?? []}
        amount={amount}
        call={call}
        runHref={site.isSimulated ? `${site.links.playground}?op=placeOrder` : null}
      />
      {isOwn ? (
        <CachedBrowse managers={managers} />
      ) : (
        <CachedAboutSite platforms={site.partnerPlatforms} brandName={site.brand.name} managers={managers} />
      )}
      <MachineFacts site={site} origin={root?.publicOrigin ?? ""} />
      {isOwn ? null : <JsonLd data={faqData(HOME_FAQS)} />}
    </>
  );
}

const CachedWaysIn = cachedPart("ways in", WaysIn);

function WaysIn(props: {
  brandName: string;
  leaders: readonly Leader[];
  amount: number;
  call: Omit<DisplayedCall, "runHref">;
  runHref: string | null;
}) {
  return (
    <div className={`grid gap-4 lg:grid-cols-2 ${props.leaders.length === 0 ? "items-start" : ""}`}>
      <WayIn
        to="/algos"
        Icon={ChartNoAxesCombined}
        title={text.readyMadeAlgos}
        text={text.tradeReadyMade}
        action={text.seeTheAlgos}
        isMain
      >
        {props.leaders.length === 0 ? null : <LeaderRows leaders={props.leaders} amount={props.amount} />}
      </WayIn>
      <WayIn
        to="/trading-apis"
        Icon={Braces}
        title={text.startWithApis(props.brandName)}
        text={props.runHref === null ? text.apisAre : text.apisAndSandboxAre}
        action={text.seeTheApis}
      >
        <RequestAndAnswer
          call={{ ...props.call, runHref: props.runHref }}
          mark={(json) => highlighted("json", json)}
        />
      </WayIn>
    </div>
  );
}

const CachedAboutSite = cachedPart("about the site", AboutSite);

/** Describes the site to new readers. */
function AboutSite(props: {
  platforms: PartnerPlatform[];
  brandName: string;
  managers: readonly MenuManager[];
}) {
  return (
    <>
      <HowItWorks />
      <Browse managers={props.managers} />
      <ApiLimits />
      <PartnerPlatforms platforms={props.platforms} brandName={props.brandName} />
      <section aria-labelledby="faq" className="mt-10 max-w-[75ch] sm:mt-16">
        <h2 id="faq" className="mb-4 text-xl">
          {text.questions}
        </h2>
        <FaqList faqs={HOME_FAQS} />
      </section>
    </>
  );
}

function HowItWorks() {
  return (
    <section aria-labelledby="how" className="mt-10 sm:mt-16">
      <h2 id="how" className="text-xl">
        {text.howItWorks}
      </h2>
      <ol className="mt-4 grid gap-x-8 gap-y-4 sm:mt-5 sm:grid-cols-2 sm:gap-y-6 lg:grid-cols-4">
        {STEPS.map((step, index) => (
          <li key={step.title} className="border-t-2 border-ink pt-3">
            <h3 className="text-lg">
              <span className="text-ink-muted">{index + 1}. </span>
              {step.title}
            </h3>
            <p className="mt-1.5 text-ink-muted">{step.text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-6">
        <a href="/algos/find" className="link font-semibold">
          {text.notSure}
        </a>
      </p>
    </section>
  );
}

const CachedBrowse = cachedPart("browse", Browse);

/** The Discover menu's groups with all they hold. */
function Browse(props: { managers: readonly MenuManager[] }) {
  return (
    <section aria-labelledby="ways" className="mt-10 sm:mt-16">
      <h2 id="ways" className="text-xl">
        {text.browse}
      </h2>
      <div className="mt-4 grid grid-cols-2 gap-x-5 gap-y-6 sm:mt-5 sm:gap-x-8 sm:gap-y-8 lg:grid-cols-3">
        {discoverMenu(props.managers).map((category) => (
          <section key={category.id} aria-labelledby={`home-${category.id}`}>
            <h3 id={`home-${category.id}`} className="border-b border-line pb-2 text-base">
              <a href={category.routePath} className="no-underline hover:underline">
                {category.title}
              </a>
            </h3>
            <ul className="mt-2">
              {category.items.map((item) => (
                <li key={item.id} className="flex items-baseline justify-between gap-3">
                  <a href={item.link} className="link inline-block py-1 text-sm">
                    {item.title}
                  </a>{" "}
                  <span className="hidden text-end text-xs text-ink-muted xl:inline">{item.subtitle}</span>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  );
}

function ApiLimits() {
  return (
    <section aria-labelledby="limits" className="mt-10 sm:mt-16">
      <h2 id="limits" className="text-xl">
        {text.whatTheApisAllow}
      </h2>
      <dl className="mt-5 grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line lg:grid-cols-6">
        {FEATURE_TILES.map((tile) => (
          <div key={tile.title} className="flex flex-col-reverse justify-end bg-surface-raised p-4">
            <dt className="text-xs text-ink-muted">{tile.title}</dt>
            <dd className="font-semibold">{tile.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** For search engines: the site with its search, and who runs it. */
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

function HomeAmount(props: { amount: number; xsrf: string | null }) {
  return (
    <form action="/amount" method="post" className="mt-6 flex max-w-sm gap-3">
      <input type="hidden" name="to" value="/" />
      {props.xsrf === null ? null : <input type="hidden" name="xsrf" value={props.xsrf} />}
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
        className="field min-w-0 text-lg font-semibold"
      />
      <button type="submit" className="button button-main">
        {text.showMe}
      </button>
    </form>
  );
}

const CachedExamples = cachedPart("examples", ExampleCards);

/** Offer, amount and three examples for signed-out readers. */
function Hero(props: {
  examples: Awaited<ReturnType<typeof homeExamples>>["examples"];
  making: RecordList["making"];
  amount: number;
  xsrf: string | null;
}) {
  const { examples, amount, xsrf } = props;
  const { search } = useLocation();
  return (
    <div className="grid gap-x-12 gap-y-8 pt-8 pb-10 sm:pt-12 lg:grid-cols-[minmax(0,11fr)_minmax(0,13fr)]">
      <header>
        <h1 className="max-w-[18ch] text-2xl sm:text-3xl">{text.headline}</h1>
        <p className="mt-4 max-w-[48ch] text-lg text-ink-muted">{text.lead}</p>
        <HomeAmount amount={amount} xsrf={xsrf} />
        <p className="mt-3 text-sm">
          {filled(text.orAnswer, {
            link: (
              <a href="/algos/find" className="link">
                {text.answerThreeQuestions}
              </a>
            ),
          })}{" "}
          ·{" "}
          <a href="/algos" className="link">
            {text.seeAllAlgos}
          </a>
        </p>
      </header>
      {examples === null ? (
        <ExamplesAwaited making={props.making} here={`/${search}`} />
      ) : (
        <CachedExamples examples={examples} amount={amount} />
      )}
    </div>
  );
}

function WayIn(props: {
  to: string;
  Icon: typeof ArrowRight;
  title: string;
  text: string;
  action: string;
  isMain?: boolean;
  children: ReactNode;
}) {
  const { Icon } = props;
  return (
    <section className="panel relative flex flex-col p-5 hover:border-accent sm:p-6">
      <h2 className="flex items-center gap-2.5 text-xl">
        <Icon aria-hidden className="size-6 shrink-0 text-accent" strokeWidth={1.75} />
        {props.title}
      </h2>
      <p className="mt-2 mb-4 text-ink-muted">{props.text}</p>
      {props.children}{" "}
      <a
        href={props.to}
        className={`button mt-auto self-start after:absolute after:inset-0 ${props.isMain ? "button-main" : "button-quiet"}`}
      >
        {props.action}
        <ArrowRight aria-hidden className="size-4" />
      </a>
    </section>
  );
}
