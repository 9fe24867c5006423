// The strip under the header: whether and until when the market trades, and the prices of three indices. On a page
// without live prices the strip is a snapshot with date and time, because such a page is cached for longer than prices
// are current.

import { EXCHANGE_CALENDAR, findSession, isTrading, type MarketPhase } from "../domain/market-sessions.ts";
import { formatDateTime } from "../format/dates.ts";
import { instrumentPathOfKey } from "../format/instrument-path.ts";
import { formatHundredths } from "../format/rupees.ts";
import { changeSign, changeText, datedTimeText, stateSentence } from "./price-format.ts";
import { Change, Last, State, TradeTime } from "./price-parts.tsx";
import type { PriceView, StripView } from "./price-view.ts";
import { marketStripText as text } from "./text.ts";

const PHASE_LABELS: Record<MarketPhase, string> = {
  pre_open: text.preOpenSession,
  open: text.marketOpen,
  closing_auction: text.closingAuction,
  post_close: text.postCloseSession,
  closed: text.marketClosed,
};

/** Short labels for phones, where the strip's accessible name already mentions the market. */
const PHASE_SHORT: Record<MarketPhase, string> = {
  pre_open: text.preOpen,
  open: text.open,
  closing_auction: text.auction,
  post_close: text.postClose,
  closed: text.closed,
};

export function MarketStrip(props: { strip: StripView; isSimulated: boolean; isLive: boolean }) {
  const { isLive } = props;
  const { view, session } = props.strip;
  // All indices belong to one segment, so the state of the first price applies to all.
  const [first] = view.prices;
  return (
    <aside aria-label={text.market} className="no-print border-b border-line bg-surface-sunken text-sm">
      <div className="wrap relative flex items-baseline gap-x-2.5 overflow-hidden py-1.5 whitespace-nowrap max-sm:text-xs max-[24.5rem]:flex-wrap sm:gap-x-4">
        <p className={isLive ? undefined : "max-sm:sr-only"}>
          <span className="font-semibold max-sm:sr-only">{PHASE_LABELS[session.phase]}</span>
          {/* Generated content, so that text browsers show the label only once. */}
          <span
            aria-hidden
            data-words={PHASE_SHORT[session.phase]}
            className="font-semibold before:content-[attr(data-words)] sm:hidden"
          />
          <span className="max-md:sr-only">{session.name === null ? "" : `, ${session.name}`}</span>
          {isLive ? (
            <span className="text-ink-muted max-[88rem]:sr-only" data-live-until="">
              {phaseEndText(session.phase, session.until, props.isSimulated, view.at)}
            </span>
          ) : null}
        </p>
        {view.prices.map((price, index) => (
          <p
            key={price.key}
            data-live-box={isLive ? price.key : undefined}
            className={index === 0 ? undefined : index === 1 ? "hidden lg:block" : "hidden xl:block"}
          >
            <a
              href={instrumentPathOfKey(price.key)}
              className="text-ink-muted underline decoration-line-strong underline-offset-2 hover:decoration-current"
            >
              {price.name}
            </a>{" "}
            {isLive ? (
              <>
                <Last price={price} className="font-semibold" /> <Change price={price} />
              </>
            ) : (
              <SnapshotPrice price={price} />
            )}
          </p>
        ))}
        {first === undefined ? null : (
          <p className="ms-auto text-xs text-ink-muted" data-live-box={isLive ? first.key : undefined}>
            {isLive ? (
              <>
                <State price={first} isShort />
                <span className="max-sm:sr-only">
                  , <TradeTime price={first} now={view.at} />
                </span>
              </>
            ) : (
              <SnapshotTime price={first} at={view.at} />
            )}
          </p>
        )}
      </div>
    </aside>
  );
}

/** Renders a price of a snapshot, which no script updates. */
function SnapshotPrice({ price: { ltp, previousClose } }: { price: PriceView }) {
  return (
    <>
      <span className="number inline-block font-semibold">{ltp > 0 ? formatHundredths(ltp) : "–"}</span>{" "}
      <span
        data-sign={changeSign(previousClose > 0 && ltp > 0 ? ltp - previousClose : 0)}
        className="live-change number inline-block"
      >
        {changeText(ltp, previousClose)}
      </span>
    </>
  );
}

/** Position of the seconds and the time zone in a formatted time, from its end. Phones hide both. */
const SECONDS_FROM = -":00 IST".length;

/** Renders day and time of a snapshot, preceded by the price state if the prices were not live. */
function SnapshotTime({ price, at }: { price: PriceView; at: number }) {
  const timeText = datedTimeText(at);
  return (
    <>
      {price.state === "live" ? null : (
        <span data-state={price.state} className="live-state max-sm:sr-only">
          {stateSentence(price.state, "")},{" "}
        </span>
      )}
      <span className="max-sm:sr-only">{text.asOf} </span>
      <time dateTime={new Date(at).toISOString()} className="number">
        {timeText.slice(0, SECONDS_FROM)}
        <span className="max-sm:sr-only">{timeText.slice(SECONDS_FROM)}</span>
      </time>
    </>
  );
}

function phaseEndText(phase: MarketPhase, until: number | null, isSimulated: boolean, atMs: number): string {
  if (until === null) {
    if (!isSimulated) return "";
    const isRegular = isTrading(findSession(EXCHANGE_CALENDAR, "IDX_I", atMs));
    return isRegular ? text.simulated : text.simulatedExtended;
  }
  const timeText = formatDateTime(new Date(until));
  return phase === "closed" ? text.opens(timeText) : ` ${text.until(timeText)}`;
}
