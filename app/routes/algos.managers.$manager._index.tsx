// One manager: losses and live records of their algos, the algos, the manager's description, and withdrawn algos.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { PAGE_SIZE_MAX } from "../contract/base-api/limits.ts";
import { idSchema, type Manager } from "../contract/base-api/strategy.ts";
import { LISTED_STATES } from "../domain/vocabulary.ts";
import { evidenceForReader } from "../evidence/at-amount.ts";
import { loadStrips } from "../evidence/evidence-strip.ts";
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
import { countOf, type ManagerRecord, managerRecord } from "../marketplace/manager-record.ts";
import { managerKindText } from "../marketplace/manager-words.ts";
import { managerPath, strategyPath } from "../marketplace/strategy-path.ts";
import { managerText as text } from "../marketplace/text.ts";
import type { loader as rootLoader } from "../root.tsx";
import { Breadcrumbs } from "../ui/breadcrumbs.tsx";
import { breadcrumbData, JsonLd } from "../ui/json-ld.tsx";
import { Monogram } from "../ui/monogram.tsx";
import { pageMeta } from "../ui/page-meta.ts";

const WITHDRAWN_SHOWN = 50;

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const { provider } = context;
  const id = idSchema.safeParse(params.manager);
  const manager = id.success ? await provider.getManager(id.data).catch(asNull) : null;
  if (manager === null) {
    const { items } = await provider.listManagers();
    throw missing(
      { request, context },
      text.noSuchManager,
      items.map((known) => ({ title: known.name, path: managerPath(known) })),
    );
  }
  const [list, all, withdrawn] = await Promise.all([
    loadList({ request, context }, { partner_name: manager.name }),
    provider.listStrategies({ partner_name: manager.name, limit: PAGE_SIZE_MAX, state: [...LISTED_STATES] }),
    provider.listStrategies({ partner_name: manager.name, state: ["withdrawn"], limit: WITHDRAWN_SHOWN }),
  ]);
  const evidence = evidenceForReader(context);
  const own = [...all.items, ...withdrawn.items];
  const strips = await loadStrips(evidence, own);
  const record = managerRecord(
    own.map((strategy, index) => ({ strategy, strip: strips[index] ?? { kind: "away" as const } })),
    list.amount,
  );
  return { manager, list, withdrawn: withdrawn.items, record };
}

/** An unknown manager gets this page's own 404; every other fault is rethrown. */
function asNull(fault: unknown): null {
  if (fault instanceof Response && fault.status === 404) return null;
  throw fault;
}

export const handle = LIST_HANDLE;
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
  const { manager, list, withdrawn, record } = useLoaderData<typeof loader>();
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
        above={<RecordFigures manager={manager} record={record} />}
      />
      <AboutManager manager={manager} />
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

/** Losses and live records of all the manager's algos, above the list. */
function RecordFigures({ manager, record }: { manager: Manager; record: ManagerRecord }) {
  const [gain, loss] = [countOf(record, "gain"), countOf(record, "loss")];
  return (
    <dl className="figures mb-4 lg:mb-6">
      {record.worst === null ? null : (
        <Fact label={text.worstDrawdown} className="figure-loss" note={record.worst.name}>
          <span className="text-loss">{formatRupees(record.worst.rupees)}</span>
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
      <Fact label={text.deployments} note={text.since(formatDay(manager.activeSince))}>
        {formatCount(manager.deployedCount)}
      </Fact>
    </dl>
  );
}

/** The manager's description and contacts. */
function AboutManager({ manager }: { manager: Manager }) {
  return (
    <section aria-labelledby="about" className="mt-12">
      <h2 id="about" className="text-xl">
        {text.about(manager.name)}
      </h2>
      <div className="mt-4 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="prose">
          {manager.about.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
        <dl className="panel grid grid-cols-2 gap-4 p-5 text-sm">
          <Fact label={text.basedIn}>{manager.city}</Fact>
          <Fact label={text.complianceOfficer}>{manager.complianceOfficer}</Fact>
          <div className="col-span-2">
            <dt className="text-xs text-ink-muted">{text.complaintsToTheManager}</dt>
            <dd>
              <a href={`mailto:${manager.grievanceEmail}`} className="link">
                {manager.grievanceEmail}
              </a>
            </dd>
          </div>
        </dl>
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
