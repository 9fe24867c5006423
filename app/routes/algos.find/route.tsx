// The algo finder: three forms and the results at one address. Its query contains the answers. Each result states why
// the algo fits, or which criterion it misses.
import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import type { StrategySummary } from "../../contract/base-api/strategy.ts";
import type { PageHandle } from "../../contract/site/page-handle.ts";
import { READER_AMOUNT_DEFAULT } from "../../domain/reader-amount.ts";
import { evidenceForReader } from "../../evidence/at-amount.ts";
import { loadStrips, type Strip } from "../../evidence/evidence-strip.ts";
import { unavailableWithoutProvider } from "../../http/problem.ts";
import {
  answersSearch,
  CAPITAL_MAX_RUPEES,
  type Criterion,
  FILTER_STEPS,
  listFitReasons,
  readAnswers,
  type StepperAnswers,
  sliderAmount,
  stepperQuery,
} from "../../marketplace/stepper.ts";
import { algosCrumbs, Breadcrumbs } from "../../ui/breadcrumbs.tsx";
import { fixedMeta } from "../../ui/page-meta.ts";
import { Results, type StepperResults } from "./results.tsx";
import { Step } from "./step.tsx";
import { pageText as text } from "./text.ts";

/** `finder` loads a script that shows the amount while the user moves the slider. */
export const handle: PageHandle = {
  forms: true,
  query: ["capital", "pick", "amount", "risk", "instrument", "step"],
  shared: true,
  hasOwnAmount: true,
  finder: true,
  cards: true,
};

const UNREACHABLE: Strip = { kind: "unreachable" };
const MATCHES_SHOWN_MAX = 12;
const NEAR_MISSES_SHOWN_MAX = 3;
const CRITERIA: Criterion[] = ["capital", "risk", "instrument"];

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (context.provider === undefined) throw unavailableWithoutProvider();
  const { provider } = context;
  const params = new URL(request.url).searchParams;
  const { answers, notices } = readAnswers(params);
  const requestedStep = Number(params.get("step") ?? "0");
  const firstOpen = FILTER_STEPS.findIndex((step) => answers[step.fieldName] === null);
  const isBack =
    requestedStep >= 1 &&
    requestedStep <= FILTER_STEPS.length &&
    (firstOpen === -1 || requestedStep - 1 <= firstOpen);
  const stepIndex = isBack ? requestedStep - 1 : firstOpen;
  const isAnsweredNow = stepIndex === -1;
  // Redirects to the canonical address of the result, unless an amount was corrected: the message about the correction
  // would be lost.
  if (isAnsweredNow && notices.length === 0) {
    const canonical = answersSearch(answers);
    if (new URL(request.url).search !== canonical && !params.has("_data"))
      throw redirect(`/algos/find${canonical}`);
  }
  const typed = { typedAmount: params.get("amount") ?? "", slider: sliderAmount(params) };
  if (!isAnsweredNow) return { answers, notices, ...typed, stepIndex, results: null };

  const criteria = CRITERIA.filter(
    (one) => one !== "capital" || (answers.capital ?? CAPITAL_MAX_RUPEES) < CAPITAL_MAX_RUPEES,
  );
  const [matches, ...misses] = await Promise.all([
    provider.listStrategies(stepperQuery(answers, MATCHES_SHOWN_MAX)),
    ...criteria.map((without) =>
      provider.listStrategies(stepperQuery(answers, MATCHES_SHOWN_MAX + NEAR_MISSES_SHOWN_MAX, without)),
    ),
  ]);
  const judge = (strategy: StrategySummary) => ({ strategy, reasons: listFitReasons(strategy, answers) });
  const missed = criteria
    .map((criterion, index) => {
      const page = misses[index];
      const near = (page?.items ?? [])
        .map(judge)
        .filter(({ reasons }) => reasons.some((reason) => !reason.fits && reason.criterion === criterion));
      const total = (page?.total ?? 0) - (criterion === "instrument" ? matches.total : 0);
      return { criterion, total, near: near.slice(0, NEAR_MISSES_SHOWN_MAX) };
    })
    .filter(({ near }) => near.length > 0);
  const fitting = matches.items.map(judge);
  const all = [...fitting, ...missed.flatMap(({ near }) => near)];
  const strips = await loadStrips(
    evidenceForReader(context, answers.capital ?? READER_AMOUNT_DEFAULT),
    all.map(({ strategy }) => strategy),
  );
  const strip = new Map(all.map(({ strategy }, index) => [strategy.id, strips[index] ?? UNREACHABLE]));
  const withStrip = (one: ReturnType<typeof judge>) => ({
    ...one,
    strip: strip.get(one.strategy.id) ?? UNREACHABLE,
  });
  const results: StepperResults = {
    total: matches.total,
    matches: fitting.map(withStrip),
    misses: missed.map((miss) => ({ ...miss, near: miss.near.map(withStrip) })),
  };
  return { answers, notices, ...typed, stepIndex: -1, results };
}

export const meta = fixedMeta(text, "/algos/find");

export default function Find() {
  const { answers, notices, typedAmount, slider, stepIndex, results } = useLoaderData<typeof loader>();
  const step = FILTER_STEPS[stepIndex];
  return (
    <>
      <Breadcrumbs crumbs={algosCrumbs()} here={text.title} />
      {step === undefined || results !== null ? (
        <Results
          answers={answers}
          notices={notices}
          results={results ?? { total: 0, matches: [], misses: [] }}
        />
      ) : (
        <Step
          key={step.id}
          step={step}
          number={stepIndex + 1}
          answers={answers as StepperAnswers}
          notices={notices}
          typedAmount={typedAmount}
          slider={slider}
        />
      )}
    </>
  );
}
