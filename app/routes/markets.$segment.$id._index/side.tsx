// Panel next to an instrument's chart: order book, and algos that trade the instrument, with their largest drawdown at
// the user's amount.
import { DEPTH_SEGMENTS } from "../../contract/live/live.ts";
import { RiskMark } from "../../evidence/risk-mark.tsx";
import { formatRupees } from "../../format/rupees.ts";
import { DepthLadder } from "../../live/depth-ladder.tsx";
import { strategyPath } from "../../marketplace/strategy-path.ts";
import { TextLink } from "../../ui/link-button.tsx";
import type { InstrumentPage } from "./load.ts";
import { pageText as text } from "./text.ts";

export function DepthPanel({ page }: { page: InstrumentPage }) {
  const { detail, live, price } = page;
  const { instrument, depth } = detail;
  const key = price.key;
  const ladder = live?.ladders.find(([of]) => of === key) ?? null;
  const hasFeed = live !== null && DEPTH_SEGMENTS.includes(instrument.exchangeSegment);
  if (depth === null && !hasFeed) return null;
  const quoted: NonNullable<typeof ladder> = [
    key,
    Date.parse(detail.asOf),
    (depth?.bids ?? []).map(({ pricePaise, quantity, orders }) => [pricePaise, quantity, orders]),
    (depth?.asks ?? []).map(({ pricePaise, quantity, orders }) => [pricePaise, quantity, orders]),
  ];
  return (
    <section aria-labelledby="depth" className="panel depth-panel">
      <h2 id="depth" className="panel-title">
        {text.depth}
      </h2>
      <DepthLadder
        instrumentKey={key}
        name={instrument.name}
        ladder={ladder ?? quoted}
        state={hasFeed && live !== null ? live.depthState : { state: price.state, reason: price.reason }}
        now={page.at}
      />
      <details className="depth-more no-print">
        <summary className="link inline-flex min-h-9 items-center text-(length:--text-sm)">
          {text.allLevels}
        </summary>
      </details>
    </section>
  );
}

export function AlgosPanel({ algos }: { algos: InstrumentPage["algos"] }) {
  if (algos === null) return null;
  const { items, total } = algos;
  return (
    <section aria-labelledby="algos" className="panel board-fill">
      <div className="board-head">
        <h2 id="algos" className="panel-title">
          {text.algosThatTrade}
        </h2>
      </div>
      {items.length === 0 ? (
        <p className="board-body text-ink-muted">{text.noAlgos}</p>
      ) : (
        <ul className="board-rows">
          {items.map(({ strategy, fall }) => (
            <li key={strategy.id}>
              <span className="min-w-0 flex-1">
                <a href={strategyPath(strategy)} className="plain-link">
                  {strategy.name}
                </a>{" "}
                <span className="board-sub">
                  {"withheld" in fall ? (
                    fall.withheld
                  ) : (
                    <>
                      {text.drawdown}{" "}
                      <span className="text-loss tabular-nums">{formatRupees(fall.rupees)}</span>{" "}
                      {text.forAmount(formatRupees(fall.usedRupees))}
                    </>
                  )}
                </span>
              </span>{" "}
              <RiskMark risk={strategy.risk} />
            </li>
          ))}
        </ul>
      )}
      {total > items.length ? (
        <p className="board-foot">
          <TextLink to={algos.path}>{text.allAlgos(total)}</TextLink>
        </p>
      ) : null}
    </section>
  );
}
