// One search over the whole site: algos and managers of the provider, answers, pages, error codes, documentation. A GET form; the address
// is the state.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { SEARCH_TEXT_MAX_CHARS } from "../contract/base-api/limits.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { placeOf } from "../docs/place.ts";
import { searchDocs } from "../docs/search.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { STRATEGY_STATES } from "../domain/vocabulary.ts";
import { evidenceForReader } from "../evidence/at-amount.ts";
import { loadStrips } from "../evidence/evidence-strip.ts";
import { amountAtWork } from "../evidence/loss.ts";
import { StripOnCard, withoutFigures } from "../evidence/strip-view.tsx";
import { instrumentPath } from "../format/instrument-path.ts";
import { formatRisk } from "../format/risk.ts";
import { formatCount } from "../format/rupees.ts";
import { stateText } from "../marketplace/state-words.ts";
import { strategyPath } from "../marketplace/strategy-path.ts";
import { searchText as text } from "../marketplace/text.ts";
import { instrumentSentence } from "../markets/instrument-words.ts";
import { searchHelp, searchManagers } from "../support/site-search.ts";
import { Amount } from "../ui/amount.tsx";
import { filled } from "../ui/filled.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export const handle: PageHandle = { forms: true, query: ["q"], shared: true };

const ALGOS_SHOWN = 6;
const ANSWERS_SHOWN = 6;
const DOCS_SHOWN = 6;
const MANAGERS_SHOWN = 4;
const INSTRUMENTS_SHOWN = 5;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = (new URL(request.url).searchParams.get("q") ?? "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, SEARCH_TEXT_MAX_CHARS);
  if (query === "") return { query, found: null };
  const [algos, managers, instruments] = await Promise.all([
    ifThere(
      context.provider?.listStrategies({
        q: query,
        limit: ALGOS_SHOWN,
        state: [...STRATEGY_STATES],
      }),
    ),
    ifThere(context.provider?.listManagers()),
    ifThere(context.markets?.findInstruments({ text: query })),
  ]);
  const strips = await loadStrips(evidenceForReader(context), algos?.items ?? []);
  return {
    query,
    found: {
      /** Null: the provider is unavailable. */
      algos:
        algos === null
          ? null
          : {
              items: algos.items.map((strategy, index) => ({
                strategy,
                strip: strips[index] ?? { kind: "away" as const },
              })),
              total: algos.total,
              amount: context.amount ?? READER_AMOUNT_DEFAULT,
            },
      managers: managers === null ? [] : searchManagers(managers.items, query).slice(0, MANAGERS_SHOWN),
      instruments: (instruments?.items ?? []).slice(0, INSTRUMENTS_SHOWN),
      answers: searchHelp(context.site ?? DEFAULT_SITE, query, ANSWERS_SHOWN),
      docs: (await searchDocs(query, placeOf(context, request).hasSandbox)).slice(0, DOCS_SHOWN),
    },
  };
}

/** Search over pages works without the provider. */
async function ifThere<T>(asked: Promise<T> | undefined): Promise<T | null> {
  try {
    return (await asked) ?? null;
  } catch (fault) {
    if (fault instanceof Response) return null;
    throw fault;
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageMeta(matches, {
    title: data?.query ? text.titleOf(data.query) : text.title,
    description: text.description,
    path: "/search",
    isIndexed: false,
  });

export default function SearchPage() {
  const { query, found } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title={text.title} lead={text.lead} />
      <search>
        <form action="/search" method="get" className="flex max-w-2xl">
          <label htmlFor="search" className="sr-only">
            {text.searchThisSite}
          </label>
          <input
            id="search"
            name="q"
            type="search"
            defaultValue={query}
            maxLength={SEARCH_TEXT_MAX_CHARS}
            className="field w-full rounded-e-none border-e-0"
          />
          <button type="submit" className="button button-main rounded-s-none">
            {text.title}
          </button>
        </form>
      </search>
      {found === null ? (
        <div className="mt-6">
          <Suggestions />
        </div>
      ) : (
        <Found query={query} found={found} />
      )}
    </>
  );
}

type FoundResults = NonNullable<Awaited<ReturnType<typeof loader>>["found"]>;

function Found({ query, found }: { query: string; found: FoundResults }) {
  const { algos, managers, instruments, answers, docs } = found;
  const count =
    (algos?.items.length ?? 0) + managers.length + instruments.length + answers.length + docs.length;
  return (
    <div className="mt-8 grid gap-x-12 gap-y-10 lg:grid-cols-2">
      <p role="status" className="text-ink-muted lg:col-span-2">
        {count === 0 ? text.nothingMatches(query) : text.resultsFor(query)}
        {algos === null ? ` ${text.algosAway}` : null}
      </p>
      {count === 0 ? <WaysOn /> : null}
      {algos === null || algos.items.length === 0 ? null : <Algos query={query} algos={algos} />}
      {managers.length === 0 ? null : (
        <Group id="managers" title={text.managers}>
          {managers.map((manager) => (
            <Hit key={manager.id} to={`/algos/managers/${manager.id}`} title={manager.name}>
              {manager.registration} · {manager.city}
            </Hit>
          ))}
        </Group>
      )}
      {instruments.length === 0 ? null : (
        <Group id="instruments" title={text.instruments}>
          {instruments.map((instrument) => (
            <Hit key={instrumentPath(instrument)} to={instrumentPath(instrument)} title={instrument.name}>
              {instrument.symbol} · {instrumentSentence(instrument)}
            </Hit>
          ))}
        </Group>
      )}
      {answers.length === 0 ? null : (
        <Group id="answers" title={text.answersAndPages}>
          {answers.map((entry) => (
            <Hit key={`${entry.path} ${entry.title}`} to={entry.path} title={entry.title}>
              {entry.text}
            </Hit>
          ))}
        </Group>
      )}
      {docs.length === 0 ? null : (
        <Group id="docs" title={text.apiDocumentation}>
          {docs.map((hit) => (
            <Hit
              key={hit.to}
              to={hit.to}
              title={hit.title === hit.page ? hit.title : `${hit.page}: ${hit.title}`}
            >
              {hit.excerpt}
            </Hit>
          ))}
          <li className="py-3">
            <a href={`/docs/v2/search?${new URLSearchParams({ q: query })}`} className="link font-semibold">
              {text.searchDocsAlone}
            </a>
          </li>
        </Group>
      )}
    </div>
  );
}

/** Algos with what may be shown of their records, as their cards have it. */
function Algos(props: { query: string; algos: NonNullable<FoundResults["algos"]> }) {
  const { items, total, amount } = props.algos;
  return (
    <Group id="algos" title={text.algos(total)}>
      {items.map(({ strategy, strip }) => (
        <Hit
          key={strategy.id}
          to={strategyPath(strategy)}
          title={strategy.name}
          below={
            <>
              {strip.kind === "shown" ? null : <p>{withoutFigures(strip)}.</p>}
              <StripOnCard
                strategy={strategy}
                strip={strip}
                amount={amountAtWork(strategy.minAmountRupees, amount)}
              />
            </>
          }
        >
          {strategy.status.state === "open" ? "" : `${stateText(strategy.status.state)}. `}
          {filled(text.managerRiskFrom, {
            manager: strategy.manager.name,
            risk: formatRisk(strategy.risk),
            amount: <Amount rupees={strategy.minAmountRupees} />,
          })}
          . {strategy.summary}
        </Hit>
      ))}
      {total > items.length ? (
        <li className="py-3">
          <a href={`/algos?${new URLSearchParams({ q: props.query })}`} className="link font-semibold">
            {text.allThatMatch(formatCount(total))}
          </a>
        </li>
      ) : null}
    </Group>
  );
}

function Group(props: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={`found-${props.id}`} className="min-w-0">
      <h2 id={`found-${props.id}`} className="text-lg">
        {props.title}
      </h2>
      <ul className="mt-2 divide-y divide-line border-y border-line">{props.children}</ul>
    </section>
  );
}

function Hit(props: { to: string; title: string; below?: ReactNode; children: ReactNode }) {
  return (
    <li className="py-3">
      <a href={props.to} className="link font-semibold">
        {props.title}
      </a>
      <p className="mt-0.5 line-clamp-3 text-sm text-ink-muted">{props.children}</p>
      {props.below}
    </li>
  );
}

/** Nothing was found: searches that find something, and where else to look. */
function WaysOn() {
  return (
    <div className="lg:col-span-2">
      <Suggestions />
      <p className="mt-6 flex flex-wrap gap-3">
        <LinkButton to="/algos" kind="quiet">
          {text.seeAllAlgos}
        </LinkButton>
        <LinkButton to="/docs/v2/" kind="quiet">
          {text.readTheDocs}
        </LinkButton>
        <LinkButton to="/support" kind="quiet">
          {text.askSupport}
        </LinkButton>
      </p>
    </div>
  );
}

const EXAMPLES = ["iron condor", "nifty selling", "low risk", "DH-905", "kill switch", "margin"];

function Suggestions() {
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-2 text-sm">
      <span className="text-ink-muted">{text.tryThese}</span>{" "}
      {EXAMPLES.map((example) => (
        <a key={example} href={`/search?${new URLSearchParams({ q: example })}`} className="link">
          {example}{" "}
        </a>
      ))}
    </p>
  );
}
