// Controls of a chart: period, bar length, form, indicators, comparison. They are links and GET forms, so each chart
// has an address and works without scripts.
import { ChartCandlestick, ChartLine, ChartSpline, ChevronDown, X } from "../ui/icons.tsx";
import { SubmitButton } from "../ui/link-button.tsx";
import {
  CHART_FORMS,
  CHART_RANGES,
  type ChartChoice,
  type ChartRange,
  COMPARED_INSTRUMENTS_MAX,
  chartFields,
  chartSearch,
  INTERVAL_SHORT,
} from "./chart-choice.ts";
import { INTERVAL_LABELS } from "./chart-texts.ts";
import { INDICATOR_IDS, INDICATOR_LENGTH_MAX, INDICATOR_LENGTH_MIN } from "./indicators.ts";
import { chartToolsText as text } from "./text.ts";

const FORM_ICONS = { candles: ChartCandlestick, line: ChartLine, area: ChartSpline };

type Props = {
  choice: ChartChoice;
  path: string;
  /** Names of the compared instruments by key. */
  names: Readonly<Record<string, string>>;
  hasVolume: boolean;
};

export function ChartToolbar(props: Props) {
  const { choice, path } = props;
  const to = (next: Partial<ChartChoice>) => `${path}${chartSearch({ ...choice, ...next })}#chart`;
  const isCompared = choice.compared.length > 0;
  return (
    <div className="chart-tools no-print">
      <nav aria-label={text.rangeLabel} className="segments">
        {(Object.keys(CHART_RANGES) as ChartRange[]).map((range) => (
          <Choice
            key={range}
            to={to({ range, interval: CHART_RANGES[range].intervals[0] })}
            isChosen={range === choice.range}
            words={CHART_RANGES[range].label}
            short={CHART_RANGES[range].short}
          />
        ))}
      </nav>{" "}
      <nav aria-label={text.barLabel} className="segments">
        {[...CHART_RANGES[choice.range].intervals]
          .sort((one, other) => (Number(one) || 9_999) - (Number(other) || 9_999))
          .map((interval) => (
            <Choice
              key={interval}
              to={to({ interval })}
              isChosen={interval === choice.interval}
              words={INTERVAL_LABELS[interval]}
              short={INTERVAL_SHORT[interval]}
            />
          ))}
      </nav>{" "}
      {isCompared ? null : (
        <>
          <nav aria-label={text.formLabel} className="segments">
            {CHART_FORMS.map((form) => {
              const Icon = FORM_ICONS[form];
              return (
                <a
                  key={form}
                  href={to({ form })}
                  aria-current={form === choice.form ? "true" : undefined}
                  title={text.forms[form]}
                >
                  <Icon className="size-4.5" />
                  <span className="sr-only">{text.forms[form]} </span>
                </a>
              );
            })}
          </nav>{" "}
          <Indicators {...props} />{" "}
        </>
      )}
      <Compare {...props} />
    </div>
  );
}

function Choice(props: { to: string; isChosen: boolean; words: string; short: string }) {
  return (
    <a href={props.to} aria-current={props.isChosen ? "true" : undefined} title={props.words}>
      {props.short}{" "}
    </a>
  );
}

/** Renders the current options as hidden fields, except those that the form itself contains. */
function Stored(props: { choice: ChartChoice; except: readonly string[] }) {
  return chartFields(props.choice)
    .filter(([name]) => !props.except.includes(name))
    .map(([name, value]) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}

function Indicators({ choice, path, hasVolume }: Props) {
  const { indicators, length } = choice;
  return (
    <details className="chart-menu">
      <summary className="button button-quiet button-small">
        {text.indicators}
        {indicators.length === 0 ? null : <span className="menu-count"> {indicators.length}</span>}
        <ChevronDown className="marker-turn size-4" />
      </summary>
      <form method="get" action={`${path}#chart`} className="chart-menu-body">
        <Stored choice={choice} except={["i", "length"]} />
        {INDICATOR_IDS.map((id) => (
          <label key={id} className="chart-menu-row">
            <input
              type="checkbox"
              name="i"
              value={id}
              defaultChecked={indicators.includes(id)}
              disabled={id === "vwap" && !hasVolume}
            />
            <span className="grow">{text.indicatorNames[id]}</span>{" "}
            <small>{text.indicatorHints[id](length)}</small>
          </label>
        ))}
        {hasVolume ? null : <p className="text-xs text-ink-muted">{text.vwapNeedsVolume}</p>}
        <div className="chart-menu-foot">
          <label htmlFor="length" className="grow text-sm">
            {text.length}
          </label>
          <input
            id="length"
            name="length"
            type="number"
            min={INDICATOR_LENGTH_MIN}
            max={INDICATOR_LENGTH_MAX}
            defaultValue={length}
            className="field"
          />
          <SubmitButton className="button-small">{text.show}</SubmitButton>
        </div>
      </form>
    </details>
  );
}

function Compare({ choice, path, names }: Props) {
  const { compared } = choice;
  const isFull = compared.length >= COMPARED_INSTRUMENTS_MAX;
  return (
    <details className="chart-menu">
      <summary className="button button-quiet button-small">
        {text.compare}
        {compared.length === 0 ? null : <span className="menu-count"> {compared.length}</span>}
        <ChevronDown className="marker-turn size-4" />
      </summary>
      <div className="chart-menu-body">
        {compared.map((key) => (
          <p key={key} className="chart-menu-row">
            <span className="grow">{names[key] ?? key}</span>{" "}
            <a
              href={`${path}${chartSearch({ ...choice, compared: compared.filter((other) => other !== key) })}#chart`}
              aria-label={text.remove(names[key] ?? key)}
              className="icon-button"
            >
              <X />
            </a>
          </p>
        ))}
        {isFull ? null : (
          <form method="get" action={`${path}#chart`} className="chart-menu-foot">
            <Stored choice={choice} except={[]} />
            <label htmlFor="add" className="sr-only">
              {text.compareWith}
            </label>
            <input
              id="add"
              name="add"
              placeholder={text.compareHint}
              maxLength={60}
              required
              className="field"
            />
            <SubmitButton className="button-small">{text.addToChart}</SubmitButton>
          </form>
        )}
        <p className="text-xs text-ink-muted">{text.comparedMost(COMPARED_INSTRUMENTS_MAX)}</p>
      </div>
    </details>
  );
}
