// Search over the site: algos and managers of the provider, instruments, answers, pages, error codes, documentation. It
// is a GET form, so a search has an address.
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { SEARCH_TEXT_MAX_CHARS } from "../contract/base-api/limits.ts";
import { nullIfRefused } from "../contract/site/fault.ts";
import type { PageHandle } from "../contract/site/page-handle.ts";
import { DEFAULT_SITE } from "../contract/site/site.ts";
import { resolveApiPlace } from "../docs/place.ts";
import { searchDocs } from "../docs/search.ts";
import { READER_AMOUNT_DEFAULT } from "../domain/reader-amount.ts";
import { LISTED_STATES, STRATEGY_STATES } from "../domain/vocabulary.ts";
import { evidenceForReader } from "../evidence/at-amount.ts";
import { loadStrips } from "../evidence/evidence-strip.ts";
import { instrumentPath } from "../format/instrument-path.ts";
import { AlgoHits, Group, Hit, ResultTypes } from "../marketplace/search-results.tsx";
import { searchText as text } from "../marketplace/text.ts";
import { instrumentSentence } from "../markets/instrument-texts.ts";
import { searchHelp, searchManagers } from "../support/site-search.ts";
import { Search } from "../ui/icons.tsx";
import { LinkButton, SubmitButton } from "../ui/link-button.tsx";
import { Monogram } from "../ui/monogram.tsx";
import { pageMeta } from "../ui/page-meta.ts";

export const handle: PageHandle = { forms: true, query: ["q"], shared: true, docs: true, styles: "docs" };

const ALGOS_SHOWN_MAX = 6;
const ANSWERS_SHOWN_MAX = 6;
const DOCS_PAGES_SHOWN_MAX = 6;
const MANAGERS_SHOWN_MAX = 4;
const INSTRUMENTS_SHOWN_MAX = 5;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = (new URL(request.url).searchParams.get("q") ?? "")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, SEARCH_TEXT_MAX_CHARS);
  if (query === "") return { query, found: null };
  const site = context.site ?? DEFAULT_SITE;
  const [algos, listed, managers, instruments] = await Promise.all([
    context.provider
      ?.listStrategies({
        q: query,
        limit: ALGOS_SHOWN_MAX,
        state: [...STRATEGY_STATES],
      })
      .catch(nullIfRefused) ?? null,
    context.provider
      ?.listStrategies({ q: query, limit: 0, state: [...LISTED_STATES] })
      .catch(nullIfRefused) ?? null,
    context.provider?.listManagers().catch(nullIfRefused) ?? null,
    site.features.markets
      ? (context.markets?.findInstruments({ text: query }).catch(nullIfRefused) ?? null)
      : null,
  ]);
  const strips = await loadStrips(evidenceForReader(context), algos?.items ?? []);
  return {
    query,
    found: {
      /** Null if the provider is unavailable. */
      algos:
        algos === null
          ? null
          : {
              items: algos.items.map((strategy, index) => ({
                strategy,
                strip: strips[index] ?? { kind: "unreachable" as const },
              })),
              total: algos.total,
              listed: listed?.total ?? 0,
              amount: context.amount ?? READER_AMOUNT_DEFAULT,
            },
      managers: managers === null ? [] : searchManagers(managers.items, query).slice(0, MANAGERS_SHOWN_MAX),
      instruments: (instruments?.items ?? []).slice(0, INSTRUMENTS_SHOWN_MAX),
      answers: searchHelp(site, query, ANSWERS_SHOWN_MAX),
      docs: (await searchDocs(query, resolveApiPlace(context, request).hasSandbox)).slice(
        0,
        DOCS_PAGES_SHOWN_MAX,
      ),
    },
  };
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
      <h1 className="sr-only">{text.title}</h1>
      <search>
        <form action="/search" method="get" data-instant="#found" className="find-bar">
          <label htmlFor="search" className="sr-only">
            {text.searchThisSite}
          </label>
          <Search className="find-icon" />
          <input
            id="search"
            name="q"
            type="search"
            defaultValue={query}
            maxLength={SEARCH_TEXT_MAX_CHARS}
            placeholder={text.lead}
            className="field"
          />
          <SubmitButton>{text.title}</SubmitButton>
        </form>
      </search>
      <div id="found">{found === null ? <Suggestions /> : <Found query={query} found={found} />}</div>
    </>
  );
}

type FoundResults = NonNullable<Awaited<ReturnType<typeof loader>>["found"]>;

function Found({ query, found }: { query: string; found: FoundResults }) {
  const { algos, managers, instruments, answers, docs } = found;
  const types = [
    { id: "algos", title: text.algosTitle, count: algos?.total ?? 0 },
    { id: "managers", title: text.managers, count: managers.length },
    { id: "instruments", title: text.instruments, count: instruments.length },
    { id: "answers", title: text.answersAndPages, count: answers.length },
    { id: "docs", title: text.apiDocumentation, count: docs.length },
  ].filter(({ count }) => count > 0);
  const count = types.reduce((sum, type) => sum + type.count, 0);
  return (
    <div className="find">
      <div>
        <p role="status" className="text-sm text-ink-muted">
          {count === 0 ? text.nothingMatches(query) : text.resultsFor({ count, query })}
          {algos === null ? ` ${text.algosAway}` : null}
        </p>
        <ResultTypes types={types} />
      </div>
      <div className="split-stack">
        {count === 0 ? <OtherSearches /> : null}
        {algos === null || algos.items.length === 0 ? null : <AlgoHits query={query} algos={algos} />}
        {managers.length === 0 ? null : (
          <Group id="managers" title={text.managers}>
            {managers.map((manager) => (
              <Hit
                key={manager.id}
                to={`/algos/managers/${manager.id}`}
                title={manager.name}
                query={query}
                mark={<Monogram name={manager.name} />}
              >
                {manager.registration} · {manager.city}
              </Hit>
            ))}
          </Group>
        )}
        {instruments.length === 0 ? null : (
          <Group id="instruments" title={text.instruments}>
            {instruments.map((instrument) => (
              <Hit
                key={instrumentPath(instrument)}
                to={instrumentPath(instrument)}
                title={instrument.name}
                query={query}
              >
                {instrument.symbol} · {instrumentSentence(instrument)}
              </Hit>
            ))}
          </Group>
        )}
        {answers.length === 0 ? null : (
          <Group id="answers" title={text.answersAndPages}>
            {answers.map((entry) => (
              <Hit key={`${entry.path} ${entry.title}`} to={entry.path} title={entry.title} query={query}>
                {entry.text}
              </Hit>
            ))}
          </Group>
        )}
        <DocsHits query={query} docs={docs} />
      </div>
    </div>
  );
}

function DocsHits({ query, docs }: { query: string; docs: FoundResults["docs"] }) {
  if (docs.length === 0) return null;
  return (
    <Group
      id="docs"
      title={text.apiDocumentation}
      more={{
        to: `/docs/v2/search?${new URLSearchParams({ q: query })}`,
        title: text.searchDocsAlone,
      }}
    >
      {docs.map((hit) => (
        <Hit
          key={hit.to}
          to={hit.to}
          title={hit.title === hit.page ? hit.title : `${hit.page}: ${hit.title}`}
          query={query}
        >
          {hit.excerpt}
        </Hit>
      ))}
    </Group>
  );
}

/** Suggests other searches and pages if nothing was found. */
function OtherSearches() {
  return (
    <div className="panel panel-body">
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

function Suggestions() {
  return (
    <p className="flex flex-wrap items-baseline gap-x-4 gap-y-2 text-sm">
      <span className="text-ink-muted">{text.tryThese}</span>{" "}
      {text.exampleSearches.split(", ").map((example) => (
        <a key={example} href={`/search?${new URLSearchParams({ q: example })}`} className="link">
          {example}{" "}
        </a>
      ))}
    </p>
  );
}
