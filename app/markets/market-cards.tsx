// First row of the Markets page: each index with its price, the day's curve, and links.
import type { IndexLine } from "../contract/base-api/market-overview.ts";
import { dayOfIso, isoDayOf, istDay } from "../domain/time.ts";
import { formatDayShort, formatShortClock } from "../format/dates.ts";
import { instrumentPath } from "../format/instrument-path.ts";
import { formatHundredths } from "../format/rupees.ts";
import { Change, Last } from "../live/price-parts.tsx";
import type { PriceView } from "../live/price-view.ts";
import { TextLink } from "../ui/link-button.tsx";
import { changeTone, DayMove } from "./day-move.tsx";
import { RangeBar, Spark } from "./spark.tsx";
import { boardText as text } from "./text.ts";

export type IndexCard = {
  line: IndexLine;
  /** Live price. Null if no feed contains the index. */
  price: PriceView | null;
  /** Number of algos on this index, and the address of their list. Null if the catalogue is unavailable. */
  algos: { count: number; path: string } | null;
};

export function IndexCards(props: { cards: readonly IndexCard[]; from: string; at: number; today: string }) {
  return (
    <ul className="board-indices">
      {props.cards.map((card) => (
        <li key={card.line.securityId} className="panel board-index">
          <IndexPanel {...card} from={props.from} at={props.at} today={props.today} />
        </li>
      ))}
    </ul>
  );
}

function IndexPanel(props: IndexCard & { from: string; at: number; today: string }) {
  const { line, price, algos } = props;
  const path = instrumentPath(line);
  const from = Date.parse(props.from);
  const times = [from, (from + props.at) / 2, props.at];
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <h2 className="text-base">
          <a href={path} className="plain-link">
            {line.name}
          </a>
        </h2>
        {line.expiry === null ? null : (
          <span className="text-xs text-ink-muted">{text.expires(dayText(line.expiry, props.today))}</span>
        )}
      </div>
      <p className="my-1 flex flex-wrap items-baseline gap-x-3" data-live-box={price?.key}>
        {price === null ? (
          <>
            <span className="figure figure-large">{formatHundredths(line.lastPaise)}</span>{" "}
            <DayMove of={line} isFull />
          </>
        ) : (
          <>
            <Last price={price} className="figure figure-large" />{" "}
            <Change price={price} className="font-semibold" />
          </>
        )}
      </p>
      <p className="text-xs text-ink-muted tabular-nums">
        {text.previousClose(formatHundredths(line.previousClosePaise))}
      </p>
      <Spark
        closes={line.curve}
        basePaise={line.previousClosePaise}
        className={`board-curve ${changeTone(line)}`}
        hasArea
      />
      <p aria-hidden className="board-ends max-md:hidden">
        {times.map((time) => (
          <span key={time}>{timeLabel(time, props.at)} </span>
        ))}
      </p>
      <DayRange line={line} />
      <IndexLinks line={line} path={path} algos={algos} />
    </>
  );
}

function DayRange({ line }: Pick<IndexCard, "line">) {
  return (
    <div className="max-md:hidden">
      <RangeBar last={line.lastPaise} low={line.lowPaise} high={line.highPaise} />
      <p className="board-ends">
        <span>
          <span className="sr-only">{text.low} </span>
          {formatHundredths(line.lowPaise)}
        </span>{" "}
        <span>
          <span className="sr-only">{text.high} </span>
          {formatHundredths(line.highPaise)}
        </span>
      </p>
    </div>
  );
}

function IndexLinks({ line, algos, path }: Pick<IndexCard, "line" | "algos"> & { path: string }) {
  return (
    <p className="board-links">
      <TextLink to={path}>
        {text.chart}
        <span className="sr-only"> {text.of(line.name)}</span>
      </TextLink>{" "}
      {line.expiry === null ? null : (
        <TextLink to={`${path}/option-chain`}>
          {text.optionChain}
          <span className="sr-only"> {text.of(line.name)}</span>
        </TextLink>
      )}{" "}
      {algos === null ? null : (
        <TextLink to={algos.path}>
          {text.algos(algos.count)}
          <span className="sr-only"> {text.on(line.name)}</span>
        </TextLink>
      )}
    </p>
  );
}

/** Returns the time of day, preceded by the day if `time` and `last` are on different days. */
function timeLabel(time: number, last: number): string {
  const clock = formatShortClock(new Date(time));
  const day = istDay(time);
  return day === istDay(last) ? clock : `${formatDayShort(isoDayOf(day))}, ${clock}`;
}

/** Returns "today", "tomorrow", or the day without its year. */
export function dayText(day: string, today: string): string {
  const away = dayOfIso(day) - dayOfIso(today);
  return away === 0 ? text.today : away === 1 ? text.tomorrow : formatDayShort(day);
}
