// Form for the lots of each selected algo: a slider, a field, and links that add or remove a lot. Also shows the unused
// part of the user's amount. Sending the form loads the page with the new lots.
import type { ReactNode } from "react";
import type { Range } from "../../evidence/chart-range.ts";
import { LOTS_MAX } from "../../evidence/joint-lots.ts";
import { formatRupees } from "../../format/rupees.ts";
import type { ChosenAlgo } from "../../marketplace/load-portfolio.ts";
import { PORTFOLIO_MAX, portfolioPath } from "../../marketplace/strategy-path.ts";
import { Fact } from "../../ui/figure.tsx";
import { X } from "../../ui/icons.tsx";
import { amountsText as text } from "./text.ts";

export function AmountsPanel(props: {
  chosen: ChosenAlgo[];
  lots: number[];
  amount: number;
  /** Selected range of the equity curve, which the links and the form pass on. */
  range: Range;
  usedRupees: number;
  /** Largest drawdown of each algo's record in paise. Null for an algo without a record. */
  falls: (number | null)[];
  /** Address of the comparison of these algos. */
  compareHref: string;
  /** Form that adds an algo. */
  add: ReactNode;
}) {
  const { chosen, lots, amount, range } = props;
  const ids = chosen.map(({ id }) => id);
  const free = amount - props.usedRupees;
  const withLots = (index: number, by: number) =>
    portfolioPath(
      ids,
      lots.map((count, at) => (at === index ? count + by : count)),
      range,
    );
  return (
    <section aria-labelledby="amounts" className="panel">
      <form action="/algos/portfolio" data-chart-choice="">
        <div className="panel-body">
          <div className="flex items-center justify-between">
            <h2 id="amounts" className="panel-title">
              {text.amounts}
            </h2>
            <button id="update" type="submit" className="button button-quiet button-small no-print">
              {text.update}
            </button>
          </div>
          <AmountBar {...props} />
        </div>
        <ul>
          {chosen.map((algo, index) => (
            <AmountRow
              key={algo.id}
              algo={algo}
              part={index + 1}
              lots={lots[index] ?? 1}
              amount={amount}
              fall={props.falls[index] ?? null}
              pathWith={(by) => withLots(index, by)}
              pathWithout={portfolioPath(
                ids.filter((other) => other !== algo.id),
                null,
                range,
              )}
            />
          ))}
        </ul>
        {range === "all" ? null : <input type="hidden" name="range" value={range} />}
      </form>
      <div className="flex flex-wrap items-start justify-between gap-x-4 border-t border-line px-4 py-3 md:px-6">
        {props.add}
        <a href={props.compareHref} className="link inline-flex min-h-11 items-center">
          {text.compare}
        </a>
      </div>
      <dl className="facts rounded-b-md border-t border-line bg-surface-sunken px-4 py-2 md:px-6">
        <Fact label={free < 0 ? text.missing : text.staysFree} valueClass={free < 0 ? "text-loss" : ""}>
          {formatRupees(Math.abs(free))}
        </Fact>
        <Fact label={text.total}>{formatRupees(amount)}</Fact>
      </dl>
    </section>
  );
}

function AmountRow(props: {
  algo: ChosenAlgo;
  /** Index of the colour that marks the algo. */
  part: number;
  lots: number;
  /** The user's amount in whole rupees. */
  amount: number;
  fall: number | null;
  /** Returns the page's address with `by` more lots of this algo. */
  pathWith: (by: number) => string;
  pathWithout: string;
}) {
  const { fall, lots: count, algo } = props;
  const { id, name, minAmountRupees } = algo;
  return (
    <li className="border-t border-line px-4 py-3 md:px-6">
      <input type="hidden" name="id" value={id} />
      <div className="flex flex-wrap items-center gap-1">
        <a href={algo.path} className="lots-name font-semibold no-underline hover:underline">
          <span className="share-key" data-part={props.part} />
          {name}
        </a>{" "}
        <output htmlFor={`lots-${id} slider-${id}`} className="font-semibold tabular-nums">
          {formatRupees(count * minAmountRupees)}
        </output>{" "}
        <a
          href={props.pathWithout}
          rel="nofollow"
          className="icon-button no-print -me-3 min-h-9 min-w-9 justify-center"
        >
          <X className="size-4" />
          <span className="sr-only">{text.removeAlgo(name)}</span>
        </a>
      </div>
      <div className="no-print mt-2 flex items-center justify-end gap-4">
        <LotsSlider {...props} /> <LotsField {...props} />
      </div>
      <p className="mt-1 flex flex-wrap items-center justify-between gap-x-4 text-sm text-ink-muted">
        <span>{text.lots({ count, minimum: formatRupees(minAmountRupees) })}</span>{" "}
        {fall === null ? null : (
          <span>
            {text.ownWorst} <strong className="text-loss tabular-nums">{formatRupees(fall / 100)}</strong>
          </span>
        )}
      </p>
    </li>
  );
}

type LotsProps = Pick<Parameters<typeof AmountRow>[0], "algo" | "lots" | "amount" | "pathWith">;

/**
 * Renders the slider. Its maximum is the number of lots that the complete amount allows, at least two. The server
 * ignores the slider if the field was changed.
 */
function LotsSlider({ algo, lots, amount }: LotsProps) {
  const most = Math.min(LOTS_MAX, Math.max(2, lots, Math.floor(amount / algo.minAmountRupees)));
  return (
    <input
      id={`slider-${algo.id}`}
      type="range"
      name="slider"
      min={1}
      max={most}
      defaultValue={lots}
      data-lot={algo.minAmountRupees}
      aria-label={text.slider(algo.name)}
      aria-valuetext={formatRupees(lots * algo.minAmountRupees)}
      className="h-11 min-w-0 grow"
    />
  );
}

function LotsField({ algo, lots, pathWith }: LotsProps) {
  const { id, name } = algo;
  return (
    <span className="lots">
      <input type="hidden" name="was" value={lots} />
      {lots > 1 ? (
        <a
          id={`fewer-${id}`}
          href={pathWith(-1)}
          rel="nofollow"
          data-chart-choice=""
          aria-label={text.fewer(name)}
        >
          −
        </a>
      ) : (
        <span aria-hidden="true">−</span>
      )}{" "}
      <input
        id={`lots-${id}`}
        name="lots"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        defaultValue={lots}
        aria-label={text.lotsOf(name)}
      />{" "}
      {lots >= LOTS_MAX ? null : (
        <a
          id={`more-${id}`}
          href={pathWith(1)}
          rel="nofollow"
          data-chart-choice=""
          aria-label={text.more(name)}
        >
          +
        </a>
      )}
    </span>
  );
}

/** Shows the algos' shares of the amount as one bar. The empty end of the bar is the unused part. */
function AmountBar(props: { chosen: ChosenAlgo[]; lots: number[]; amount: number; usedRupees: number }) {
  const totalRupees = Math.max(props.amount, props.usedRupees);
  const sizes = props.chosen.map(
    ({ minAmountRupees }, index) => ((props.lots[index] ?? 1) * minAmountRupees * 100) / totalRupees,
  );
  return (
    <svg
      className="shares mt-3"
      viewBox="0 0 100 8"
      preserveAspectRatio="none"
      role="img"
      aria-label={text.partsOf(formatRupees(totalRupees))}
    >
      {sizes.slice(0, PORTFOLIO_MAX).map((size, index) => (
        <rect
          key={props.chosen[index]?.id}
          data-part={index + 1}
          x={sizes.slice(0, index).reduce((sum, one) => sum + one, 0)}
          width={Math.max(0, size - 0.5)}
          height="8"
        />
      ))}
    </svg>
  );
}
