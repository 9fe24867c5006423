// Two to four algos side by side; the ids in the address are the state. With fewer than two it helps to choose more.

import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { NOT_NOW_WORDS } from "../../evidence/disclosure-texts.ts";
import { EvidenceWords } from "../../evidence/evidence-words.tsx";
import { loadJointEvidence } from "../../evidence/load-joint-evidence.ts";
import { unavailableWithoutProvider } from "../../http/problem.ts";
import { LIVE_PAGE_HEADERS } from "../../live/price-view.ts";
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
      ...(wanted.length > COMPARE_MAX
        ? [`At most ${COMPARE_MAX} algos stand side by side; the first ${COMPARE_MAX} are shown.`]
        : []),
      ...missing.map((id) => `No algo is called “${id}”; it is left out.`),
    ],
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
    title: "Compare algos",
    description:
      "Two to four algos side by side: what they trade, need and can lose, with the differences marked.",
    path: "/algos/compare",
    isIndexed: false,
  });

export default function Compare() {
  const { strategies, notices, choices, evidence, amount } = useLoaderData<typeof loader>();
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: "Home", path: "/" },
          { title: "Algos", path: "/algos" },
        ]}
        here="Compare"
      />
      <PageHeader
        title={strategies.length < COMPARE_MIN ? "Compare algos" : `${strategies.length} algos side by side`}
        lead={
          strategies.length < COMPARE_MIN
            ? `Choose ${strategies.length === 0 ? "two to four" : "one to three more"}; they are set side by side with the differences marked.`
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
        <EvidenceWords classes={evidence.classes} isSimulated={evidence.isSimulated} />
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
            {strategies.length === 0 ? "First algo" : "Add an algo"}
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
              Add
            </button>
          </div>
        </form>
      )}
    </>
  );
}
