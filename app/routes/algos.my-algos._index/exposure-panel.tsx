// What is open across all algos of one mode, together: value bought and sold at the last price, and how much of the margin it uses.

import { formatCount, formatPaise } from "../../format/rupees.ts";
import { Result } from "../../portfolio/deployment-parts.tsx";
import { exposureOf } from "../../portfolio/exposure.ts";
import type { HeldPosition, Totals } from "../../wire/portfolio.ts";

const BAR_HEIGHT = 8;

export function ExposurePanel(props: { positions: readonly HeldPosition[]; totals: Totals; mode: string }) {
  const { positions, totals } = props;
  const { longPaise, shortPaise, openPaise, unpriced } = exposureOf(positions);
  const margin = totals.usedPaise + Math.max(0, totals.availablePaise);
  const share = margin === 0 ? null : totals.usedPaise / margin;
  return (
    <section aria-labelledby="exposure" className="panel p-5">
      <h2 id="exposure" className="text-lg">
        Exposure and margin
      </h2>
      {positions.length === 0 ? (
        <p className="mt-2 text-ink-muted">No {props.mode} position is open.</p>
      ) : (
        <dl className="exposure mt-3">
          <div>
            <dt>Open positions</dt>
            <dd>
              <a href="/algos/my-algos/positions" className="link">
                {formatCount(positions.length)}
              </a>
            </dd>
          </div>
          <div>
            <dt>Bought, at LTP</dt>
            <dd className="number">{formatPaise(longPaise)}</dd>
          </div>
          <div>
            <dt>Sold, at LTP</dt>
            <dd className="number">{formatPaise(shortPaise)}</dd>
          </div>
          <div>
            <dt>Unrealised</dt>
            <dd>
              <Result paise={openPaise} />
            </dd>
          </div>
        </dl>
      )}
      {unpriced === 0 ? null : (
        <p className="mt-2 text-sm text-warn">
          {formatCount(unpriced)} without a price {unpriced === 1 ? "is" : "are"} not in these sums.
        </p>
      )}
      {share === null ? null : (
        <>
          <svg className="limit-gauge mt-4" aria-hidden="true" focusable="false">
            <rect width="100%" height={BAR_HEIGHT} className="limit-track" />
            <rect
              width={`${Math.min(100, share * 100).toFixed(1)}%`}
              height={BAR_HEIGHT}
              className="limit-used"
            />
          </svg>
          <p className="text-sm text-ink-muted">
            {Math.round(share * 100)}% of the margin is used: {formatPaise(totals.usedPaise)} of{" "}
            {formatPaise(margin)}
          </p>
        </>
      )}
    </section>
  );
}
