// The terms of a deployment: amount, risk limits, start and days. One button starts it on paper; another opens the
// review of a live deployment.

import type { ScheduleDay } from "../../contract/base-api/deployment.ts";
import type { Strategy } from "../../contract/base-api/strategy.ts";
import { START_WITHIN_DAYS, type TermFaults, type TypedTerms } from "../../deploying/deploy-terms.ts";
import { isoDayOf } from "../../domain/market-sessions.ts";
import { formatRupees } from "../../format/rupees.ts";
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
  xsrf: string;
  /** Idempotency key, so that a form submitted twice creates one deployment. */
  requestKey: string;
};

export function TermsFaults({ faults }: { faults: TermFaults }) {
  return (
    <ErrorSummary
      title={text.notComplete}
      faults={Object.entries(faults).map(([name, message]) => ({ href: `#${name}`, message }))}
    />
  );
}

export function TermsForm(props: Props) {
  return (
    <form id="terms" action={props.path} method="post" className="min-w-0">
      <input type="hidden" name="xsrf" value={props.xsrf} />
      <input type="hidden" name="key" value={props.requestKey} />
      <CapitalFields {...props} />
      <LimitFields {...props} />
      <DayFields {...props} />
      <div id="mode" className="lg:hidden">
        <StartButtons />
      </div>
      <FieldFault id="mode-fault" message={props.faults.mode} />
    </form>
  );
}

/** The paper button is first, so that Enter never starts a live deployment. */
export function StartButtons() {
  return (
    <>
      <button type="submit" form="terms" name="mode" value="paper" className="button button-main mt-3 w-full">
        {text.startOnPaper}
      </button>{" "}
      <button type="submit" form="terms" name="mode" value="live" className="button button-quiet mt-3 w-full">
        {text.goToReview}
      </button>
      <p className="mt-2 text-sm text-ink-muted">{text.paperMeans}</p>
    </>
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
        <FieldFault id="amount-fault" message={faults.amount ?? faults.multiplier} />
      </div>
      <p id="amount-hint" className="mt-2 text-sm text-ink-muted">
        {bufferRupees === 0
          ? text.minimumOfHoldings(formatRupees(marginRupees))
          : text.minimumWithBuffer({
              margin: formatRupees(marginRupees),
              buffer: formatRupees(bufferRupees),
              sum: formatRupees(strategy.minAmountRupees),
            })}{" "}
        {text.available(formatRupees(Math.floor(availablePaise / 100)))}
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
      <FieldFault id="startOn-fault" message={faults.startOn} />
      <FieldFault id="days-fault" message={faults.days} />
    </fieldset>
  );
}

/** Renders the trader's limits, which apply in addition to the algo's stops. */
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
      <FieldFault id={`${name}-fault`} message={fault} />
    </div>
  );
}
