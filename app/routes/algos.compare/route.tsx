// Compares two to four algos, whose ids are in the address. With fewer than two, the page offers algos
// to choose and shows an example.

import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { idSchema, type Strategy } from "../../contract/base-api/strategy.ts";
import { nullOn } from "../../contract/site/fault.ts";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { READER_AMOUNT_DEFAULT, readAddressAmount } from "../../domain/reader-amount.ts";
import { LISTED_STATES } from "../../domain/vocabulary.ts";
import { NOT_NOW_TEXTS } from "../../evidence/disclosure-texts.ts";
import { EvidenceText } from "../../evidence/evidence-notes.tsx";
import { type JointEvidence, loadJointEvidence } from "../../evidence/load-joint-evidence.ts";
import { formatRupees } from "../../format/rupees.ts";
import { unavailableWithoutProvider } from "../../http/problem.ts";
import { LIVE_PAGE_HEADERS } from "../../live/price-view.ts";
import { AddAlgo } from "../../marketplace/add-algo.tsx";
import { PickAlgos, picksOf, SuggestedSets } from "../../marketplace/pick-algos.tsx";
import { COMPARE_MAX, COMPARE_MIN, comparePath, portfolioPath } from "../../marketplace/strategy-path.ts";
import { type SuggestedSet, suggestedSets } from "../../marketplace/suggested-sets.ts";
import { algosCrumbs, Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { Fold } from "../../ui/fold.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { fixedMeta } from "../../ui/page-meta.ts";
import { CompareCurves, CompareTogether } from "./compare-evidence.tsx";
import { CompareFigures, MoreFigures } from "./compare-figures.tsx";
import { CompareTable } from "./compare-table.tsx";
import { pageText as text } from "./text.ts";

const CHOICES_SHOWN_MAX = 100;

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const { provider } = context;
  const url = new URL(request.url);
  const requested = [...new Set(url.searchParams.getAll("id"))].filter(
    (id) => idSchema.safeParse(id).success,
  );
  const ids = requested.slice(0, COMPARE_MAX);
  const amount = readAddressAmount(url.searchParams.get("amount"));
  const canonicalPath = comparePath(ids, amount === null ? null : String(amount));
  if (
    requested.length <= COMPARE_MAX &&
    canonicalPath !== `${url.pathname}${url.search}` &&
    !url.searchParams.has("_data")
  )
    throw redirect(canonicalPath);
  const [found, choices] = await Promise.all([
    Promise.all(ids.map((id) => provider.getStrategy(id).catch(nullOn(404)))),
    provider.listStrategies({ limit: CHOICES_SHOWN_MAX, state: [...LISTED_STATES] }),
  ]);
  const strategies = found.filter((strategy): strategy is Strategy => strategy !== null);
  const missing = ids.filter((_, index) => found[index] === null);
  const reader = context.amount ?? READER_AMOUNT_DEFAULT;
  const sets =
    strategies.length > 0 ? [] : suggestedSets(choices.items, (one, other) => Math.max(one, other) <= reader);
  return {
    strategies,
    evidence: await loadJointEvidence(
      context,
      strategies.length > 0 ? strategies : await algosOf(provider, sets[0]),
    ),
    sets,
    picks: strategies.length < COMPARE_MIN ? picksOf(choices.items, strategies, reader) : null,
    amount: reader,
    fromAddress: amount,
    notices: [
      ...(requested.length > COMPARE_MAX ? [text.tooMany({ most: COMPARE_MAX, shown: COMPARE_MAX })] : []),
      ...missing.map((id) => text.noSuchAlgo(id)),
    ],
    choices: choices.items
      .filter((choice) => !strategies.some((chosen) => chosen.id === choice.id))
      .map(({ id, name, manager }) => ({ id, label: `${name} (${manager.name})` }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  };
}

/** Loads the algos of a suggested pair. */
async function algosOf(
  provider: Pick<NonNullable<LoaderFunctionArgs["context"]["provider"]>, "getStrategy">,
  set: SuggestedSet | undefined,
): Promise<Strategy[]> {
  const found = await Promise.all(
    (set?.algos ?? []).map(({ id }) => provider.getStrategy(id).catch(nullOn(404, 502, 503))),
  );
  return found.filter((strategy): strategy is Strategy => strategy !== null);
}

export const handle: PageHandle = {
  forms: true,
  query: ["id", "amount"],
  shared: true,
  styles: "records",
  live: () => [],
};
export const headers = () => LIVE_PAGE_HEADERS;

export const meta = fixedMeta(text, "/algos/compare", { isIndexed: false });

export default function Compare() {
  const { strategies, notices, choices, evidence, amount, fromAddress, picks, sets } =
    useLoaderData<typeof loader>();
  const ids = strategies.map(({ id }) => id);
  return (
    <>
      <Breadcrumbs crumbs={algosCrumbs()} here={text.compare} />
      <PageHeader
        title={picks === null ? text.titleOf(strategies.length) : text.title}
        lead={
          picks === null
            ? text.leadOf(formatRupees(amount))
            : strategies.length === 0
              ? text.leadWithoutAny(formatRupees(amount))
              : text.leadWithSome(strategies[0]?.name ?? "")
        }
      >
        {picks === null ? (
          <div className="flex flex-wrap items-center gap-3">
            <LinkButton to={portfolioPath(ids)} kind="quiet">
              {text.combine}
            </LinkButton>
            {strategies.length >= COMPARE_MAX ? null : (
              <AddAlgo path="/algos/compare" ids={ids} choices={choices} amount={fromAddress} />
            )}
          </div>
        ) : null}
      </PageHeader>
      {notices.map((notice) => (
        <div key={notice} className="mb-4 max-w-2xl">
          <Notice kind="warn">
            <p>{notice}</p>
          </Notice>
        </div>
      ))}
      {picks === null ? (
        <Comparison strategies={strategies} evidence={evidence} amount={amount} />
      ) : (
        <div className="pick-page">
          <div className="split-stack">
            <SuggestedSets sets={sets} path={comparePath} />
            <PickAlgos
              path="/algos/compare"
              ids={ids}
              picks={picks}
              amount={fromAddress}
              button={text.compare}
            />
          </div>
          {strategies.length === 0 ? (
            <Example set={sets[0]} evidence={evidence} amount={amount} />
          ) : (
            <Comparison strategies={strategies} evidence={evidence} amount={amount} />
          )}
        </div>
      )}
    </>
  );
}

/** Renders the curves and the largest drawdowns of the suggested pair, so that the page shows what it does. */
function Example(props: { set: SuggestedSet | undefined; evidence: JointEvidence | null; amount: number }) {
  const { set, evidence } = props;
  if (set === undefined || evidence === null || evidence.shown.length < set.algos.length) return null;
  return (
    <div className="split-stack min-w-0">
      <CompareCurves
        view={evidence}
        amount={props.amount}
        href={comparePath(set.algos.map(({ id }) => id))}
      />
      <EvidenceText classes={evidence.classes} isSimulated={evidence.isSimulated} />
    </div>
  );
}

function Comparison(props: { strategies: Strategy[]; evidence: JointEvidence | null; amount: number }) {
  const { strategies, evidence, amount } = props;
  return (
    <div className="split-stack min-w-0">
      {evidence === null ? null : <CompareCurves view={evidence} amount={amount} />}
      <h2 className="sr-only">{text.sideBySide}</h2>
      <CompareFigures strategies={strategies} view={evidence} amount={amount} />
      {evidence?.withheld.some(({ reason }) => reason === "unreachable") ? (
        <p className="max-w-[65ch]">{NOT_NOW_TEXTS.unreachable}</p>
      ) : null}
      <Details strategies={strategies} evidence={evidence} />
      {evidence === null || evidence.shown.length === 0 ? null : (
        <EvidenceText classes={evidence.classes} isSimulated={evidence.isSimulated} />
      )}
    </div>
  );
}

/** Renders the collapsed sections: rules and managers, more figures, and the joint result. */
function Details(props: { strategies: Strategy[]; evidence: JointEvidence | null }) {
  const { strategies, evidence } = props;
  return (
    <div className="folds">
      <Fold id="facts" title={text.allFacts} hint={text.rulesAndManagers}>
        <CompareTable strategies={strategies} />
      </Fold>
      {evidence === null || evidence.shown.length === 0 ? null : (
        <Fold id="more" title={text.moreFigures}>
          <MoreFigures strategies={strategies} view={evidence} />
        </Fold>
      )}
      {evidence === null || (evidence.joint === null && !evidence.isOnlyAtMinimum) ? null : (
        <Fold id="together" title={text.together}>
          <CompareTogether view={evidence} />
        </Fold>
      )}
    </div>
  );
}
