// First step of deploying: amount, paper or live, risk limits, start and days. A GET form, so that the review has an
// address.

import type { ScheduleDay } from "../../contract/base-api/deployment.ts";
import type { Strategy } from "../../contract/base-api/strategy.ts";
import { START_WITHIN_DAYS, type TermFaults, type TypedTerms } from "../../deploying/deploy-terms.ts";
import { isoDayOf } from "../../domain/market-sessions.ts";
import { formatPaise, formatRupees } from "../../format/rupees.ts";
import { ErrorSummary, FieldFault } from "../../ui/error-summary.tsx";
import type { SeenLosses } from "./seen-losses.ts";
import { termsFormText as text } from "./text.ts";

type Props = {
  path: string;
  strategy: Pick<Strategy, "minAmountRupees" | "minimum" | "entryWindow" | "lossLimits">;
  typed: TypedTerms;
  faults: TermFaults;
  days: ScheduleDay[];
  today: string;
  availablePaise: number;
  seen: SeenLosses | null;
};

export function TermsFaults({ faults }: { faults: TermFaults }) {
  return (
    <ErrorSummary
      title={text.notComplete}
      faults={Object.entries(faults).map(([name, words]) => ({ href: `#${name}`, words }))}
    />
  );
}

export function TermsForm(props: Props) {
  return (
    <form id="terms" action={props.path} method="get" className="min-w-0">
      <input type="hidden" name="step" value="review" />
      <CapitalFields {...props} />
      <ModeFields {...props} />
      <LimitFields {...props} />
      <DayFields {...props} />
      <button type="submit" className="button button-main mt-4 w-full lg:hidden">
        {text.goToReview}
      </button>
    </form>
  );
}

function ModeFields({ typed, faults }: Props) {
  return (
    <fieldset id="mode" className="panel panel-body mt-4">
      <legend className="panel-title float-start mb-2 w-full">{text.paperOrLive}</legend>
      <div className="clear-both grid gap-3 sm:grid-cols-2">
        <Choice name="mode" value="paper" current={typed.mode} label={text.onPaper}>
          {text.paperMeans}
        </Choice>
        <Choice name="mode" value="live" current={typed.mode} label={text.live}>
          {text.liveMeans}
        </Choice>
      </div>
      <FieldFault id="mode-fault" words={faults.mode} />
    </fieldset>
  );
}

function CapitalFields({ strategy, typed, faults, availablePaise }: Props) {
  const { marginRupees, bufferRupees } = strategy.minimum;
  return (
    <fieldset className="panel panel-body">
      <legend className="panel-title float-start mb-2 w-full">{text.howMuch}</legend>
      <div className="clear-both max-w-md">
        <label htmlFor="amount" className="sr-only">
          {text.amountInRupees}
        </label>
        <input
          id="amount"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          defaultValue={typed.amount}
          aria-invalid={faults.amount === undefined ? undefined : true}
          aria-describedby={faults.amount === undefined ? "amount-hint" : "amount-hint amount-fault"}
          className="field field-large"
        />
        <FieldFault id="amount-fault" words={faults.amount ?? faults.multiplier} />
      </div>
      <p id="amount-hint" className="mt-2 text-sm text-ink-muted">
        {bufferRupees === 0
          ? text.minimumOfHoldings(formatRupees(marginRupees))
          : text.minimumWithBuffer({
              margin: formatRupees(marginRupees),
              buffer: formatRupees(bufferRupees),
              sum: formatRupees(strategy.minAmountRupees),
            })}{" "}
        {text.available(formatPaise(availablePaise))}
      </p>
    </fieldset>
  );
}

function DayFields({ strategy, typed, faults, days, today }: Props) {
  const last = isoDayOf(Math.floor(Date.parse(`${today}T00:00:00Z`) / 86_400_000) + START_WITHIN_DAYS);
  return (
    <fieldset id="days" className="panel panel-body mt-4">
      <legend className="panel-title float-start mb-2 w-full">{text.whenItMayOpen}</legend>
      <p className="clear-both text-sm text-ink-muted" id="days-label">
        {text.onTheseDays({ from: strategy.entryWindow.from, to: strategy.entryWindow.to })}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <ul className="flex flex-wrap gap-2" aria-labelledby="days-label">
          {days.map((day) => (
            <li key={day}>
              <label className="day-choice">
                <input type="checkbox" name="days" value={day} defaultChecked={typed.days.includes(day)} />
                {day}
              </label>
            </li>
          ))}
        </ul>
        <label className="flex items-center gap-3">
          {text.from}
          <input
            id="startOn"
            type="date"
            name="startOn"
            defaultValue={typed.startOn}
            min={today}
            max={last}
            aria-invalid={faults.startOn === undefined ? undefined : true}
            aria-describedby={faults.startOn === undefined ? undefined : "startOn-fault"}
            className="field max-w-44"
          />
        </label>
      </div>
      <FieldFault id="startOn-fault" words={faults.startOn} />
      <FieldFault id="days-fault" words={faults.days} />
    </fieldset>
  );
}

/** The trader's own limits in addition to the algo's stops. */
function LimitFields({ typed, faults, seen }: Props) {
  return (
    <fieldset className="panel panel-body mt-4">
      <legend className="panel-title float-start mb-2 w-full">{text.yourRiskLimits}</legend>
      <p className="clear-both text-sm text-ink-muted">
        {seen === null ? text.brokerChecksLimits : text.limitsFromRecord}
      </p>
      <div className="mt-3 grid gap-4 sm:grid-cols-3">
        <Field
          name="lossPerDay"
          label={text.dailyLossLimit}
          hint={
            seen === null
              ? text.dayLimitMeans
              : text.dayLimitOf(formatRupees(Math.round(seen.worstDayRupees)))
          }
          value={typed.lossPerDay}
          fault={faults.lossPerDay}
          inputMode="decimal"
        />
        <Field
          name="lossInAll"
          label={text.maxLoss}
          hint={seen === null ? text.maxLossMeans : text.maxLossOf(formatRupees(Math.round(seen.fallRupees)))}
          value={typed.lossInAll}
          fault={faults.lossInAll}
          inputMode="decimal"
        />
        <Field
          name="tradesPerDay"
          label={text.maxTradesADay}
          hint={text.maxTradesMeans}
          value={typed.tradesPerDay}
          fault={faults.tradesPerDay}
          inputMode="numeric"
        />
      </div>
    </fieldset>
  );
}

function Choice(props: {
  name: string;
  value: string;
  current: string;
  label: string;
  children: React.ReactNode;
}) {
  return (
    <label className="flex min-h-11 items-start gap-3 rounded-md border border-line-strong p-4 has-checked:border-accent has-checked:bg-accent-faint">
      <input
        type="radio"
        name={props.name}
        value={props.value}
        defaultChecked={props.current === props.value}
        className="mt-1 size-5 shrink-0"
      />
      <span>
        <span className="font-semibold">{props.label}</span>{" "}
        <span className="block text-sm text-ink-muted">{props.children}</span>
      </span>
    </label>
  );
}

function Field(props: {
  name: string;
  label: string;
  hint: string;
  value: string;
  fault: string | undefined;
  inputMode: "decimal" | "numeric";
}) {
  const { name, fault } = props;
  return (
    <div>
      <label htmlFor={name} className="font-semibold">
        {props.label}
      </label>
      <input
        id={name}
        name={name}
        inputMode={props.inputMode}
        autoComplete="off"
        maxLength={30}
        defaultValue={props.value}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? `${name}-hint` : `${name}-hint ${name}-fault`}
        className="field mt-1.5"
      />
      <p id={`${name}-hint`} className="mt-1 text-xs text-ink-muted">
        {props.hint}
      </p>
      <FieldFault id={`${name}-fault`} words={fault} />
    </div>
  );
}
