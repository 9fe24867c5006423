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
import { thinnedView } from "../evidence/thinned.ts";
import { formatDay } from "../format/dates.ts";
import { formatCount, formatRupees } from "../format/rupees.ts";
import { missing } from "../frame/missing.ts";
import { unavailableWithoutProvider } from "../http/problem.ts";
import { LIVE_PAGE_HEADERS } from "../live/price-view.ts";
import { itemListData } from "../marketplace/item-list-data.ts";
import { LIST_HANDLE } from "../marketplace/list-handle.ts";
import { isFiltered } from "../marketplace/list-query.ts";
import { ListView } from "../marketplace/list-view.tsx";
import { loadList } from "../marketplace/load-list.ts";
import {
  countOf,
  loadEqualParts,
  loadManagerAlgos,
  type ManagerRecord,
  managerRecord,
} from "../marketplace/manager-record.ts";
import { managerKindText } from "../marketplace/manager-words.ts";
import { managerPath, strategyPath } from "../marketplace/strategy-path.ts";
import { managerText as text } from "../marketplace/text.ts";
import type { loader as rootLoader } from "../root.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { breadcrumbData, JsonLd } from "../ui/json-ld.tsx";
import { Monogram } from "../ui/monogram.tsx";
import { pageMeta } from "../ui/page-meta.ts";

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
  const [list, { listed, withdrawn }] = await Promise.all([
    loadList({ request, context }, { partner_name: manager.name }),
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
  return { manager, list, withdrawn, record, parts: parts && thinnedView({ ...parts, other: null }) };
}

type View = ReturnType<typeof useLoaderData<typeof loader>>;

export const handle: PageHandle<View> = {
  ...LIST_HANDLE,
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
  const { manager, list, withdrawn, record, parts } = useLoaderData<typeof loader>();
  const root = useRouteLoaderData<typeof rootLoader>("root");
  const origin = root?.publicOrigin ?? "";
  const crumbs = [
    { title: text.home, path: "/" },
    { title: text.algos, path: "/algos" },
    { title: text.managers, path: "/algos/managers" },
  ];
  return (
    <>
      <Breadcrumbs crumbs={crumbs} here={manager.name} />
      <ListView
        list={list}
        title={manager.name}
        lead={
          <span className="flex flex-wrap items-center gap-2">
            <Monogram name={manager.name} /> {managerKindText(manager.kind)} · {manager.registration}
          </span>
        }
        above={
          <>
            <RecordFigures manager={manager} record={record} parts={parts} />
            {parts === null ? null : (
              <div className="mb-6 grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-6">
                <JointCurve manager={manager} parts={parts} />
                <ManagerFacts manager={manager} />
              </div>
            )}
          </>
        }
      />
      {parts === null ? (
        <div className="mt-8 max-w-2xl">
          <ManagerFacts manager={manager} />
        </div>
      ) : null}
      <AboutManager manager={manager} />
      {parts === null ? null : <EvidenceText classes={[parts.evidence]} isSimulated={parts.isSimulated} />}
      {withdrawn.length === 0 ? null : (
        <section aria-labelledby="withdrawn" className="mt-12 max-w-[75ch]">
          <h2 id="withdrawn" className="text-xl">
            {text.withdrawn}
          </h2>
          <p className="mt-2 text-ink-muted">{text.noLongerOffered}</p>
          <ul className="mt-4 divide-y divide-line border-y border-line">
            {withdrawn.map((strategy) => (
              <li key={strategy.id} className="py-3">
                <a href={strategyPath(strategy)} className="link font-semibold">
                  {strategy.name}
                </a>
                <span className="text-sm text-ink-muted">
                  {" "}
                  · {text.since(formatDay(strategy.status.since))}
                </span>
                <p className="mt-1 text-sm">{strategy.status.reason}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      <JsonLd
        data={breadcrumbData(origin, [...crumbs, { title: manager.name, path: managerPath(manager) }])}
      />
      <JsonLd data={itemListData(origin, list.page.items)} />
    </>
  );
}

const inRupees = (paise: number) => formatRupees(Math.round(paise / 100));

/** Renders losses and live records of all the manager's algos, above the list. */
function RecordFigures(props: { manager: Manager; record: ManagerRecord; parts: View["parts"] }) {
  const { manager, record, parts } = props;
  const [gain, loss] = [countOf(record, "gain"), countOf(record, "loss")];
  const [first] = parts?.points ?? [];
  const last = parts?.points.at(-1);
  return (
    <dl className="figures mb-4 lg:mb-6">
      {parts === null ? null : (
        <Fact
          label={text.jointDrawdown}
          className="figure-loss"
          note={text.ofAmount(inRupees(parts.amountPaise))}
        >
          <span className="text-loss">{inRupees(parts.maxDrawdown?.paise ?? 0)}</span>
        </Fact>
      )}
      {record.worst === null ? null : (
        <Fact label={text.worstDrawdown} className="figure-loss" note={record.worst.name}>
          <span className="text-loss">{formatRupees(record.worst.rupees)}</span>
        </Fact>
      )}
      {parts === null || first === undefined || last === undefined ? null : (
        <Fact label={text.became(inRupees(parts.amountPaise))} note={text.since(formatDay(first.day))}>
          {inRupees(last.equityPaise)}
        </Fact>
      )}
      <Fact label={text.liveRecords} note={text.inLoss({ loss, none: countOf(record, "none") })}>
        {text.inProfit(gain)}
      </Fact>
      <Fact
        label={text.algosListed}
        note={
          record.withdrawn === 0 ? undefined : (
            <a href="#withdrawn" className="link">
              {formatCount(manager.withdrawnCount)} {text.withdrawn.toLowerCase()}
            </a>
          )
        }
      >
        {formatCount(manager.strategyCount)}
      </Fact>
    </dl>
  );
}

function JointCurve({ manager, parts }: { manager: Manager; parts: NonNullable<View["parts"]> }) {
  const { points, amountPaise } = parts;
  return (
    <section aria-labelledby="curve" className="panel panel-body min-w-0">
      <h2 id="curve" className="panel-title mb-3">
        {text.equalParts({ amount: inRupees(amountPaise), count: parts.count })}
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

/** Renders registration and contacts. */
function ManagerFacts({ manager }: { manager: Manager }) {
  const facts: [string, ReactNode][] = [
    [text.registeredAs, managerKindText(manager.kind)],
    [text.registration, manager.registration],
    [text.activeSince, formatDay(manager.activeSince)],
    [text.deployments, formatCount(manager.deployedCount)],
    [text.basedIn, manager.city],
    [text.complianceOfficer, manager.complianceOfficer],
    [
      text.complaints,
      <a key="mail" href={`mailto:${manager.grievanceEmail}`} className="link break-all">
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
          <div key={name}>
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
    <section aria-labelledby="about" className="mt-12">
      <h2 id="about" className="text-xl">
        {text.about(manager.name)}
      </h2>
      <div className="prose mt-4">
        {manager.about.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  );
}

function Fact(props: { label: string; className?: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className={props.className}>
      <dt className="figure-name">{props.label}</dt>
      <dd>
        <span className="figure">{props.children}</span>{" "}
        {props.note === undefined ? null : <span className="figure-note">{props.note}</span>}
      </dd>
    </div>
  );
}
