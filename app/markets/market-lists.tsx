// Lists of the Markets page: movers, the user's watchlist, most traded options, sectors, breadth and dates.
import type { OptionLine, ShareLine } from "../contract/base-api/market-overview.ts";
import { formatDayShort } from "../format/dates.ts";
import { instrumentPath } from "../format/instrument-path.ts";
import { formatCountShort, formatHundredths } from "../format/rupees.ts";
import { TableHead } from "../ui/table-head.tsx";
import { TableScroll } from "../ui/table-scroll.tsx";
import { countBreadth, type MarketDate, MOVER_KINDS, type MoverKind, type SectorLine } from "./board.ts";
import { changeColour, changeTone, DayMove, PriceAndMove, signedPercent } from "./day-move.tsx";
import { dayText } from "./market-cards.tsx";
import { RangeBar, Spark } from "./spark.tsx";
import { boardText as text } from "./text.ts";
import { type Watched, WatchForm } from "./watch-form.tsx";

export function Movers(props: { shares: readonly ShareLine[]; kind: MoverKind; count: number }) {
  return (
    <section aria-labelledby="movers" className="panel board-fill">
      <div className="board-head">
        <h2 id="movers" className="panel-title">
          {text.movers}
        </h2>
        <nav aria-label={text.moversOrder} className="segments">
          {MOVER_KINDS.map((kind) => (
            <a
              key={kind}
              href={`/markets${kind === "weakest" ? "" : `?movers=${kind}`}#movers`}
              aria-current={kind === props.kind ? "true" : undefined}
            >
              {text.moverKinds[kind]}{" "}
            </a>
          ))}
        </nav>
      </div>
      <TableScroll label={text.moversTable}>
        <table className="table board-table">
          <caption className="sr-only">{text.moversCaption(props.count)}</caption>
          <TableHead
            columns={[
              text.share,
              { name: text.todayTitle, className: "max-md:hidden" },
              { name: text.daysRange, className: "max-md:hidden" },
              { name: text.volume, className: "number max-md:hidden" },
              { number: text.price },
              { number: text.change },
            ]}
          />
          <tbody>
            {props.shares.map((share) => (
              <tr key={share.securityId}>
                <th scope="row">
                  <a href={instrumentPath(share)} className="plain-link">
                    {share.name}
                  </a>{" "}
                  <span className="board-sub">{share.symbol}</span>
                </th>
                <td className="max-md:hidden">
                  <Spark closes={share.curve} className={`board-spark ${changeTone(share)}`} hasArea />
                </td>
                <td className="max-md:hidden">
                  <RangeBar last={share.lastPaise} low={share.lowPaise} high={share.highPaise} />
                  <span className="sr-only">
                    {text.fromTo({
                      low: formatHundredths(share.lowPaise),
                      high: formatHundredths(share.highPaise),
                    })}
                  </span>
                </td>
                <td className="number max-md:hidden">{formatCountShort(share.volume)}</td>
                <td className="number">{formatHundredths(share.lastPaise)}</td>
                <td className="number">
                  <DayMove of={share} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
    </section>
  );
}

export function Watchlist(props: {
  watched: readonly Watched[];
  /** Shares that are suggested while the watchlist is empty. */
  offered: readonly ShareLine[];
  isFull: boolean;
  xsrf: string | null;
}) {
  const { watched } = props;
  const isEmpty = watched.length === 0;
  return (
    <section aria-labelledby="watchlist" className="panel board-fill">
      <div className="board-head">
        <h2 id="watchlist" className="panel-title">
          {text.watchlist}
        </h2>
        <a href="#instrument" className="button button-quiet button-small">
          {text.search}
        </a>
      </div>
      {isEmpty ? <p className="board-body text-sm text-ink-muted">{text.nothingWatched}</p> : null}
      <ul className="board-rows">
        {(isEmpty ? props.offered : watched).map((one) => (
          <li key={`${one.exchangeSegment} ${one.securityId}`}>
            <a href={instrumentPath(one)} className="plain-link min-w-0 flex-1">
              {one.name}
            </a>{" "}
            {one.curve === null ? null : (
              <Spark closes={one.curve} className={`board-spark-small ${changeTone(one)}`} />
            )}
            <PriceAndMove of={one} />{" "}
            <WatchForm
              of={one}
              isWatched={!isEmpty}
              isSmall
              returnTo="/markets#watchlist"
              xsrf={props.xsrf}
            />
          </li>
        ))}
      </ul>
      <p className="board-foot">{props.isFull ? text.watchlistFull : text.watchlistKept}</p>
    </section>
  );
}

export function ActiveOptions(props: { options: readonly OptionLine[]; today: string }) {
  const most = Math.max(1, ...props.options.map(({ volume }) => volume));
  return (
    <section aria-labelledby="options" className="panel board-fill">
      <div className="board-head">
        <h2 id="options" className="panel-title">
          {text.activeOptions}
        </h2>
        <span className="text-xs text-ink-muted">{text.unitsTraded}</span>
      </div>
      <ul className="board-rows">
        {props.options.map((option) => (
          <li key={option.securityId}>
            <span className="min-w-0 flex-1">
              <a href={instrumentPath(option)} className="plain-link">
                {text.optionName({
                  underlying: option.underlying,
                  strike: formatHundredths(option.strikePaise).replace(/\.00$/, ""),
                  side: option.side,
                })}
              </a>{" "}
              <span className="board-sub">{text.expires(dayText(option.expiry, props.today))}</span>
            </span>{" "}
            <span className="w-18 flex-none">
              <svg
                viewBox="0 0 100 6"
                preserveAspectRatio="none"
                aria-hidden="true"
                className="mb-1 block h-1.5 w-full"
              >
                <rect width="100" height="6" rx="1" className="fill-line" />
                <rect
                  width={((option.volume / most) * 100).toFixed(1)}
                  height="6"
                  rx="1"
                  className="fill-ink-muted"
                />
              </svg>
              <small className="board-sub">{formatCountShort(option.volume)}</small>
            </span>{" "}
            <PriceAndMove of={option} />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Sectors(props: { sectors: readonly SectorLine[] }) {
  const { sectors } = props;
  const most = Math.max(0, ...sectors.map(({ change }) => change));
  const least = Math.min(0, ...sectors.map(({ change }) => change));
  const span = most - least || 1;
  const zero = (-least / span) * 100;
  return (
    <section aria-labelledby="sectors" className="panel board-fill">
      <div className="board-head">
        <h2 id="sectors" className="panel-title">
          {text.sectors}
        </h2>
        <span className="text-xs text-ink-muted">{text.averageOfShares}</span>
      </div>
      <ul className="board-sectors board-body">
        {sectors.map(({ name, change }) => (
          <li key={name}>
            <span>{name}</span>{" "}
            <svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
              <rect
                x={(change < 0 ? zero + (change / span) * 100 : zero).toFixed(1)}
                width={((Math.abs(change) / span) * 100).toFixed(1)}
                height="14"
                className={change < 0 ? "fill-(--bar-loss)" : "fill-(--bar-gain)"}
              />
              <rect
                x={Math.min(99.5, zero).toFixed(1)}
                width="0.5"
                height="14"
                className="fill-line-strong"
              />
            </svg>
            <span className={`number font-semibold ${changeColour(change)}`}>{signedPercent(change, 2)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function BreadthAndDates(props: {
  shares: readonly ShareLine[];
  dates: readonly MarketDate[];
  today: string;
}) {
  const { fell, unchanged, rose } = countBreadth(props.shares);
  const all = Math.max(1, fell + unchanged + rose);
  const widths = [fell, unchanged, rose].map((count) => (count / all) * 100);
  const [toFell = 0, toUnchanged = 0, toRose = 0] = widths;
  return (
    <section aria-labelledby="breadth" className="panel board-fill">
      <div className="board-head">
        <h2 id="breadth" className="panel-title">
          {text.breadthAndDates}
        </h2>
      </div>
      <div className="board-body">
        <p className="flex justify-between gap-3 font-semibold">
          <span className="text-loss">{text.fell(fell)}</span>{" "}
          <span className="text-sm font-normal text-ink-muted">{text.unchanged(unchanged)}</span>{" "}
          <span className="text-gain">{text.rose(rose)}</span>
        </p>
        <svg viewBox="0 0 100 16" preserveAspectRatio="none" className="board-breadth" aria-hidden="true">
          <rect width={toFell.toFixed(1)} height="16" className="fill-(--bar-loss)" />
          <rect x={toFell.toFixed(1)} width={toUnchanged.toFixed(1)} height="16" className="fill-line" />
          <rect
            x={(toFell + toUnchanged).toFixed(1)}
            width={toRose.toFixed(1)}
            height="16"
            className="fill-(--bar-gain)"
          />
        </svg>
        <p className="mt-2 text-xs text-ink-muted">{text.largeShares(props.shares.length)}</p>
        <dl className="board-dates">
          {props.dates.map((date) => (
            <div key={`${date.day} ${date.name} ${date.kind}`}>
              <dt>{date.day === props.today ? text.todayTitle : formatDayShort(date.day)}</dt>
              <dd>
                {date.kind === "holiday"
                  ? text.holiday(date.name)
                  : text.expiring({ name: date.name, isMonthly: date.isMonthly })}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
