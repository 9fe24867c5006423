// Combines two to five algos on the user's amount, in whole lots. The address contains the algos' ids and lots.
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { nullOn } from "../../contract/site/fault.ts";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { LISTED_STATES } from "../../domain/vocabulary.ts";
import { type Range, readRange } from "../../evidence/chart-range.ts";
import { NOT_NOW_TEXTS, WITHHELD_TEXTS } from "../../evidence/disclosure-texts.ts";
import { EvidenceText } from "../../evidence/evidence-notes.tsx";
import type { JointPortfolio } from "../../evidence/load-joint-portfolio.ts";
import { formatRupees } from "../../format/rupees.ts";
import { unavailableWithoutProvider } from "../../http/problem.ts";
import { LIVE_PAGE_HEADERS } from "../../live/price-view.ts";
import { AddAlgo } from "../../marketplace/add-algo.tsx";
import { chosenAlgo, loadChosen } from "../../marketplace/load-portfolio.ts";
import { PickAlgos, picksOf, SuggestedSets } from "../../marketplace/pick-algos.tsx";
import {
  comparePath,
  deployAllPath,
  PORTFOLIO_MAX,
  PORTFOLIO_MIN,
  portfolioPath,
  saveJointPath,
} from "../../marketplace/strategy-path.ts";
import { suggestedSets } from "../../marketplace/suggested-sets.ts";
import { algosCrumbs, Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { filled } from "../../ui/filled.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { fixedMeta } from "../../ui/page-meta.ts";
import { AmountsPanel } from "./amounts-panel.tsx";
import { pageText as text, withheldText } from "./text.ts";
import { Alternatives, PairCorrelations, TogetherChart, TogetherFigures, WhatFits } from "./together.tsx";

const CHOICES_SHOWN_MAX = 100;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { provider } = context;
  if (provider === undefined) throw unavailableWithoutProvider();
  const url = new URL(request.url);
  const [found, choices] = await Promise.all([
    loadChosen(context, url.searchParams),
    provider.listStrategies({ limit: CHOICES_SHOWN_MAX, state: [...LISTED_STATES] }),
  ]);
  const { ids, strategies, missing } = found;
  const range = readRange(url.searchParams);
  const plain = portfolioPath(ids, missing.length === 0 ? found.lots : null, range);
  const isPlain = found.hasTooManyIds || missing.length > 0 || plain === `${url.pathname}${url.search}`;
  if (!isPlain && !url.searchParams.has("_data")) throw redirect(plain);
  const { amount } = found;
  const sets =
    strategies.length > 0 ? [] : suggestedSets(choices.items, (one, other) => one + other <= amount);
  // Any other algo needs at least this much of the amount.
  const least = Math.min(...choices.items.map(({ minAmountRupees }) => minAmountRupees));
  const picks = strategies.length < PORTFOLIO_MIN ? picksOf(choices.items, strategies, amount - least) : null;
  const pair =
    sets[0]?.algos ?? (picks === null ? [] : [...strategies, ...picks.first].slice(0, PORTFOLIO_MIN));
  return {
    example: await loadExample(context, pair),
    sets,
    picks,
    chosen: strategies.map(chosenAlgo),
    amount,
    range,
    portfolio: found.portfolio,
    notices: [
      ...(found.hasTooManyIds ? [text.tooMany({ most: PORTFOLIO_MAX, shown: PORTFOLIO_MAX })] : []),
      ...missing.map((id) => text.noSuchAlgo(id)),
    ],
    choices: choices.items
      .filter((choice) => !strategies.some((one) => one.id === choice.id))
      .map(({ id, name, manager }) => ({ id, label: `${name} (${manager.name})` }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  };
}

/** Loads the joint result of two algos that are an example. Null if there is none. */
async function loadExample(
  context: LoaderFunctionArgs["context"],
  pair: readonly { id: string; name: string }[],
) {
  if (pair.length < PORTFOLIO_MIN) return null;
  const params = new URLSearchParams(pair.map(({ id }) => ["id", id]));
  const found = await loadChosen(context, params).catch(nullOn(502, 503));
  if (found === null || found.portfolio?.jointFigures == null) return null;
  const { jointFigures, lots } = found.portfolio;
  return { ids: found.ids, names: pair.map(({ name }) => name), lots, jointFigures };
}

type View = ReturnType<typeof useLoaderData<typeof loader>>;

export const handle: PageHandle<View> = {
  forms: true,
  query: ["id", "lots", "was", "slider", "range"],
  shared: true,
  styles: "records",
  live: () => [],
  chart: ({ portfolio, example }) => (portfolio?.jointFigures ?? example) !== null,
};
export const headers = () => LIVE_PAGE_HEADERS;

export const meta = fixedMeta(text, "/algos/portfolio", { isIndexed: false });

export default function Portfolio() {
  const { chosen, amount, portfolio, notices, choices, range } = useLoaderData<typeof loader>();
  return (
    // The script replaces this element when the user changes the lots or the range.
    <div data-chart-section="">
      <Breadcrumbs crumbs={algosCrumbs()} here={text.title} />
      <PageHeader
        title={text.title}
        lead={
          portfolio !== null
            ? (portfolio.usedRupees > amount ? text.leadTooLarge : text.leadOf)({
                count: chosen.length,
                used: formatRupees(portfolio.usedRupees),
                amount: formatRupees(amount),
              })
            : chosen.length === 0
              ? text.leadWithoutAny(formatRupees(amount))
              : text.leadWithSome(chosen[0]?.name ?? "")
        }
      >
        {portfolio === null ? null : <Actions chosen={chosen} amount={amount} portfolio={portfolio} />}
      </PageHeader>
      {notices.map((notice) => (
        <div key={notice} className="mb-4 max-w-2xl">
          <Notice kind="warn">
            <p>{notice}</p>
          </Notice>
        </div>
      ))}
      {portfolio === null ? (
        <Start />
      ) : (
        <Result
          chosen={chosen}
          amount={amount}
          range={range}
          portfolio={portfolio}
          add={
            chosen.length >= PORTFOLIO_MAX ? null : (
              <AddAlgo
                path="/algos/portfolio"
                ids={chosen.map(({ id }) => id)}
                choices={choices}
                amount={null}
              />
            )
          }
        />
      )}
    </div>
  );
}

/** Renders the form that chooses algos, and the joint result of a suggested pair. */
function Start() {
  const { chosen, picks, sets, example } = useLoaderData<typeof loader>();
  if (picks === null) return null;
  return (
    <div className="pick-page">
      <div className="split-stack">
        <SuggestedSets sets={sets} path={portfolioPath} />
        <PickAlgos
          path="/algos/portfolio"
          ids={chosen.map(({ id }) => id)}
          picks={picks}
          amount={null}
          button={text.combine}
        />
      </div>
      {example === null ? null : (
        <div className="split-stack min-w-0">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h2 className="panel-title">{text.example(example.names)}</h2>
            <LinkButton to={portfolioPath(example.ids, example.lots)} kind="quiet">
              {text.openExample}
            </LinkButton>
          </div>
          <TogetherFigures together={example.jointFigures} count={example.ids.length} />
          <TogetherChart
            together={example.jointFigures}
            addressWith={(range) => portfolioPath(example.ids, example.lots, range)}
          />
          <EvidenceText
            classes={[example.jointFigures.evidence]}
            isSimulated={example.jointFigures.isSimulated}
          />
        </div>
      )}
    </div>
  );
}

/** Renders the links that save and deploy the algos. Algos that need more than the user's amount cannot be deployed. */
function Actions(props: { chosen: View["chosen"]; amount: number; portfolio: JointPortfolio }) {
  const { chosen, portfolio } = props;
  const ids = chosen.map(({ id }) => id);
  const open = chosen.filter(({ isOpen }) => isOpen).length;
  return (
    <p className="no-print flex flex-wrap gap-3">
      <LinkButton to={saveJointPath(ids, portfolio.lots)} kind="quiet">
        {text.save}
      </LinkButton>{" "}
      {portfolio.usedRupees > props.amount || open === 0 ? null : (
        <LinkButton to={deployAllPath(ids, portfolio.lots)}>
          {open === ids.length ? text.deployAll(open) : text.deploySome({ open, count: ids.length })}
        </LinkButton>
      )}
    </p>
  );
}

function Result(props: {
  chosen: View["chosen"];
  amount: number;
  range: Range;
  portfolio: JointPortfolio;
  /** Form that adds an algo. */
  add: ReactNode;
}) {
  const { chosen, portfolio } = props;
  const { jointFigures, lots } = portfolio;
  const ids = chosen.map(({ id }) => id);
  const withheld = new Set(portfolio.withheld.map(({ id }) => id));
  const names = chosen.filter(({ id }) => !withheld.has(id)).map(({ name }) => name);
  // Two algos have one correlation, which fits below their amounts. More correlations need the width of the page.
  const isPair = names.length === 2;
  return (
    <div className="split-stack">
      {jointFigures === null ? null : <TogetherFigures together={jointFigures} count={names.length} />}
      <Withheld portfolio={portfolio} />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-6">
        {jointFigures === null ? null : (
          <TogetherChart together={jointFigures} addressWith={(range) => portfolioPath(ids, lots, range)} />
        )}
        <div className="split-stack">
          <AmountsPanel
            chosen={chosen}
            lots={lots}
            amount={props.amount}
            range={props.range}
            usedRupees={portfolio.usedRupees}
            falls={jointFigures?.ownDrawdowns ?? []}
            compareHref={comparePath(ids)}
            add={props.add}
          />
          {jointFigures !== null && isPair ? (
            <PairCorrelations together={jointFigures} names={names} />
          ) : null}
        </div>
      </div>
      <div className="grid gap-4 lg:auto-cols-fr lg:grid-flow-col lg:gap-6">
        {jointFigures === null || isPair ? null : <PairCorrelations together={jointFigures} names={names} />}
        <OtherLots {...props} />
      </div>
      {jointFigures === null ? null : (
        <EvidenceText classes={[jointFigures.evidence]} isSimulated={jointFigures.isSimulated} />
      )}
    </div>
  );
}

/** Renders alternatives with one lot more or less. If no such change fits into the amount, renders choices that do. */
function OtherLots(props: {
  chosen: View["chosen"];
  amount: number;
  range: Range;
  portfolio: JointPortfolio;
}) {
  const { chosen, amount, range, portfolio } = props;
  const names = chosen.map(({ name }) => name);
  const ids = chosen.map(({ id }) => id);
  if (portfolio.usedRupees > amount || portfolio.fitting.length > 0)
    return (
      <WhatFits
        fitting={portfolio.fitting}
        names={names}
        amount={amount}
        addressOf={({ indexes, lots }) => {
          const fits = indexes.map((index) => ids[index] ?? "");
          const [only] = indexes;
          return fits.length < PORTFOLIO_MIN && only !== undefined
            ? (chosen[only]?.path ?? "")
            : portfolioPath(fits, lots, range);
        }}
      />
    );
  return portfolio.jointFigures === null ? null : (
    <Alternatives
      together={portfolio.jointFigures}
      names={names}
      addressWith={(other) => portfolioPath(ids, other, range)}
    />
  );
}

/** States why some algos are not part of the joint result, or why there is no joint result. */
function Withheld({ portfolio }: { portfolio: JointPortfolio }) {
  const { lots, withheld, jointFigures, isMixed } = portfolio;
  if (withheld.length === 0 && jointFigures !== null) return null;
  const reasons = { ...WITHHELD_TEXTS, ...NOT_NOW_TEXTS, verified_one_lot: withheldText.verifiedOneLot };
  return (
    <Notice kind="warn">
      {withheld.map(({ name, reason }) => (
        <p key={name}>
          {filled(withheldText.notPartOfThese, {
            name: <strong className="font-semibold">{name}</strong>,
            reason: reasons[reason],
          })}
        </p>
      ))}
      {jointFigures !== null ? null : (
        <p>
          {isMixed
            ? withheldText.differentClasses
            : lots.length - withheld.length < PORTFOLIO_MIN
              ? withheldText.tooFewRecords
              : withheldText.nothingToAdd}
        </p>
      )}
    </Notice>
  );
}
