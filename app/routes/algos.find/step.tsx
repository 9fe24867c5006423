// One step of the algo finder as a form. Hidden fields contain the earlier answers, and a link opens the previous step.

import { useId } from "react";
import { tagText } from "../../domain/filter-texts.ts";
import { RISK_INPUTS } from "../../domain/risk-rating.ts";
import { formatRisk } from "../../format/risk.ts";
import { formatRupees } from "../../format/rupees.ts";
import {
  answersSearch,
  CAPITAL_MAX_RUPEES,
  CAPITAL_MIN_RUPEES,
  CAPITAL_SCALE,
  CAPITAL_STEP_RUPEES,
  capitalLabel,
  FILTER_STEPS,
  type FilterStep,
  INSTRUMENT_CHOICES,
  type InstrumentChoice,
  RISK_CHOICES,
  type RiskChoice,
  type StepperAnswers,
} from "../../marketplace/stepper.ts";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { SubmitButton } from "../../ui/link-button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { stepText as text } from "./text.ts";

const CAPITAL_START_RUPEES = 100_000;

/**
 * Returns a hint for each risk level: the largest drawdowns that it allows (risk-rating.ts), in rupees of the entered
 * capital.
 */
function riskHints(capital: number): Record<RiskChoice, string> {
  const [low = 0, medium = 0] = RISK_INPUTS.find(({ key }) => key === "maxDrawdown")?.bands ?? [];
  const rupees = (share: number) => formatRupees(Math.round((share * capital) / 100) * 100);
  return {
    Low: text.lowMeans(rupees(low)),
    Medium: text.mediumMeans(rupees(medium)),
    High: text.highMeans({ amount: rupees(medium), capital: formatRupees(capital) }),
  };
}

const INSTRUMENT_HINTS: Record<InstrumentChoice, string> = {
  Index: text.indexMeans,
  Options: text.optionsMean,
  Equity: text.equityMeans,
};

export function Step(props: {
  step: FilterStep;
  number: number;
  answers: StepperAnswers;
  notices: string[];
  typedAmount: string;
  /** Slider amount from the page's address; null if it has none. */
  slider: number | null;
}) {
  const { step, number, answers } = props;
  const isCapital = step.fieldName === "capital";
  // The message is an error if no amount was understood. Otherwise it states how the amount was corrected.
  const fault = isCapital && answers.capital === null ? props.notices[0] : undefined;
  return (
    <div className="mx-auto max-w-2xl py-8">
      <p className="text-sm font-semibold text-ink-muted">
        {text.stepOf({ number, count: FILTER_STEPS.length, label: step.label })}
      </p>
      <div className="mt-2 grid grid-cols-3 gap-1.5" aria-hidden>
        {FILTER_STEPS.map((other, index) => (
          <span key={other.id} className={`h-1.5 rounded-sm ${index < number ? "bg-accent" : "bg-line"}`} />
        ))}
      </div>
      <h1 className="mt-6 text-2xl">{step.question}</h1>
      <Messages notices={props.notices} fault={fault} />
      <form action="/algos/find" method="get" className="mt-6">
        {/* Enter in a field activates the form's first button. This hidden button prevents Enter from selecting a suggested amount. */}
        {isCapital ? (
          <button type="submit" tabIndex={-1} aria-hidden className="sr-only">
            {text.next}{" "}
          </button>
        ) : null}
        {isCapital || answers.capital === null ? null : (
          <input type="hidden" name="capital" value={answers.capital} />
        )}
        {step.fieldName === "risk" || answers.risk === null ? null : (
          <input type="hidden" name="risk" value={answers.risk} />
        )}
        {step.fieldName === "instrument" || answers.instrument === null ? null : (
          <input type="hidden" name="instrument" value={answers.instrument} />
        )}
        {isCapital ? (
          <CapitalField
            capital={answers.capital ?? props.slider}
            typed={fault === undefined ? "" : props.typedAmount}
            fault={fault}
          />
        ) : step.fieldName === "risk" ? (
          <Choices
            name="risk"
            question={step.question}
            choices={RISK_CHOICES}
            nameOf={formatRisk}
            hints={riskHints(answers.capital ?? CAPITAL_START_RUPEES)}
            chosen={answers.risk}
          />
        ) : (
          <Choices
            name="instrument"
            question={step.question}
            choices={INSTRUMENT_CHOICES}
            nameOf={tagText}
            hints={INSTRUMENT_HINTS}
            chosen={answers.instrument}
          />
        )}
        <div className="mt-8 flex flex-wrap items-center gap-4">
          {isCapital ? <SubmitButton>{text.nextRiskLevel}</SubmitButton> : null}{" "}
          {number === 1 ? null : (
            <a href={`/algos/find${stepQuery(answersSearch(answers), number - 1)}`} className="link py-2">
              {text.back}
            </a>
          )}{" "}
          <a href="/algos" className="link py-2">
            {text.seeAllAlgosInstead}
          </a>
        </div>
      </form>
    </div>
  );
}

/** Renders the error of the amount, or the notices if there is none. */
function Messages({ notices, fault }: { notices: string[]; fault: string | undefined }) {
  if (fault !== undefined)
    return (
      <div className="mt-5">
        <ErrorSummary title={text.checkTheAmount} faults={[{ href: "#amount-typed", message: fault }]} />
      </div>
    );
  if (notices.length === 0) return null;
  return (
    <div className="mt-5 space-y-2">
      {notices.map((notice) => (
        <Notice key={notice} kind="warn" isAlert>
          <p>{notice}</p>
        </Notice>
      ))}
    </div>
  );
}

function stepQuery(search: string, step: number): string {
  const params = new URLSearchParams(search);
  params.append("step", String(step));
  return `?${params}`;
}

function CapitalField(props: { capital: number | null; typed: string; fault: string | undefined }) {
  const rupees = props.capital ?? CAPITAL_START_RUPEES;
  const sliderId = useId();
  return (
    <>
      <label htmlFor={sliderId} className="font-semibold">
        {text.slideToAnAmount}
      </label>
      <p className="text-sm text-ink-muted">
        {text.rangeInSteps({
          least: formatRupees(CAPITAL_MIN_RUPEES),
          most: formatRupees(CAPITAL_MAX_RUPEES),
          step: formatRupees(CAPITAL_STEP_RUPEES),
        })}{" "}
        {/* Without a script the page cannot show the value of a moved slider, so the text states that this is the initial value. */}
        <span data-before-amount={sliderId}>{text.startsAt}</span>{" "}
        <output htmlFor={sliderId} className="font-semibold text-ink">
          {capitalLabel(rupees)}
        </output>
        .
      </p>
      <input
        id={sliderId}
        type="range"
        name="capital"
        min={CAPITAL_MIN_RUPEES}
        max={CAPITAL_MAX_RUPEES}
        step={CAPITAL_STEP_RUPEES}
        defaultValue={rupees}
        aria-valuetext={capitalLabel(rupees)}
        data-rupees=""
        className="mt-4 h-6 w-full"
      />
      <div aria-hidden className="flex justify-between text-xs text-ink-muted">
        <span>{text.least}</span> <span>{text.most}</span>
      </div>

      <fieldset className="mt-6">
        <legend className="font-semibold">{text.orPickOne}</legend>
        <p className="text-sm text-ink-muted">{text.everyMinimumFits}</p>
        <div className="mt-2 grid grid-cols-3 gap-2 sm:grid-cols-9">
          {CAPITAL_SCALE.map((point) => (
            <button
              key={point.label}
              type="submit"
              name="pick"
              value={point.rupees}
              className="button button-quiet px-1"
            >
              {point.label}
              <span className="sr-only"> ({formatRupees(point.rupees)}) </span>
            </button>
          ))}
        </div>
      </fieldset>

      <TextField
        box="mt-6"
        id="amount-typed"
        type="text"
        name="amount"
        label={text.orType}
        hint={text.typedCounts}
        fault={props.fault}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        defaultValue={props.typed}
        className="max-w-60"
      />
    </>
  );
}

function Choices<Choice extends string>(props: {
  name: string;
  question: string;
  choices: readonly Choice[];
  nameOf: (choice: Choice) => string;
  hints: Record<Choice, string>;
  chosen: Choice | null;
}) {
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{props.question}</legend>
      {props.choices.map((choice) => (
        <button
          key={choice}
          type="submit"
          name={props.name}
          value={choice}
          className="panel cursor-pointer p-4 text-start hover:border-accent"
        >
          <span className="block text-lg font-semibold">
            {props.nameOf(choice)}
            {props.chosen === choice ? (
              <span className="text-sm font-normal text-ink-muted"> {text.soFar}</span>
            ) : null}
          </span>{" "}
          <span className="block text-ink-muted">{props.hints[choice]}</span>
        </button>
      ))}
    </fieldset>
  );
}
