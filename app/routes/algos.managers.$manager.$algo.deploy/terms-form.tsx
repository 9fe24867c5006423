// The terms of a deployment: amount, mode, risk limits, start and days.

import type { ReactNode } from "react";
import type { DeploymentMode, ScheduleDay } from "../../contract/base-api/deployment.ts";
import type { Strategy } from "../../contract/base-api/strategy.ts";
import {
  START_WITHIN_DAYS,
  sliderRange,
  type TermFaults,
  type TypedTerms,
} from "../../deploying/deploy-terms.ts";
import { dayOfIso, isoDayOf } from "../../domain/time.ts";
import { formatWeekdayShort } from "../../format/dates.ts";
import { formatRupees } from "../../format/rupees.ts";
import { ErrorSummary, FieldFault } from "../../ui/error-summary.tsx";
import { filled } from "../../ui/filled.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { ShareOfAmount } from "./of-amount.tsx";
import type { RecordLosses } from "./seen-losses.ts";
import { termsFormText as text } from "./text.ts";

type Props = {
  path: string;
  strategy: Pick<Strategy, "minAmountRupees" | "minimum" | "entryWindow" | "lossLimits">;
  typed: TypedTerms;
  faults: TermFaults;
  days: ScheduleDay[];
  today: string;
  /** True in a market without hours, where the algo's sessions run back to back from its start. */
  neverCloses: boolean;
  availablePaise: number;
  /** Capital of the losses on the page, a multiple of the minimum amount. */
  capitalRupees: number;
  seen: RecordLosses | null;
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
    <form
      id="terms"
      action={props.path}
      method="post"
      className="split-stack"
      data-minimum={props.strategy.minAmountRupees}
      data-capital={props.capitalRupees}
    >
      <input type="hidden" name="xsrf" value={props.xsrf} />
      <input type="hidden" name="key" value={props.requestKey} />
      <CapitalFields {...props} />
      <ModeFields {...props} />
      <LimitFields {...props} />
      <DayFields {...props} />
    </form>
  );
}

function CapitalFields({ strategy, typed, faults, availablePaise, capitalRupees }: Props) {
  const { marginRupees, bufferRupees } = strategy.minimum;
  const range = sliderRange(strategy.minAmountRupees, availablePaise, capitalRupees);
  const available = text.available(formatRupees(Math.floor(availablePaise / 100)));
  const fault = faults.amount ?? faults.multiplier;
  return (
    <fieldset className="panel panel-body">
      <legend className="panel-title float-start mb-2 w-full">{text.howMuch}</legend>
      <div className="clear-both grid items-center gap-x-6 gap-y-3 sm:grid-cols-2">
        <div>
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
            aria-invalid={fault === undefined ? undefined : true}
            aria-describedby={fault === undefined ? "amount-hint" : "amount-hint amount-fault"}
            className="field field-large"
          />
          <FieldFault id="amount-fault" message={fault} />
        </div>
        {range === null ? null : (
          <AmountSlider
            minimumRupees={strategy.minAmountRupees}
            range={range}
            amount={typed.amount}
            available={available}
          />
        )}
      </div>
      <p id="amount-hint" className="mt-2 text-sm text-ink-muted">
        {bufferRupees === 0
          ? text.minimumOfHoldings(formatRupees(marginRupees))
          : text.minimumWithBuffer({
              margin: formatRupees(marginRupees),
              buffer: formatRupees(bufferRupees),
              sum: formatRupees(strategy.minAmountRupees),
            })}
        {range === null ? ` ${available}.` : null}
      </p>
    </fieldset>
  );
}

/** Renders the amount slider, which selects whole lots up to the available margin. */
function AmountSlider(props: {
  minimumRupees: number;
  range: { start: number; most: number };
  /** Content of the amount field. The server ignores the slider if the user changed this field. */
  amount: string;
  available: string;
}) {
  const { minimumRupees, range } = props;
  return (
    <div>
      <input type="hidden" name="shownAmount" value={props.amount} />
      <input type="hidden" name="sliderStart" value={range.start} />
      <input
        id="slider"
        type="range"
        name="slider"
        min={minimumRupees}
        max={range.most}
        step={minimumRupees}
        defaultValue={range.start}
        aria-label={text.slider}
        className="h-7 w-full"
      />
      <p className="flex justify-between gap-3 text-sm text-ink-muted">
        <span>{formatRupees(minimumRupees)}</span> <span>{props.available}</span>
      </p>
    </div>
  );
}

function ModeFields({ typed, faults }: Props) {
  return (
    <fieldset id="mode" className="panel panel-body">
      <legend className="panel-title float-start mb-2 w-full">{text.paperOrLive}</legend>
      <div className="mode-cards clear-both">
        <ModeCard
          mode="paper"
          title={text.onPaper}
          means={text.paperMeans}
          isChosen={typed.mode !== "live"}
        />
        <ModeCard mode="live" title={text.live} means={text.liveMeans} isChosen={typed.mode === "live"} />
      </div>
      <FieldFault id="mode-fault" message={faults.mode} />
    </fieldset>
  );
}

function ModeCard(props: { mode: DeploymentMode; title: string; means: string; isChosen: boolean }) {
  return (
    <label className="mode-card">
      <input
        id={`mode-${props.mode}`}
        type="radio"
        name="mode"
        value={props.mode}
        defaultChecked={props.isChosen}
      />
      <span>
        <span className="font-semibold">{props.title}</span>{" "}
        <span className="block text-sm text-ink-muted">{props.means}</span>
      </span>
    </label>
  );
}

function DayFields({ strategy, typed, faults, days, today, neverCloses }: Props) {
  const last = isoDayOf(dayOfIso(today) + START_WITHIN_DAYS);
  return (
    <fieldset id="days" className="panel min-w-0 panel-body">
      <Legend title={text.whenItMayOpen} hintId="days-label">
        {neverCloses
          ? text.atAnyTime
          : text.onTheseDays({ from: strategy.entryWindow.from, to: strategy.entryWindow.to })}
      </Legend>
      <div className="clear-both flex flex-wrap items-center gap-x-4 gap-y-2">
        <ul className="flex flex-wrap gap-2" aria-labelledby="days-label">
          {days.map((day) => (
            <li key={day}>
              <label className="day-choice">
                <input type="checkbox" name="days" value={day} defaultChecked={typed.days.includes(day)} />
                {formatWeekdayShort(day)}
              </label>
            </li>
          ))}
        </ul>
        <label className="flex flex-wrap items-center gap-3">
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
            className="field min-w-0 max-w-44"
          />
        </label>
      </div>
      <FieldFault id="startOn-fault" message={faults.startOn} />
      <FieldFault id="days-fault" message={faults.days} />
    </fieldset>
  );
}

/** Renders the title of a group of fields, with a hint on the right. */
function Legend(props: { title: string; hintId?: string; children: string }) {
  return (
    <legend className="panel-title float-start mb-3 flex w-full flex-wrap items-baseline justify-between gap-x-4">
      <span>{props.title}</span>{" "}
      <span className="text-sm font-normal text-ink-muted" id={props.hintId}>
        {props.children}
      </span>
    </legend>
  );
}

/** Renders fields for the user's own limits, which apply in addition to the algo's stops. */
function LimitFields(props: Props) {
  const { seen } = props;
  return (
    <fieldset className="panel panel-body">
      <Legend title={text.yourRiskLimits}>
        {seen === null ? text.brokerChecksLimits : text.limitsFromRecord}
      </Legend>
      <div className="clear-both grid gap-4 sm:grid-cols-3">
        <LimitField
          name="lossPerDay"
          label={text.dailyLossLimit}
          hint={
            seen === null
              ? text.dayLimitMeans
              : filled(text.dayLimitOf, {
                  amount: <ShareOfAmount share={seen.shares.worstDay} rupees={seen.worstDayRupees} />,
                })
          }
          lossShare={seen?.shares.worstDay}
          form={props}
          inputMode="decimal"
        />
        <LimitField
          name="lossInAll"
          label={text.maxLoss}
          hint={
            seen === null
              ? text.maxLossMeans
              : filled(text.maxLossOf, {
                  amount: <ShareOfAmount share={seen.shares.fall} rupees={seen.fallRupees} />,
                })
          }
          lossShare={seen?.shares.fall}
          form={props}
          inputMode="decimal"
        />
        <LimitField
          name="tradesPerDay"
          label={text.maxTradesPerDay}
          hint={text.maxTradesMeans}
          form={props}
          inputMode="numeric"
        />
      </div>
    </fieldset>
  );
}

function LimitField(props: {
  name: "lossPerDay" | "lossInAll" | "tradesPerDay";
  label: string;
  hint: ReactNode;
  /** Loss in the record as a share of the amount. The suggested limit is slightly larger. */
  lossShare?: number | undefined;
  inputMode: "decimal" | "numeric";
  form: Props;
}) {
  const { name, form } = props;
  return (
    <TextField
      id={name}
      name={name}
      label={props.label}
      hint={props.hint}
      hintSize="text-xs"
      fault={form.faults[name]}
      inputMode={props.inputMode}
      autoComplete="off"
      maxLength={30}
      defaultValue={form.typed[name]}
      data-loss-share={props.lossShare}
    />
  );
}
