// The page of an algo with the tabs About, Performance, All figures and Past trades. Losses come before gains. The page
// shows only performance figures that the disclosure gate permits.

import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { EvidenceClass } from "../../contract/base-api/record.ts";
import { idSchema } from "../../contract/base-api/strategy.ts";
import { nullIfRefused, nullOn } from "../../contract/site/fault.ts";
import { type PageHandle, PRICE_QUERY } from "../../contract/site/page-handle.ts";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import { EvidenceText } from "../../evidence/evidence-notes.tsx";
import { type DisplayedEvidence, loadEvidence, readTab } from "../../evidence/load-evidence.ts";
import { type HeadlineFigures, loadHeadline } from "../../evidence/load-headline.ts";
import { buildLossStatement } from "../../evidence/loss.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatRupees } from "../../format/rupees.ts";
import { missing, similarNames } from "../../frame/missing.ts";
import { unavailableWithoutProvider } from "../../http/problem.ts";
import { safeReturnPath } from "../../http/safe-redirect.ts";
import { isAutoReloadRequested, REFRESH_PARAMETER, REFRESH_SECONDS } from "../../live/live-bar.tsx";
import { LIVE_PAGE_HEADERS } from "../../live/price-view.ts";
import { autoReloadMeta } from "../../live/record-progress.tsx";
import { COMPARE_COOKIE } from "../../marketplace/compare-tray.tsx";
import { managerQuery } from "../../marketplace/manager-record.ts";
import { loadRelatedAlgos, RELATED_ALGOS_SHOWN_MAX, RelatedAlgos } from "../../marketplace/related-algos.tsx";
import { managerPath, strategyPath } from "../../marketplace/strategy-path.ts";
import { requireAccount, runSignedIn } from "../../portfolio/require-account.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { algosCrumbs, Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import { About, Details, Rules } from "./about.tsx";
import { ActionBar } from "./action-bar.tsx";
import { ChartCard, chartPlace } from "./chart-card.tsx";
import { MissingEvidence, RecordChoices, SealText } from "./evidence-frame.tsx";
import { BasisChoices, Figures } from "./figures.tsx";
import { HeadlineRow } from "./headline-row.tsx";
import { LivePrices, loadLive } from "./live-prices.tsx";
import { MachineFacts } from "./machine-facts.tsx";
import { PastTrades } from "./past-trades.tsx";
import { Performance } from "./performance.tsx";
import { readAmount } from "./read-amount.ts";
import { chartCardText } from "./record-text.ts";
import { SidePanel } from "./side-panel.tsx";
import { TAB_LABELS, Tabs } from "./tabs.tsx";
import { pageText as text } from "./text.ts";
import { TitleBlock } from "./title-block.tsx";

/** The section with prices is initially expanded up to this number of instruments. */
const OPEN_PRICES_MAX = 5;

const QUERY = [
  "amount",
  "depth",
  "tab",
  "range",
  "from",
  "to",
  "benchmark",
  "marks",
  "basis",
  "scale",
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
        provider.getStrategy(id.data).catch(nullOn(404)),
        provider.listSimilarStrategies(id.data).catch(nullOn(404)),
      ])
    : [null, null];
  if (strategy === null)
    throw missing({ request, context }, text.noSuchAlgo, await similarNames({ request, context }));
  if (strategy.manager.id !== managerId) throw redirect(`${strategyPath(strategy)}${url.search}`, 301);

  const tab = readTab(url.searchParams);
  const amount = readAmount(url.searchParams.get("amount"), context.amount, strategy.minAmountRupees);
  const [more, live, evidence, headline, margin] = await Promise.all([
    provider.listStrategies({ ...managerQuery(strategy.manager), limit: RELATED_ALGOS_SHOWN_MAX + 1 }),
    loadLive(context.prices, strategy, url.searchParams.get("depth")),
    loadEvidence(context, strategy, url.searchParams, amount.rupees),
    loadHeadline(context, strategy, url.searchParams, amount.rupees),
    provider.getStrategyMargin(strategy.id).catch(nullIfRefused),
  ]);
  const [ofManager, alike] = await Promise.all(
    [more.items.filter((other) => other.id !== strategy.id), similar?.items ?? []].map((found) =>
      tab === "about" ? loadRelatedAlgos(context, found, amount.rupees) : [],
    ),
  );
  return {
    strategy,
    live,
    tab,
    evidence,
    headline,
    month: url.searchParams.get("month"),
    xsrf: context.session?.xsrf ?? null,
    isPlain: !QUERY.some((name) => url.searchParams.has(name)),
    at: { path: url.pathname, search: url.search },
    amount,
    margin,
    loss: buildLossStatement(strategy, amount.rupees),
    more: ofManager ?? [],
    similar: alike ?? [],
  };
}

/** Stores the user's request for a record that is disclosed individually. The page has no other form that posts. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  const here = new URL(request.url).pathname;
  const returnTo = safeReturnPath(String(form.get("to") ?? ""), here);
  requireAccount(context, returnTo);
  const id = idSchema.safeParse(params.algo);
  if (!id.success || form.get("intent") !== "ask" || !context.evidence?.requestRecord)
    return redirect(here, 303);
  const { requestRecord: ask } = context.evidence;
  return runSignedIn(context, returnTo, async () => {
    await ask(id.data);
    return redirect(returnTo, 303);
  });
}

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>> = {
  forms: true,
  query: QUERY,
  shared: { exceptCookies: [COMPARE_COOKIE] },
  cards: true,
  styles: "records",
  live: (data) => data.live?.channels ?? [],
  chart: (data) =>
    data.tab === "performance" && data.evidence?.kind === "shown" && data.evidence.performance !== null,
};
export const headers = () => LIVE_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ data, matches, location }) =>
  data === undefined
    ? []
    : [
        ...pageMeta(matches, {
          title: text.title({ algo: data.strategy.name, manager: data.strategy.manager.name }),
          description: text.description({
            risk: formatRisk(data.strategy.risk),
            amount: formatRupees(data.strategy.minAmountRupees),
            summary: data.strategy.summary,
          }),
          path: strategyPath(data.strategy),
          isIndexed: data.isPlain,
          type: "article",
        }),
        ...(data.evidence?.kind === "being_made" ? autoReloadMeta(location.search) : []),
      ];

export default function Algo() {
  const data = useLoaderData<typeof loader>();
  const { strategy, amount, loss, margin, more, similar } = data;
  const { live, at, tab, evidence, headline } = data;
  const addressAmount = amount.typed === "" ? null : amount.rupees;
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const crumbs = [...algosCrumbs(), { title: strategy.manager.name, path: managerPath(strategy.manager) }];
  const panel = (
    <SidePanel strategy={strategy} amount={amount} loss={loss} margin={margin} headline={headline} />
  );
  const headlineRow = (
    <HeadlineRow strategy={strategy} headline={headline} loss={loss} amountRupees={loss.workingRupees} />
  );
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={strategy.name} />
      <TitleBlock
        strategy={strategy}
        headline={headline}
        path={at.path}
        amountRupees={loss.workingRupees}
        addressAmount={addressAmount}
      />
      {(tab === "performance" || tab === "figures") && evidence?.kind === "shown" ? null : headlineRow}
      <Tabs path={at.path} tab={tab} addressAmount={addressAmount} />
      {evidence === null ? (
        <>
          <div className="split">
            <About strategy={strategy} headline={headline} path={at.path} amountRupees={loss.workingRupees} />
            <div className="split-stack">
              {panel}
              <RelatedAlgos
                id="similar"
                title={text.similar}
                algos={similar}
                amount={amount.rupees}
                addressAmount={addressAmount}
                compareWith={strategy.id}
              />
              <RelatedAlgos
                id="more"
                title={text.moreFrom(strategy.manager.name)}
                algos={more}
                amount={amount.rupees}
              />
            </div>
          </div>
          <Details
            strategy={strategy}
            amountRupees={loss.workingRupees}
            hasPricesOpen={
              strategy.instruments.length <= OPEN_PRICES_MAX || /\b(?:depth|refresh)=/.test(at.search)
            }
            prices={
              live === null ? null : (
                <LivePrices live={live} at={at} isSimulated={root?.site.isSimulated ?? false} />
              )
            }
          />
        </>
      ) : (
        <RecordTabs data={{ ...data, evidence }} panel={panel} headlineRow={headlineRow} />
      )}
      <ActionBar strategy={strategy} headline={headline} amountRupees={loss.workingRupees} />
      <MachineFacts strategy={strategy} crumbs={crumbs} hasQuestions={tab === "about"} />
    </>
  );
}

type Data = ReturnType<typeof useLoaderData<typeof loader>>;

/** Renders a tab with a record at full width. */
function RecordTabs(props: {
  data: Data & { evidence: NonNullable<Data["evidence"]> };
  panel: React.ReactNode;
  headlineRow: React.ReactNode;
}) {
  const { strategy, evidence, headline, at, tab, loss, xsrf, amount } = props.data;
  // Links omit the parameter with the result of an earlier request for the record.
  const query = new URLSearchParams({ tab });
  if (amount.typed !== "") query.set("amount", String(amount.rupees));
  if (isAutoReloadRequested(at.search)) query.set(REFRESH_PARAMETER, String(REFRESH_SECONDS));
  const here = `${at.path}?${query}`;
  if (evidence.kind !== "shown" || headline.kind !== "shown")
    return (
      <div className="split">
        <div className="split-stack">
          <MissingEvidence
            title={TAB_LABELS[tab]}
            evidence={
              evidence.kind !== "shown"
                ? evidence
                : headline.kind === "withheld"
                  ? headline
                  : { kind: "unreachable" }
            }
            here={here}
            ask={xsrf === null ? null : { path: at.path, strategyId: strategy.id, xsrf }}
          />
          <div className="folds">
            <Rules strategy={strategy} />
          </div>
        </div>
        {props.panel}
      </div>
    );
  const { performance: view, trades } = evidence;
  if (trades === null && view === null) return null;
  if (tab !== "performance" || view === null)
    return <FiguresOrTrades data={props.data} evidence={evidence} figures={headline.figures} here={here} />;
  const place = chartPlace(at, evidence, view);
  return (
    <>
      <ChartCard view={view} path={at.path} here={here} shown={evidence} place={place} />
      <div className="mt-5 md:mt-6">{props.headlineRow}</div>
      <Performance
        view={view}
        path={at.path}
        shown={evidence}
        figures={headline.figures}
        amountRupees={loss.workingRupees}
      />
      <EvidenceText
        classes={view.other === null ? [view.evidence] : [view.evidence, view.other.evidence]}
        isSimulated={evidence.isSimulated}
        verification={strategy.verification}
      />
    </>
  );
}

/** Renders the tab with all figures or the one with past trades. */
function FiguresOrTrades(props: {
  data: Data;
  evidence: DisplayedEvidence;
  figures: HeadlineFigures;
  here: string;
}) {
  const { evidence, figures } = props;
  const { strategy, at, loss, month } = props.data;
  const { performance: view, trades } = evidence;
  const name = EVIDENCE_NAMES[evidence.chosen.evidence].toLowerCase();
  return (
    <section aria-labelledby="evidence">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="evidence" className="text-lg">
          {view === null
            ? text.pastTradesOf(name)
            : text.figuresOf({
                evidence: name,
                basis: view.basis === "net" ? chartCardText.netOfCosts : chartCardText.grossOfCosts,
              })}
        </h2>
        <div className="flex flex-wrap gap-2">
          <RecordChoices evidence={evidence} here={props.here} />
          {view === null || evidence.isVerifiedOnly ? null : (
            <BasisChoices view={view} path={at.path} shown={evidence} />
          )}
        </div>
      </div>
      {view === null ? null : (
        <Figures
          view={view}
          path={at.path}
          shown={evidence}
          versions={strategy.versions}
          amountRupees={loss.workingRupees}
          month={month}
        />
      )}
      {trades === null ? null : (
        <PastTrades
          view={trades}
          path={at.path}
          chosen={evidence.chosen}
          amountRupees={evidence.life.capitalRupees}
        />
      )}
      <EvidenceText
        classes={visibleClasses(evidence.chosen.evidence, figures)}
        isSimulated={evidence.isSimulated}
        verification={strategy.verification}
      />
      <div className="mt-1 text-xs text-ink-muted">
        <SealText evidence={evidence} />
      </div>
    </section>
  );
}

/**
 * Returns the evidence classes of the visible figures: that of the selected record, and "live" if the headline contains
 * live figures.
 */
function visibleClasses(chosen: EvidenceClass, { live }: HeadlineFigures): EvidenceClass[] {
  return live === null || chosen === "live" ? [chosen] : [chosen, "live"];
}
