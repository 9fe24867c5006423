// The strip under the header: whether the market trades, until when, and three indices with their age.
import { formatMoment } from "../format/dates.ts";
import type { MarketPhase } from "../wire/market-sessions.ts";
import { Change, Last, State, TradeTime } from "./price-parts.tsx";
import type { StripView } from "./price-view.ts";

const PHASE_WORDS: Record<MarketPhase, string> = {
  pre_open: "Pre-open session",
  open: "Market open",
  closing_auction: "Closing auction",
  post_close: "Post-close session",
  closed: "Market closed",
};

export function MarketStrip(props: { strip: StripView; isSimulated: boolean }) {
  const { view, session } = props.strip;
  return (
    <aside aria-label="Market" className="no-print border-b border-line bg-surface-sunken text-sm">
      <div className="wrap flex gap-x-6 overflow-x-auto py-1.5">
        <p className="whitespace-nowrap">
          <span className="font-semibold">{PHASE_WORDS[session.phase]}</span>
          {session.name === null ? "" : `, ${session.name}`}
          <span className="text-ink-muted" data-live-until="">
            {untilWords(session.phase, session.until, props.isSimulated)}
          </span>
        </p>
        {view.prices.map((price) => (
          <p key={price.key} data-live-box={price.key} className="whitespace-nowrap">
            <span className="text-ink-muted">{price.name}</span>{" "}
            <Last price={price} className="font-semibold" /> <Change price={price} />{" "}
            <span className="text-xs text-ink-muted">
              <State price={price} isShort />, <TradeTime price={price} now={view.at} />
            </span>
          </p>
        ))}
      </div>
    </aside>
  );
}

function untilWords(phase: MarketPhase, until: number | null, isSimulated: boolean): string {
  if (until === null) return isSimulated ? ", simulated, round the clock" : "";
  const moment = formatMoment(new Date(until));
  return phase === "closed" ? `, opens ${moment}` : ` until ${moment}`;
}
