// Two to five algos together on one capital; the ids in the address are the state. The disclosure gate checks each
// record as on its own page.
import { type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { idSchema, type Strategy } from "../../contract/base-api/strategy.ts";
import { type PageHandle, PRICE_QUERY } from "../../contract/site/page-handle.ts";
import { LISTED_STATES } from "../../domain/vocabulary.ts";
import { loadJointEvidence } from "../../evidence/load-joint-evidence.ts";
import { unavailableWithoutProvider } from "../../http/problem.ts";
import { LIVE_PAGE_HEADERS } from "../../live/price-view.ts";
import { AddAlgo } from "../../marketplace/add-algo.tsx";
import { BeginWith } from "../../marketplace/begin-with.tsx";
import {
  PORTFOLIO_MAX,
  PORTFOLIO_MIN,
  portfolioPath,
  strategyPath,
} from "../../marketplace/strategy-path.ts";
import { Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { pageMeta } from "../../ui/page-meta.ts";
import { PortfolioEvidence } from "./portfolio-evidence.tsx";
import { pageText as text } from "./text.ts";

const CHOICES_SHOWN = 100;

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const { provider } = context;
  const url = new URL(request.url);
  const wanted = [...new Set(url.searchParams.getAll("id"))].filter((id) => idSchema.safeParse(id).success);
  const ids = wanted.slice(0, PORTFOLIO_MAX);
  const plain = portfolioPath(ids);
  if (
    wanted.length <= PORTFOLIO_MAX &&
    plain !== `${url.pathname}${url.search}` &&
    !url.searchParams.has("_data")
  )
    throw redirect(plain);
  const [found, choices] = await Promise.all([
    Promise.all(ids.map((id) => provider.getStrategy(id).catch(nullIfMissing))),
    provider.listStrategies({ limit: CHOICES_SHOWN, state: [...LISTED_STATES] }),
  ]);
  const strategies = found.filter((strategy): strategy is Strategy => strategy !== null);
  return {
    chosen: strategies.map((strategy) => ({
      id: strategy.id,
      name: strategy.name,
      manager: strategy.manager.name,
      path: strategyPath(strategy),
      minAmountRupees: strategy.minAmountRupees,
    })),
    evidence: strategies.length < PORTFOLIO_MIN ? null : await loadJointEvidence(context, strategies),
    notices: [
      ...(wanted.length > PORTFOLIO_MAX ? [text.tooMany({ most: PORTFOLIO_MAX, shown: PORTFOLIO_MAX })] : []),
      ...ids.filter((_, index) => found[index] === null).map((id) => text.noSuchAlgo(id)),
    ],
    begin: choices.items.slice(0, PORTFOLIO_MIN).map(({ id, name }) => ({ id, name })),
    choices: choices.items
      .filter((choice) => !strategies.some((one) => one.id === choice.id))
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
  cards: true,
  live: () => [],
};
export const headers = () => LIVE_PAGE_HEADERS;

export const meta: MetaFunction<typeof loader> = ({ matches }) =>
  pageMeta(matches, {
    title: text.title,
    description: text.description,
    path: "/algos/portfolio",
    isIndexed: false,
  });

export default function Portfolio() {
  const { chosen, begin, evidence, notices, choices } = useLoaderData<typeof loader>();
  const missing = PORTFOLIO_MIN - chosen.length;
  return (
    <>
      <Breadcrumbs
        crumbs={[
          { title: text.home, path: "/" },
          { title: text.algos, path: "/algos" },
        ]}
        here={text.portfolio}
      />
      <PageHeader
        title={missing > 0 ? text.title : text.titleOf(chosen.length)}
        lead={missing > 0 ? (chosen.length === 0 ? text.leadWithoutAny : text.leadWithSome) : undefined}
      />
      {notices.map((notice) => (
        <div key={notice} className="mb-4 max-w-2xl">
          <Notice kind="warn">
            <p>{notice}</p>
          </Notice>
        </div>
      ))}
      <Chosen chosen={chosen} />
      {evidence === null ? null : <PortfolioEvidence view={evidence} />}
      {chosen.length >= PORTFOLIO_MAX ? null : (
        <AddAlgo path="/algos/portfolio" ids={chosen.map(({ id }) => id)} choices={choices} amount={null} />
      )}
      {chosen.length > 0 ? null : <BeginWith algos={begin} path={portfolioPath} />}
    </>
  );
}

function Chosen(props: { chosen: { id: string; name: string; manager: string; path: string }[] }) {
  const ids = props.chosen.map(({ id }) => id);
  return props.chosen.length === 0 ? null : (
    <ul className="mt-2 max-w-3xl divide-y divide-line border-y border-line">
      {props.chosen.map(({ id, name, manager, path }) => (
        <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2">
          <span>
            <a href={path} className="link font-semibold">
              {name}
            </a>{" "}
            <span className="text-sm text-ink-muted">{manager}</span>
          </span>{" "}
          <a
            href={portfolioPath(ids.filter((other) => other !== id))}
            className="link no-print inline-flex min-h-8 items-center text-sm"
          >
            {text.remove}
            <span className="sr-only"> {name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
