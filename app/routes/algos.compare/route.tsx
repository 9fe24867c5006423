// Two to four algos side by side; the ids in the address are the state. With fewer than two it helps to choose more.

import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NOT_NOW_WORDS } from "../../evidence/disclosure-texts.ts";
import { EvidenceText } from "../../evidence/evidence-words.tsx";
import { loadJointEvidence } from "../../evidence/load-joint-evidence.ts";
import { unavailableWithoutProvider } from "../../http/problem.ts";
import { LIVE_PAGE_HEADERS } from "../../live/price-view.ts";
import { BeginWith } from "../../marketplace/begin-with.tsx";
import { COMPARE_MAX, COMPARE_MIN, comparePath } from "../../marketplace/strategy-path.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import { type PageHandle, PRICE_QUERY } from "../../wire/page-handle.ts";
import { READER_AMOUNT_DEFAULT } from "../../wire/reader-amount.ts";
import { idSchema, type Strategy } from "../../wire/strategy.ts";
import { LISTED_STATES } from "../../wire/vocabulary.ts";
import { CompareCurves, CompareTogether } from "./compare-evidence.tsx";
import { CompareFigures } from "./compare-figures.tsx";
import { CompareTable } from "./compare-table.tsx";
import { pageText as text } from "./text.ts";

const CHOICES_SHOWN = 100;

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const { provider } = context;
  const url = new URL(request.url);
  const wanted = [...new Set(url.searchParams.getAll("id"))].filter((id) => idSchema.safeParse(id).success);
  const ids = wanted.slice(0, COMPARE_MAX);
  const tidy = comparePath(ids);
  if (
    wanted.length <= COMPARE_MAX &&
    tidy !== `${url.pathname}${url.search}` &&
    !url.searchParams.has("_data")
  )
    throw redirect(tidy);
  const [found, choices] = await Promise.all([
    Promise.all(ids.map((id) => provider.getStrategy(id).catch(nullIfMissing))),
    provider.listStrategies({ limit: CHOICES_SHOWN, state: [...LISTED_STATES] }),
  ]);
  const strategies = found.filter((strategy): strategy is Strategy => strategy !== null);
  const missing = ids.filter((_, index) => found[index] === null);
  return {
    strategies,
    evidence: await loadJointEvidence(context, strategies),
    amount: context.amount ?? READER_AMOUNT_DEFAULT,
    notices: [
      ...(wanted.length > COMPARE_MAX ? [text.tooMany({ most: COMPARE_MAX, shown: COMPARE_MAX })] : []),
      ...missing.map((id) => text.noSuchAlgo(id)),
    ],
    begin: choices.items.slice(0, COMPARE_MIN).map(({ id, name }) => ({ id, name })),
    choices: choices.items
      .filter((choice) => !strategies.some((chosen) => chosen.id === choice.id))
      .map(({ id, name, manager }) => ({ id, label: `${name} (${manager.name})` }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  };
}

function nullIfMissing(fault: unknown): null {
  if (fault instanceof Response && fault.status === 404) return null;
  throw fault;
}

export const handle: PageHandle = {
  forms: true,
  query: ["id", ...PRICE_QUERY],
  shared: true,
  live: () => [],
};
export const headers = () => LIVE_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(matches, {
    title: text.title,
    description: text.description,
    path: "/algos/compare",
    isIndexed: false,
  });

export default function Compare() {
  const { strategies, notices, begin, choices, evidence, amount } = useLoaderData<typeof loader>();
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: text.home, path: "/" },
          { title: text.algos, path: "/algos" },
        ]}
        here={text.compare}
      />
      <PageHeader
        title={strategies.length < COMPARE_MIN ? text.title : text.titleOf(strategies.length)}
        lead={
          strategies.length < COMPARE_MIN
            ? strategies.length === 0
              ? text.leadWithoutAny
              : text.leadWithSome
            : undefined
        }
      />
      {notices.map((notice) => (
        <div key={notice} className="mb-4 max-w-2xl">
          <Notice kind="warn">
            <p>{notice}</p>
          </Notice>
        </div>
      ))}
      {strategies.length === 0 ? null : (
        <CompareFigures strategies={strategies} view={evidence} amount={amount} />
      )}
      {evidence?.withheld.some(({ reason }) => reason === "away") ? (
        <p className="mt-4 max-w-[65ch]">{NOT_NOW_WORDS.away}</p>
      ) : null}
      {evidence === null || evidence.shown.length === 0 ? null : (
        <EvidenceText classes={evidence.classes} isSimulated={evidence.isSimulated} />
      )}
      {evidence === null ? null : <CompareCurves view={evidence} />}
      {strategies.length === 0 ? null : <CompareTable strategies={strategies} />}
      {evidence === null ? null : <CompareTogether view={evidence} />}
      {strategies.length >= COMPARE_MAX ? null : (
        <form action="/algos/compare" method="get" className="no-print mt-8 max-w-xl">
          {strategies.map((strategy) => (
            <input key={strategy.id} type="hidden" name="id" value={strategy.id} />
          ))}
          <label htmlFor="add" className="font-semibold">
            {strategies.length === 0 ? text.firstAlgo : text.addAnAlgo}
          </label>
          <div className="mt-1.5 flex gap-2">
            <select id="add" name="id" className="field min-w-0">
              {choices.map((choice) => (
                <option key={choice.id} value={choice.id}>
                  {choice.label}
                </option>
              ))}
            </select>
            <button type="submit" className="button button-main">
              {text.add}
            </button>
          </div>
        </form>
      )}
      {strategies.length > 0 ? null : <BeginWith algos={begin} path={comparePath} />}
    </>
  );
}
