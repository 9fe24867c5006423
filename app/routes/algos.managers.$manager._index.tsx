// Page of a manager: losses and live records of their algos, the joint curve, the algos, the manager's description, and
// withdrawn algos.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { idSchema, type Manager } from "../contract/base-api/strategy.ts";
import { nullOn } from "../contract/site/fault.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { evidenceForReader } from "../evidence/at-amount.ts";
import { EVIDENCE_NAMES } from "../evidence/disclosure-texts.ts";
import { EquityChart } from "../evidence/equity-chart.tsx";
import { EvidenceText } from "../evidence/evidence-notes.tsx";
import { loadStrips } from "../evidence/evidence-strip.ts";
import { amountAtWork } from "../evidence/loss.ts";
import { thinView } from "../evidence/thin-points.ts";
import { formatDay } from "../format/dates.ts";
import { formatCount, formatRoundedRupees, formatRupees } from "../format/rupees.ts";
import { missing } from "../frame/missing.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { LIVE_PAGE_HEADERS } from "../live/price-view.ts";
import { itemListData } from "../marketplace/item-list-data.ts";
import { LIST_HANDLE } from "../marketplace/list-handle.ts";
import { isFiltered } from "../marketplace/list-query.ts";
import { ListView } from "../marketplace/list-view.tsx";
import { loadList } from "../marketplace/load-list.ts";
import {
  countLiveState,
  loadEqualParts,
  loadManagerAlgos,
  type ManagerRecord,
  managerQuery,
  managerRecord,
} from "../marketplace/manager-record.ts";
import { managerKindText } from "../marketplace/manager-texts.ts";
import { managerPath, strategyPath } from "../marketplace/strategy-path.ts";
import { StrategyTable } from "../marketplace/strategy-table.tsx";
import { listViewText, managerText as text } from "../marketplace/text.ts";
import type { loader as rootLoader } from "../root.tsx";
import { algosCrumbs, Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { Figure } from "../ui/figure.tsx";
import { breadcrumbData, JsonLd } from "../ui/json-ld.tsx";
import { TextLink } from "../ui/link-button.tsx";
import { Monogram } from "../ui/monogram.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";
import { Panel } from "../ui/section.tsx";

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const { provider } = context;
  const id = idSchema.safeParse(params.manager);
  const manager = id.success ? await provider.getManager(id.data).catch(nullOn(404)) : null;
  if (manager === null) {
    const { items } = await provider.listManagers();
    throw missing(
      { request, context },
      text.noSuchManager,
      items.map((known) => ({ title: known.name, path: managerPath(known) })),
    );
  }
  const [list, { listed, withdrawn, checked }] = await Promise.all([
    loadList({ request, context }, managerQuery(manager)),
    loadManagerAlgos(provider, manager),
  ]);
  const own = [...listed, ...withdrawn];
  const [strips, parts] = await Promise.all([
    loadStrips(evidenceForReader(context), own),
    loadEqualParts(context, own),
  ]);
  const record = managerRecord(
    own.map((strategy, index) => ({ strategy, strip: strips[index] ?? { kind: "unreachable" as const } })),
    list.amount,
  );
  return {
    manager,
    list,
    withdrawn,
    checked,
    record,
    parts: parts && thinView({ ...parts, other: null }),
  };
}

type View = ReturnType<typeof useLoaderData<typeof loader>>;

// The page usually has no filter form, so it does not load the script for forms.
const { forms: _, ...listHandle } = LIST_HANDLE;
export const handle: PageHandle<View> = {
  ...listHandle,
  styles: "records",
  chart: ({ parts }) => parts !== null,
};
export const headers = () => LIVE_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data === undefined
    ? []
    : pageMeta(matches, {
        title: text.titleOf(data.manager.name),
        description: text.description({
          kind: managerKindText(data.manager.kind),
          registration: data.manager.registration,
          count: data.manager.strategyCount,
          about: data.manager.about[0],
        }),
        path: managerPath(data.manager),
        isIndexed: !isFiltered(data.list.query) && data.list.query.cursor === null,
      });

export default function ManagerPage() {
  const { manager, list, withdrawn, checked, record, parts } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const origin = root?.publicOrigin ?? "";
  const crumbs = [...algosCrumbs(), { title: text.managers, path: "/algos/managers" }];
  const header = {
    title: manager.name,
    lead: (
      <span className="flex flex-wrap items-center gap-2">
        <Monogram name={manager.name} /> {managerKindText(manager.kind)} · {manager.registration}
      </span>
    ),
  };
  const above = (
    <>
      <RecordFigures manager={manager} record={record} parts={parts} />
      {checked === null ? null : (
        <p className="mb-4 text-sm text-ink-muted">{listViewText.checked(checked)}</p>
      )}
      {parts === null ? null : (
        <div className="mb-6 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
          <JointCurve manager={manager} parts={parts} />
          <div className="split-stack">
            <ManagerFacts manager={manager} />
            <AboutManager manager={manager} />
          </div>
        </div>
      )}
    </>
  );
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={manager.name} />
      {isComplete(list) ? (
        <>
          <PageHeader {...header} />
          {above}
          <AllAlgos list={list} />
        </>
      ) : (
        <ListView list={list} {...header} above={above} />
      )}
      {withdrawn.length === 0 ? null : <Withdrawn strategies={withdrawn} />}
      {parts !== null ? null : (
        <div className="mt-6 grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
          <ManagerFacts manager={manager} />
          <AboutManager manager={manager} />
        </div>
      )}
      {parts === null ? null : <EvidenceText classes={[parts.evidence]} isSimulated={parts.isSimulated} />}
      <JsonLd
        data={breadcrumbData(origin, [...crumbs, { title: manager.name, path: managerPath(manager) }])}
      />
      <JsonLd data={itemListData(origin, list.page.items)} />
    </>
  );
}

/** True if the list contains all algos of the manager in the default order, so that it needs no filters and no paging. */
const isComplete = ({ query, page }: View["list"]) =>
  !isFiltered(query) &&
  query.sort === query.defaultSort &&
  query.view === query.defaultView &&
  page.items.length === page.total;

/** Renders all algos as a table, the largest drawdown first and undisclosed records last. */
function AllAlgos({ list }: { list: View["list"] }) {
  const { page, amount } = list;
  const rows = page.items.map((strategy, index) => {
    const strip = list.strips[index] ?? { kind: "unreachable" as const };
    const fall =
      strip.kind === "shown"
        ? strip.figures.maxDrawdown * amountAtWork(strategy.minAmountRupees, amount)
        : Number.POSITIVE_INFINITY;
    return { strategy, strip, fall };
  });
  rows.sort((a, b) => (a.fall === b.fall ? 0 : a.fall - b.fall));
  return (
    <section aria-labelledby="results" className="panel min-w-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3 md:px-5">
        <h2 id="results" className="panel-title">
          {listViewText.algos(page.total)}
        </h2>
        <p className="text-xs text-ink-muted">{text.orderOfAll(formatRupees(amount))}</p>
      </div>
      <StrategyTable
        isOfOneManager
        list={{
          ...list,
          page: { ...page, items: rows.map(({ strategy }) => strategy) },
          strips: rows.map(({ strip }) => strip),
        }}
      />
    </section>
  );
}

function Withdrawn({ strategies }: { strategies: View["withdrawn"] }) {
  return (
    <Panel id="withdrawn" title={text.withdrawn} className="mt-4 lg:mt-6">
      <ul className="divide-y divide-line">
        {strategies.map((strategy) => (
          <li key={strategy.id} className="py-2">
            <a href={strategyPath(strategy)} className="link font-semibold">
              {strategy.name}
            </a>
            <span className="text-sm text-ink-muted"> · {text.since(formatDay(strategy.status.since))}</span>
            <p className="mt-1 text-sm">{strategy.status.reason}</p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Renders losses and live records of all the manager's algos, above the list. */
function RecordFigures(props: { manager: Manager; record: ManagerRecord; parts: View["parts"] }) {
  const { manager, record, parts } = props;
  const [gain, loss] = [countLiveState(record, "gain"), countLiveState(record, "loss")];
  const [first] = parts?.points ?? [];
  const last = parts?.points.at(-1);
  return (
    <dl className="figures mb-4 lg:mb-6">
      {parts === null ? null : (
        <Figure
          isSmall
          name={text.jointDrawdown}
          className="figure-loss"
          note={text.ofAmount(formatRoundedRupees(parts.amountPaise))}
          value={<span className="text-loss">{formatRoundedRupees(parts.maxDrawdown?.paise ?? 0)}</span>}
        />
      )}
      {record.worst === null ? null : (
        <Figure
          isSmall
          name={text.worstDrawdown}
          className="figure-loss"
          note={record.worst.name}
          value={<span className="text-loss">{formatRupees(record.worst.rupees)}</span>}
        />
      )}
      {parts === null || first === undefined || last === undefined ? null : (
        <Figure
          isSmall
          name={text.became(formatRoundedRupees(parts.amountPaise))}
          note={text.since(formatDay(first.day))}
          value={formatRoundedRupees(last.equityPaise)}
        />
      )}
      <Figure
        isSmall
        name={text.liveRecords}
        note={text.inLoss({ loss, none: countLiveState(record, "none") })}
        value={text.inProfit(gain)}
      />
      <Figure
        isSmall
        name={text.algosListed}
        note={
          countLiveState(record, "withdrawn") === 0 ? undefined : (
            <TextLink to="#withdrawn">
              {formatCount(manager.withdrawnCount)} {text.withdrawn.toLowerCase()}
            </TextLink>
          )
        }
        value={formatCount(manager.strategyCount)}
      />
    </dl>
  );
}

function JointCurve({ manager, parts }: { manager: Manager; parts: NonNullable<View["parts"]> }) {
  const { points, amountPaise } = parts;
  return (
    <section aria-labelledby="curve" className="panel panel-body min-w-0">
      <h2 id="curve" className="panel-title mb-3">
        {text.equalParts({ amount: formatRoundedRupees(amountPaise), count: parts.count })}
      </h2>
      <EquityChart
        id="all-algos"
        evidence={parts.evidence}
        name={text.allAlgos}
        points={points}
        other={null}
        benchmarkName={parts.benchmarkName}
        idle={[]}
        stressed={[]}
        capitalPaise={amountPaise}
        scale="linear"
        curveHref={`${managerPath(manager)}/curve.json`}
        summary={text.equalPartsSummary({
          kind: EVIDENCE_NAMES[parts.evidence],
          from: formatDay(points[0]?.day ?? ""),
          to: formatDay(points.at(-1)?.day ?? ""),
        })}
      />
    </section>
  );
}

/** Renders experience and contacts. The line below the name contains the registration. */
function ManagerFacts({ manager }: { manager: Manager }) {
  const facts: [string, ReactNode][] = [
    [text.activeSince, formatDay(manager.activeSince)],
    [text.deployments, formatCount(manager.deployedCount)],
    [text.basedIn, manager.city],
    [text.complianceOfficer, manager.complianceOfficer],
    [
      text.complaints,
      <a key="mail" href={`mailto:${manager.grievanceEmail}`} className="link [overflow-wrap:anywhere]">
        {manager.grievanceEmail}
      </a>,
    ],
  ];
  return (
    <section aria-labelledby="manager" className="panel panel-body">
      <h2 id="manager" className="panel-title mb-1">
        {text.manager}
      </h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name} className="flex-wrap">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function AboutManager({ manager }: { manager: Manager }) {
  return (
    <Panel id="about" title={text.about(manager.name)}>
      <div className="mt-2 space-y-2 text-sm">
        {manager.about.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </Panel>
  );
}
