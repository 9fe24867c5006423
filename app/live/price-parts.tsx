// Components of a live price: number, change, time, state, range and session line. Attributes mark them for the page's
// script. They look the same on every page and are complete without the script.
import { formatHundredths } from "../format/rupees.ts";
import {
  changeSign,
  changeText,
  rangeShare,
  rangeText,
  SPARK_HEIGHT,
  SPARK_WIDTH,
  sparkPoints,
  stateSentence,
  timeText,
} from "./price-format.ts";
import type { PriceView } from "./price-view.ts";

export function Last(props: { price: PriceView; className?: string }) {
  const { key, ltp } = props.price;
  return (
    <data
      value={(ltp / 100).toFixed(2)}
      data-live={key}
      data-f="ltp"
      className={`live-price ${props.className ?? ""}`}
    >
      {ltp > 0 ? formatHundredths(ltp) : "–"}
    </data>
  );
}

export function Change(props: { price: PriceView; className?: string }) {
  const { key, ltp, previousClose } = props.price;
  return (
    <span
      data-live={key}
      data-f="chg"
      data-sign={changeSign(previousClose > 0 && ltp > 0 ? ltp - previousClose : 0)}
      className={`live-change number whitespace-nowrap ${props.className ?? ""}`}
    >
      {changeText(ltp, previousClose)}
    </span>
  );
}

/** Renders the time of the last trade. */
export function TradeTime(props: { price: PriceView; now: number }) {
  const { key, ltt } = props.price;
  return (
    <time
      dateTime={ltt > 0 ? new Date(ltt).toISOString() : undefined}
      data-live={key}
      data-f="ltt"
      className="number whitespace-nowrap"
    >
      {timeText(ltt, props.now)}
    </time>
  );
}

/** Renders the price's state (live, delayed, stale, closed or not available) with its reason. */
export function State(props: { price: PriceView; isShort?: boolean }) {
  const { key, state, reason } = props.price;
  return (
    <span data-live={key} data-f={props.isShort ? "st" : "state"} data-state={state} className="live-state">
      {stateSentence(state, props.isShort ? "" : reason)}
    </span>
  );
}

export function DayRange(props: { price: PriceView }) {
  const { key, ltp, low, high } = props.price;
  const share = rangeShare(ltp, low, high);
  return (
    <span className="inline-block min-w-36">
      <span data-live={key} data-f="range" className="number whitespace-nowrap">
        {rangeText(low, high)}
      </span>
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="mt-1 block h-1.5 w-full"
        aria-hidden="true"
      >
        <rect y="2.5" width="100" height="1" className="fill-line-strong" />
        <rect
          x={Math.min(97, share)}
          width="3"
          height="6"
          className="fill-accent"
          data-live={key}
          data-f="mark"
        />
      </svg>
    </span>
  );
}

/** Renders the session's prices so far as a line, one point per minute. */
export function SessionLine(props: { price: PriceView }) {
  const { key, spark } = props.price;
  return (
    <svg
      viewBox={`0 0 ${SPARK_WIDTH} ${SPARK_HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-6 w-24"
      aria-hidden="true"
    >
      <polyline
        points={spark === null ? "" : sparkPoints(spark)}
        data-live={key}
        data-f="spark"
        className="fill-none stroke-accent"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
