// What is open across all algos of one mode, together: value bought and sold at the last price, and how much of the margin it uses.

import { formatCount, formatPaise } from "../../format/rupees.ts";
import { Result } from "../../portfolio/deployment-parts.tsx";
import { exposureOf } from "../../portfolio/exposure.ts";
import type { HeldPosition, Totals } from "../../wire/portfolio.ts";
import { exposurePanelText as text } from "./text.ts";

const BAR_HEIGHT = 8;

export function ExposurePanel(props: { positions: readonly HeldPosition[]; totals: Totals; mode: string }) {
  const { positions, totals } = props;
  const { longPaise, shortPaise, openPaise, unpriced } = exposureOf(positions);
  const margin = totals.usedPaise + Math.max(0, totals.availablePaise);
  const share = margin === 0 ? null : totals.usedPaise / margin;
  return (
    <section aria-labelledby="exposure" className="panel p-5">
      <h2 id="exposure" className="text-lg">
        {text.exposureAndMargin}
      </h2>
      {positions.length === 0 ? (
        <p className="mt-2 text-ink-muted">{text.noneOpen(props.mode)}</p>
      ) : (
        <dl className="exposure mt-3">
          <div>
            <dt>{text.openPositions}</dt>
            <dd>
              <a href="/algos/my-algos/positions" className="link">
                {formatCount(positions.length)}
              </a>
            </dd>
          </div>
          <div>
            <dt>{text.boughtAtLtp}</dt>
            <dd className="number">{formatPaise(longPaise)}</dd>
          </div>
          <div>
            <dt>{text.soldAtLtp}</dt>
            <dd className="number">{formatPaise(shortPaise)}</dd>
          </div>
          <div>
            <dt>{text.unrealised}</dt>
            <dd>
              <Result paise={openPaise} />
            </dd>
          </div>
        </dl>
      )}
      {unpriced === 0 ? null : <p className="mt-2 text-sm text-warn">{text.withoutPrice(unpriced)}</p>}
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
            {text.marginUsed({
              share: Math.round(share * 100),
              used: formatPaise(totals.usedPaise),
              margin: formatPaise(margin),
            })}
          </p>
        </>
      )}
    </section>
  );
}
