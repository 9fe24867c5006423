// One algo: who runs it, what it does, what the reader's own amount could lose, how it trades, what could go wrong.
// Losses come first; no performance is shown here.
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { asSignedIn, requireAccount } from "../../account/require-account.ts";
import { formatRupees, parseRupees } from "../../format/rupees.ts";
import { missing } from "../../frame/missing.ts";
import { unavailableWithoutProvider } from "../../http/problem.ts";
import { safeReturnPath } from "../../http/safe-redirect.ts";
import { LIVE_PAGE_HEADERS } from "../../live/price-view.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { loadEvidence, tabOf } from "../../strategies/load-evidence.ts";
import { lossStatement } from "../../strategies/loss.ts";
import { StrategyCard } from "../../strategies/strategy-card.tsx";
import { comparePath, managerPath, strategyPath } from "../../strategies/strategy-path.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { FaqList } from "../../ui/faq-list.tsx";
import { breadcrumbData, faqData, JsonLd } from "../../ui/json-ld.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import { AMOUNT_MAX_RUPEES } from "../../wire/limits.ts";
import { type PageHandle, PRICE_QUERY } from "../../wire/page-handle.ts";
import { idSchema, type StrategySummary } from "../../wire/strategy.ts";
import { About } from "./about.tsx";
import { EvidenceFrame } from "./evidence-frame.tsx";
import { LivePrices, loadLive } from "./live-prices.tsx";
import { PastTrades } from "./past-trades.tsx";
import { Performance } from "./performance.tsx";
import { SidePanel } from "./side-panel.tsx";
import { Tabs } from "./tabs.tsx";
import { TitleBlock } from "./title-block.tsx";

const NEIGHBOURS_SHOWN = 3;

const QUERY = [
  "amount",
  "depth",
  "tab",
  "range",
  "basis",
  "page",
  "result",
  "evidence",
  "version",
  "month",
  ...PRICE_QUERY,
] as const;

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const { provider } = context;
  const url = new URL(request.url);
  const { manager: managerId = "", algo: algoId = "" } = params;
  const id = idSchema.safeParse(algoId);
  const [strategy, similar] = id.success
    ? await Promise.all([
        provider.getStrategy(id.data).catch(nullIfMissing),
        provider.listSimilarStrategies(id.data).catch(nullIfMissing),
      ])
    : [null, null];
  if (strategy === null) {
    const near = await provider.suggestStrategies(algoId.slice(0, 120) || "algo");
    throw missing(
      request,
      "No algo has this address.",
      near.items.map((known) => ({ title: known.name, path: strategyPath(known) })),
    );
  }
  if (strategy.manager.id !== managerId) throw redirect(`${strategyPath(strategy)}${url.search}`, 301);

  const [more, live, evidence, margin] = await Promise.all([
    provider.listStrategies({ partner_name: strategy.manager.name, limit: NEIGHBOURS_SHOWN + 1 }),
    loadLive(context.prices, strategy, url.searchParams.get("depth")),
    loadEvidence(context, strategy, url.searchParams),
    provider.getStrategyMargin(strategy.id).catch(nullIfAway),
  ]);
  const amount = readAmount(url.searchParams.get("amount"), strategy.minAmountRupees);
  return {
    strategy,
    live,
    tab: tabOf(url.searchParams),
    evidence,
    xsrf: context.session?.xsrf ?? null,
    isPlain: !QUERY.some((name) => url.searchParams.has(name)),
    at: { path: url.pathname, search: url.search },
    amount,
    margin,
    loss: lossStatement(strategy, amount.rupees),
    more: more.items.filter((other) => other.id !== strategy.id).slice(0, NEIGHBOURS_SHOWN),
    similar: (similar?.items ?? []).slice(0, NEIGHBOURS_SHOWN),
  };
}

/** The one form of this page: asking for a record that is shown one to one. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const here = new URL(request.url).pathname;
  const returnTo = safeReturnPath(String(form.get("to") ?? ""), here);
  requireAccount(context, returnTo);
  const id = idSchema.safeParse(params.algo);
  if (!id.success || form.get("intent") !== "ask" || !context.evidence?.ask) return redirect(here, 303);
  const { ask } = context.evidence;
  return asSignedIn(context, returnTo, async () => {
    await ask(id.data);
    return redirect(returnTo, 303);
  });
}

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>> = {
  query: QUERY,
  shared: true,
  live: (data) => data.live?.channels ?? [],
  chart: (data) => data.evidence?.kind === "shown" && data.evidence.performance !== null,
};
export const headers = () => LIVE_PAGE_HEADERS;

export type AmountAnswer = { rupees: number; typed: string; notice: string | null };

/** The reader's own amount; what cannot be read or is too small falls back to the minimum, and says so. */
function readAmount(typed: string | null, minimum: number): AmountAnswer {
  const text = (typed ?? "").trim().slice(0, 30);
  if (text === "") return { rupees: minimum, typed: "", notice: null };
  const rupees = parseRupees(text);
  if (rupees === null)
    return {
      rupees: minimum,
      typed: text,
      notice: `“${text}” is not an amount. Type rupees, such as 75,000.`,
    };
  if (rupees < minimum)
    return {
      rupees: minimum,
      typed: text,
      notice: `${formatRupees(rupees)} is below the minimum amount; the figures are for ${formatRupees(minimum)}.`,
    };
  if (rupees > AMOUNT_MAX_RUPEES)
    return {
      rupees: AMOUNT_MAX_RUPEES,
      typed: text,
      notice: `The figures are for ${formatRupees(AMOUNT_MAX_RUPEES)}, the largest amount we calculate with.`,
    };
  return { rupees, typed: text, notice: null };
}

/** What only the provider knows this second: the page is complete without it. */
function nullIfAway(fault: unknown): null {
  if (fault instanceof Response) return null;
  throw fault;
}

function nullIfMissing(fault: unknown): null {
  if (fault instanceof Response && fault.status === 404) return null;
  throw fault;
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === undefined
    ? []
    : pageMeta(matches, {
        title: `${data.strategy.name} by ${data.strategy.manager.name}`,
        description: `${data.strategy.risk === "Moderate" ? "Moderately high" : data.strategy.risk} risk, from ${formatRupees(data.strategy.minAmountRupees)}. ${data.strategy.summary}`,
        path: strategyPath(data.strategy),
        isIndexed: data.isPlain,
        type: "article",
      });

export default function Algo() {
  const { strategy, amount, loss, margin, more, similar, live, at, tab, evidence, xsrf } =
    useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const origin = root?.publicOrigin ?? "";
  const crumbs = [
    { title: "Home", path: "/" },
    { title: "Algos", path: "/algos" },
    { title: strategy.manager.name, path: managerPath(strategy.manager) },
  ];
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={strategy.name} />
      <TitleBlock strategy={strategy} live={live} />
      <div className="gap-10 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="lg:col-start-2 lg:row-start-1">
          <SidePanel strategy={strategy} amount={amount} loss={loss} margin={margin} />
        </div>
        <div className="mt-10 min-w-0 lg:col-start-1 lg:row-start-1 lg:mt-0">
          <Tabs path={at.path} tab={tab} />
          {evidence === null ? null : (
            <EvidenceFrame
              title={tab === "trades" ? "Past trades" : "Performance"}
              evidence={evidence}
              here={`${at.path}?tab=${tab}`}
              verification={strategy.verification}
              ask={xsrf === null ? null : { path: at.path, strategyId: strategy.id, xsrf }}
            >
              {evidence.kind === "shown" && evidence.performance !== null ? (
                <Performance
                  view={evidence.performance}
                  path={at.path}
                  shown={evidence}
                  versions={strategy.versions}
                  risk={strategy.risk}
                  amountRupees={loss.workingRupees}
                />
              ) : null}
              {evidence.kind === "shown" && evidence.trades !== null ? (
                <PastTrades view={evidence.trades} path={at.path} chosen={evidence.chosen} />
              ) : null}
            </EvidenceFrame>
          )}
          {tab === "about" ? (
            <About
              strategy={strategy}
              amountRupees={loss.workingRupees}
              prices={
                live === null ? null : (
                  <LivePrices live={live} at={at} isSimulated={root?.site.isSimulated ?? false} />
                )
              }
            />
          ) : null}
          {tab === "about" ? (
            <section aria-labelledby="faq" className="mt-12">
              <h2 id="faq" className="mb-4 text-xl">
                Questions
              </h2>
              <FaqList faqs={strategy.faqs} />
            </section>
          ) : null}
        </div>
      </div>
      <Neighbours id="more" title={`More from ${strategy.manager.name}`} strategies={more} />
      <Neighbours
        id="similar"
        title="Similar algos of other managers"
        strategies={similar}
        compareWith={strategy.id}
      />
      <JsonLd
        data={breadcrumbData(origin, [...crumbs, { title: strategy.name, path: strategyPath(strategy) }])}
      />
      <JsonLd
        data={{
          "@type": "FinancialProduct",
          name: strategy.name,
          description: strategy.summary,
          url: `${origin}${strategyPath(strategy)}`,
          category: `${strategy.instrument}, ${strategy.product}`,
          provider: {
            "@type": "Organization",
            name: strategy.manager.name,
            identifier: strategy.manager.registration,
          },
          feesAndCommissionsSpecification: strategy.fee.note,
        }}
      />
      {tab === "about" ? <JsonLd data={faqData(strategy.faqs)} /> : null}
    </>
  );
}

function Neighbours(props: {
  id: string;
  title: string;
  strategies: StrategySummary[];
  compareWith?: string;
}) {
  if (props.strategies.length === 0) return null;
  const { compareWith } = props;
  return (
    <section aria-labelledby={props.id} className="no-print mt-16">
      <h2 id={props.id} className="text-xl">
        {props.title}
      </h2>
      <ul className="mt-4 grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {props.strategies.map((strategy) => (
          <li key={strategy.id}>
            <StrategyCard
              strategy={strategy}
              compareHref={comparePath(
                compareWith === undefined ? [strategy.id] : [compareWith, strategy.id],
              )}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
