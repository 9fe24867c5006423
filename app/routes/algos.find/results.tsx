// Results of the algo finder: algos that fit the answers, each with reasons, and algos that miss one criterion. A
// message if there are none.

import type { StrategySummary } from "../../contract/base-api/strategy.ts";
import { tagText } from "../../domain/filter-texts.ts";
import { READER_AMOUNT_DEFAULT } from "../../domain/reader-amount.ts";
import { EVIDENCE_NAMES } from "../../evidence/disclosure-texts.ts";
import type { Strip } from "../../evidence/evidence-strip.ts";
import { amountAtWork } from "../../evidence/loss.ts";
import { formatDay } from "../../format/dates.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatCount, formatRupees } from "../../format/rupees.ts";
import {
  answersSearch,
  CAPITAL_MAX_RUPEES,
  CAPITAL_STEP_RUPEES,
  type Criterion,
  capitalLabel,
  type FitReason,
  type StepperAnswers,
} from "../../marketplace/stepper.ts";
import { StrategyCard } from "../../marketplace/strategy-card.tsx";
import { compareAddPath } from "../../marketplace/strategy-path.ts";
import { ChartNoAxesColumn, Check, X } from "../../ui/icons.tsx";
import { LinkButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Reveal } from "../../ui/reveal.tsx";
import { resultsText as text } from "./text.ts";

type JudgedAlgo = { strategy: StrategySummary; reasons: FitReason[]; strip: Strip };
export type StepperResults = {
  total: number;
  matches: JudgedAlgo[];
  misses: { criterion: Criterion; total: number; near: JudgedAlgo[] }[];
};

/**
 * Number of results that a phone shows before a tap on a link. It is a multiple of two and of three, the possible
 * numbers of columns.
 */
const PHONE_RESULTS_MAX = 6;

const STEP_OF: Record<Criterion, number> = { capital: 1, risk: 2, instrument: 3 };
const CHANGE_TEXTS: Record<Criterion, string> = {
  capital: text.aLargerAmount,
  risk: text.anotherRiskLevel,
  instrument: text.anotherInstrument,
};

export function Results(props: { answers: StepperAnswers; notices: string[]; results: StepperResults }) {
  const { answers, results } = props;
  const isNone = results.total === 0;
  const amount = answers.capital ?? READER_AMOUNT_DEFAULT;
  return (
    <div className="py-3 sm:py-8">
      <h1 className="max-w-[24ch] text-2xl sm:text-3xl">
        {isNone
          ? text.noneSuits
          : results.total === 1
            ? text.oneSuits
            : text.manySuit(formatCount(results.total))}
      </h1>
      <YourAnswers answers={answers} />
      {props.notices.map((notice) => (
        <div key={notice} className="mt-4 max-w-2xl">
          <Notice kind="warn">
            <p>{notice}</p>
          </Notice>
        </div>
      ))}
      {isNone ? null : <Matches matches={results.matches} amount={amount} />}
      {results.total > results.matches.length ? (
        <p className="mt-4 text-ink-muted">
          {text.mostDeployed({ shown: results.matches.length, count: formatCount(results.total) })}
        </p>
      ) : null}
      {results.misses.map((miss, index) => (
        <section
          key={miss.criterion}
          aria-labelledby={`miss-${miss.criterion}`}
          className={isNone && index === 0 ? "mt-6" : "mt-4 border-t border-line pt-4"}
        >
          <div className="flex flex-wrap items-baseline gap-x-4 gap-y-2">
            <h2 id={`miss-${miss.criterion}`} className="text-lg">
              {text.moreWith({ count: miss.total, change: CHANGE_TEXTS[miss.criterion] })}
            </h2>
            {isNone && index === 0 && miss.criterion === "capital" ? (
              <UseAmount answers={answers} near={miss.near} />
            ) : (
              <a
                href={`/algos/find${answersSearch(answers)}&step=${STEP_OF[miss.criterion]}`}
                className="link inline-flex min-h-8 items-center"
              >
                {text.changeThatAnswer}
              </a>
            )}
          </div>
          {isNone && index === 0 ? (
            <Misses near={miss.near} amount={amount} />
          ) : (
            <Reveal words={miss.near.length === 1 ? text.showIt : text.showOfThem(miss.near.length)}>
              <Misses near={miss.near} amount={amount} />
            </Reveal>
          )}
        </section>
      ))}
    </div>
  );
}

/** Renders a link to the results with the smallest minimum amount of the algos. */
function UseAmount({ answers, near }: { answers: StepperAnswers; near: readonly JudgedAlgo[] }) {
  const needed = Math.min(...near.map(({ strategy }) => strategy.minAmountRupees));
  const capital = Math.min(CAPITAL_MAX_RUPEES, Math.ceil(needed / CAPITAL_STEP_RUPEES) * CAPITAL_STEP_RUPEES);
  return (
    <LinkButton to={`/algos/find${answersSearch({ ...answers, capital })}`}>
      {text.useAmount(capitalLabel(capital))}
    </LinkButton>
  );
}

function Matches(props: { matches: readonly JudgedAlgo[]; amount: number }) {
  const list = (matches: readonly JudgedAlgo[]) => (
    <ul className="card-grid mt-4 sm:mt-6">
      {matches.map((match) => (
        <JudgedCard key={match.strategy.id} judged={match} level="h2" amount={props.amount} />
      ))}
    </ul>
  );
  const more = props.matches.slice(PHONE_RESULTS_MAX);
  return (
    <>
      {list(props.matches.slice(0, PHONE_RESULTS_MAX))}
      {more.length === 0 ? null : (
        <Reveal words={more.length === 1 ? text.showOneMore : text.showMore(more.length)}>
          {list(more)}
        </Reveal>
      )}
    </>
  );
}

function Misses(props: { near: readonly JudgedAlgo[]; amount: number }) {
  return (
    <ul className="card-grid mt-4">
      {props.near.map((near) => (
        <JudgedCard key={near.strategy.id} judged={near} level="h3" amount={props.amount} />
      ))}
    </ul>
  );
}

function YourAnswers(props: { answers: StepperAnswers }) {
  const { capital, risk, instrument } = props.answers;
  const search = answersSearch(props.answers);
  const rows: { label: string; value: string; step: number }[] = [
    { label: text.capital, value: capital === null ? "" : capitalLabel(capital), step: 1 },
    { label: text.riskLevel, value: risk === null ? "" : formatRisk(risk), step: 2 },
    { label: text.instrument, value: instrument === null ? "" : tagText(instrument), step: 3 },
  ];
  return (
    <div className="mt-3 flex flex-wrap items-end gap-x-8 gap-y-1 border-y border-line py-2 sm:mt-4 sm:py-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-1 max-sm:w-full max-sm:flex-col">
        {rows.map((row) => (
          <div key={row.label} className="max-sm:flex max-sm:items-baseline max-sm:justify-between">
            <dt className="text-xs text-ink-muted">{row.label}</dt>
            <dd className="font-semibold">
              {row.value}{" "}
              <a
                href={`/algos/find${search}&step=${row.step}`}
                className="link ms-1 inline-block py-1 text-sm font-normal"
              >
                {text.change}
                <span className="sr-only"> {row.label.toLowerCase()}</span>
              </a>
            </dd>
          </div>
        ))}
      </dl>
      <a href="/algos/find" className="link inline-block py-1 text-sm">
        {text.startOver}
      </a>
    </div>
  );
}

/** Renders a card with the reasons why the algo fits. If it misses an answer, only this reason is shown. */
function JudgedCard(props: { judged: JudgedAlgo; level: "h2" | "h3"; amount: number }) {
  const { strategy, strip } = props.judged;
  const all = props.judged.reasons;
  const missed = all.filter(({ fits }) => !fits);
  const reasons = missed.length === 0 ? all : missed;
  // The largest answer has no upper end, so it contains every minimum amount.
  const isWithin = all.some(({ criterion, fits }) => criterion === "capital" && fits);
  const amount = isWithin ? Math.max(props.amount, strategy.minAmountRupees) : props.amount;
  const record =
    missed.length === 0 ? recordReason(strip, amountAtWork(strategy.minAmountRupees, amount)) : null;
  return (
    <li>
      <StrategyCard
        strategy={strategy}
        headingLevel={props.level}
        compareHref={compareAddPath([strategy.id])}
        evidence={{ strip, amount }}
      />
      <div className="card-reasons rounded-b-md border border-t-0 border-line bg-surface-sunken px-5 py-3 text-sm">
        {missed.length > 0 ? null : <p className="mb-1 font-semibold">{text.whyItFits}</p>}
        <ul className="space-y-1">
          {reasons.map((reason) => (
            <li key={reason.criterion} className="flex gap-2">
              {reason.fits ? (
                <Check className="mt-1 size-3.5 shrink-0 text-gain" />
              ) : (
                <X className="mt-1 size-3.5 shrink-0 text-loss" />
              )}
              <span>
                <span className="sr-only">{reason.fits ? `${text.fits} ` : `${text.misses} `}</span>
                {reason.sentence}
              </span>
            </li>
          ))}
          {record === null ? null : (
            <li className="flex gap-2">
              <ChartNoAxesColumn className="mt-1 size-3.5 shrink-0 text-ink-muted" />
              <span>{record}</span>
            </li>
          )}
        </ul>
      </div>
    </li>
  );
}

/** Returns a sentence about the largest drawdown in an algo's record. Null if the record may not be shown. */
function recordReason(strip: Strip, amount: number): string | null {
  if (strip.kind !== "shown") return null;
  const { evidence, from, to, maxDrawdown, costShare } = strip.figures;
  const rupees = (share: number) => formatRupees(Math.round(Math.abs(share) * amount));
  return text.recordReason({
    evidence: EVIDENCE_NAMES[evidence],
    from: formatDay(from),
    to: formatDay(to),
    amount: formatRupees(amount),
    fall: rupees(maxDrawdown),
    costs: rupees(costShare),
  });
}
