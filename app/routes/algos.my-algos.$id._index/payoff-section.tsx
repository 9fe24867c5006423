// Payoff of the open option legs at expiry: the result by the underlying's price, with the largest loss and gain.
import { scaleLinear } from "d3-scale";
import type { SiteContext } from "../../context.ts";
import type { Position } from "../../contract/base-api/order.ts";
import { nullIfRefused } from "../../contract/site/fault.ts";
import { formatDay } from "../../format/dates.ts";
import { formatHundredths, formatRupees, formatRupeesShort } from "../../format/rupees.ts";
import { computePayoff, computeResult, type Payoff } from "../../portfolio/payoff.ts";
import { payoffText as text } from "./text.ts";

const LEGS_MAX = 8;
const [WIDTH, HEIGHT, TOP] = [1_000, 240, 10];
const [TICKS_X, TICKS_Y] = [8, 4];

export type PayoffAtExpiry = {
  payoff: Payoff;
  underlying: string;
  expiry: string;
  spot: number;
  now: number;
};

/**
 * Loads the payoff. Null unless all positions are options with the same underlying and expiry, and the provider returns
 * their terms.
 */
export async function loadPayoff(
  context: Partial<SiteContext>,
  positions: readonly Position[],
): Promise<PayoffAtExpiry | null> {
  const { markets } = context;
  const isOptions = positions.every(({ exchangeSegment }) => exchangeSegment.endsWith("_FNO"));
  if (!markets || positions.length === 0 || positions.length > LEGS_MAX || !isOptions) return null;
  try {
    const found = await Promise.all(
      positions.map(async (position) => ({
        position,
        ...(await markets.getInstrument(position.exchangeSegment, position.securityId)).instrument,
      })),
    );
    const [first] = found;
    if (first?.underlying == null || first.expiry === null) return null;
    const { underlying, expiry } = first;
    const legs = found.flatMap(({ position, strikePaise, side, ...one }) =>
      strikePaise === null ||
      side === null ||
      one.expiry !== expiry ||
      one.underlying?.securityId !== underlying.securityId
        ? []
        : [
            {
              strike: strikePaise / 100,
              side: side === "CE" ? ("CALL" as const) : ("PUT" as const),
              quantity: position.quantity,
              average: position.averagePaise / 100,
            },
          ],
    );
    if (legs.length !== positions.length) return null;
    const spot = await markets.getInstrument(underlying.exchangeSegment, underlying.securityId);
    const price = spot.quote.lastPaise / 100;
    const payoff = computePayoff(legs, price);
    return payoff === null
      ? null
      : { payoff, underlying: underlying.name, expiry, spot: price, now: computeResult(legs, price) };
  } catch (fault) {
    return nullIfRefused(fault);
  }
}

export function PayoffSection({ at }: { at: PayoffAtExpiry }) {
  const { payoff, underlying } = at;
  const sum = (rupees: number | null) => (rupees === null ? text.noLimit : formatSigned(rupees));
  return (
    <section aria-labelledby="expiry" className="panel panel-body mt-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="expiry" className="panel-title">
          {text.atExpiry(formatDay(at.expiry))}
        </h2>
        <p className="text-sm text-ink-muted">{text.byPrice(underlying)}</p>
      </div>
      <div className="payoff-columns">
        <PayoffChart at={at} />
        <dl className="payoff-figures">
          <div>
            <dt className="figure-name">{text.mostLost}</dt>
            <dd className="figure figure-large text-loss">{sum(payoff.most.loss)}</dd>
          </div>
          <div>
            <dt className="figure-name">{text.mostMade}</dt>
            <dd className="figure text-gain">{sum(payoff.most.gain)}</dd>
          </div>
          {payoff.breakEvens.length === 0 ? null : (
            <div>
              <dt className="figure-name">{text.breaksEven}</dt>
              <dd className="figure">
                {payoff.breakEvens.map((price) => formatHundredths(Math.round(price * 100))).join(text.and)}
              </dd>
            </div>
          )}
        </dl>
      </div>
    </section>
  );
}

function formatSigned(rupees: number): string {
  return `${rupees > 0 ? "+" : ""}${formatRupees(Math.round(rupees))}`;
}

function PayoffChart({ at }: { at: PayoffAtExpiry }) {
  const { points } = at.payoff;
  const results = points.map(({ result }) => result);
  const [low, high] = [Math.min(0, ...results), Math.max(0, ...results)];
  const [from = 0, to = 1] = [points[0]?.price, points.at(-1)?.price];
  const prices = scaleLinear([from, to], [0, WIDTH]);
  const sums = scaleLinear([low, high], [HEIGHT - TOP, TOP]);
  const x = (price: number) => round(prices(price));
  const y = (result: number) => round(sums(result));
  const line = points.map(({ price, result }) => `${x(price)} ${y(result)}`).join("L");
  const area = `M${x(from)} ${y(0)}L${line}L${x(to)} ${y(0)}Z`;
  const share = (price: number) => `${round((x(price) / WIDTH) * 100)}%`;
  return (
    <svg
      className="pnl-chart payoff-chart"
      height={HEIGHT + 44}
      role="img"
      aria-label={text.chart({ underlying: at.underlying, now: formatSigned(at.now) })}
    >
      <text
        x={share(at.spot)}
        y="12"
        textAnchor="middle"
        className="fill-ink text-[13px] font-[640] tabular-nums"
      >
        {text.now({ underlying: at.underlying, price: formatHundredths(Math.round(at.spot * 100)) })}
      </text>
      <svg
        x="0"
        y="20"
        width="100%"
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <clipPath id="payoff-gain">
          <rect width={WIDTH} height={y(0)} />
        </clipPath>
        <clipPath id="payoff-loss">
          <rect y={y(0)} width={WIDTH} height={HEIGHT - y(0)} />
        </clipPath>
        {sums.ticks(TICKS_Y).map((result) => (
          <path
            key={result}
            d={`M0 ${y(result)}H${WIDTH}`}
            className={result === 0 ? "chart-zero" : "chart-grid"}
          />
        ))}
        <path d={area} className="fill-gain opacity-26" clipPath="url(#payoff-gain)" />
        <path d={area} className="fill-loss opacity-26" clipPath="url(#payoff-loss)" />
        <path d={`M${x(at.spot)} 0V${HEIGHT}`} className="payoff-spot" />
        <path d={`M${line}`} className="pnl-line payoff-line" />
      </svg>
      {sums.ticks(TICKS_Y).map((result) => (
        <text key={result} x="-8" y={y(result) + 24} textAnchor="end" className="chart-label">
          {formatRupeesShort(result)}{" "}
        </text>
      ))}
      {prices.ticks(TICKS_X).map((price, index) => (
        <text
          key={price}
          x={share(price)}
          y={HEIGHT + 38}
          textAnchor="middle"
          className={index % 4 !== 0 ? "chart-label max-sm:hidden" : "chart-label"}
        >
          {formatHundredths(Math.round(price * 100)).replace(/\.00$/, "")}{" "}
        </text>
      ))}
    </svg>
  );
}

const round = (value: number) => Math.round(value * 10) / 10;
