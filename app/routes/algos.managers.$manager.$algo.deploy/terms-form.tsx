// The first step of deploying: paper or live, how much, from when, on which days, and the trader's own guards. A GET form: its
// answer is an address.
import { START_WITHIN_DAYS, type TermFaults, type TypedTerms } from "../../deploying/deploy-terms.ts";
import { formatPaise, formatRupees } from "../../format/rupees.ts";
import { ErrorSummary, FieldFault } from "../../ui/error-summary.tsx";
import { MULTIPLIER_MAX, type ScheduleDay } from "../../wire/deployment.ts";
import { isoDayOf } from "../../wire/market-sessions.ts";
import type { Strategy } from "../../wire/strategy.ts";

export function TermsForm(props: {
  path: string;
  strategy: Pick<Strategy, "minAmountRupees" | "minimum" | "entryWindow" | "lossLimits">;
  typed: TypedTerms;
  faults: TermFaults;
  days: ScheduleDay[];
  today: string;
  availablePaise: number;
}) {
  const { strategy, typed, faults } = props;
  const { marginRupees, bufferRupees } = strategy.minimum;
  const last = isoDayOf(Math.floor(Date.parse(`${props.today}T00:00:00Z`) / 86_400_000) + START_WITHIN_DAYS);
  return (
    <form action={props.path} method="get" className="max-w-2xl">
      <input type="hidden" name="step" value="review" />
      <ErrorSummary
        title="The terms are not complete"
        faults={Object.entries(faults).map(([name, words]) => ({ href: `#${name}`, words }))}
      />
      <fieldset id="mode" className="panel p-5">
        <legend className="px-1 text-lg font-semibold">Paper or live</legend>
        <Choice name="mode" value="paper" current={typed.mode} label="On paper">
          It trades the market's prices with no money of yours. The same rules and risk limits.
        </Choice>
        <Choice name="mode" value="live" current={typed.mode} label="Live">
          It sends orders for your account. Available margin:{" "}
          <span className="number">{formatPaise(props.availablePaise)}</span>.
        </Choice>
        <FieldFault id="mode-fault" words={faults.mode} />
      </fieldset>

      <fieldset className="panel mt-4 p-5">
        <legend className="px-1 text-lg font-semibold">How much</legend>
        <p className="text-sm text-ink-muted">
          The minimum is {formatRupees(marginRupees)}{" "}
          {bufferRupees === 0 ? "for the holdings" : "margin or purchase"}
          {bufferRupees === 0
            ? ""
            : ` + ${formatRupees(bufferRupees)} buffer = ${formatRupees(strategy.minAmountRupees)}`}
          . It works in whole multiples of that.
        </p>
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <Field
            name="amount"
            label="Amount, in rupees"
            hint="Such as 75,000 or 1.5L; what is over a multiple stays idle."
            value={typed.amount}
            fault={faults.amount}
            inputMode="decimal"
          />
          <Field
            name="multiplier"
            label="or multiples of the minimum"
            hint={`1 to ${MULTIPLIER_MAX}; if given, it counts.`}
            value={typed.multiplier}
            fault={faults.multiplier}
            inputMode="numeric"
          />
        </div>
      </fieldset>

      <fieldset id="days" className="panel mt-4 p-5">
        <legend className="px-1 text-lg font-semibold">When it may open positions</legend>
        <label htmlFor="startOn" className="block font-semibold">
          From
        </label>
        <input
          id="startOn"
          type="date"
          name="startOn"
          defaultValue={typed.startOn}
          min={props.today}
          max={last}
          aria-invalid={faults.startOn === undefined ? undefined : true}
          aria-describedby={faults.startOn === undefined ? undefined : "startOn-fault"}
          className="field mt-1.5 max-w-52"
        />
        <FieldFault id="startOn-fault" words={faults.startOn} />
        <p className="mt-4 font-semibold" id="days-label">
          On these days, {strategy.entryWindow.from} to {strategy.entryWindow.to} IST
        </p>
        <ul className="mt-1 flex flex-wrap gap-x-5 gap-y-1" aria-labelledby="days-label">
          {props.days.map((day) => (
            <li key={day}>
              <label className="inline-flex min-h-11 items-center gap-2">
                <input
                  type="checkbox"
                  name="days"
                  value={day}
                  defaultChecked={typed.days.includes(day)}
                  className="size-5"
                />
                {day}
              </label>
            </li>
          ))}
        </ul>
        <FieldFault id="days-fault" words={faults.days} />
      </fieldset>

      <fieldset className="panel mt-4 p-5">
        <legend className="px-1 text-lg font-semibold">Your risk limits</legend>
        <p className="text-sm text-ink-muted">
          The broker checks them at every step, beside the algo's own stops. Leave a field empty for no limit.
        </p>
        <div className="mt-3 grid gap-4 sm:grid-cols-3">
          <Field
            name="lossPerDay"
            label="Daily loss limit"
            hint={
              strategy.lossLimits.perDayPercent === null
                ? "When reached: squared off, then paused."
                : `When reached: squared off, then paused. The algo's own day stop is ${formatRupees(Math.ceil((strategy.minAmountRupees * strategy.lossLimits.perDayPercent) / 100))} for the minimum.`
            }
            value={typed.lossPerDay}
            fault={faults.lossPerDay}
            inputMode="decimal"
          />
          <Field
            name="lossInAll"
            label="Max loss"
            hint="When reached: squared off, then stopped."
            value={typed.lossInAll}
            fault={faults.lossInAll}
            inputMode="decimal"
          />
          <Field
            name="tradesPerDay"
            label="Max trades a day"
            hint="When reached: it opens nothing more today."
            value={typed.tradesPerDay}
            fault={faults.tradesPerDay}
            inputMode="numeric"
          />
        </div>
      </fieldset>
      <button type="submit" className="button button-main mt-6">
        Go on to the review
      </button>
    </form>
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
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input
        type="radio"
        name={props.name}
        value={props.value}
        defaultChecked={props.current === props.value}
        className="mt-1 size-5 shrink-0"
      />
      <span>
        <span className="font-semibold">{props.label}</span>
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
