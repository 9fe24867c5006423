// Figures below an instrument's price: the price's position in the ranges of the day and the year, volume, previous
// close, circuit limits.
import type { ReactNode } from "react";
import type { InstrumentDetail } from "../../contract/base-api/market.ts";
import { formatDay } from "../../format/dates.ts";
import { formatCount, formatCountShort, formatHundredths, formatRupeesShort } from "../../format/rupees.ts";
import { RangeBar } from "../../markets/spark.tsx";
import { pageText as text } from "./text.ts";

export function Facts({ detail }: { detail: InstrumentDetail }) {
  const { quote, year, instrument } = detail;
  const { lastPaise } = quote;
  const isContract = instrument.expiry !== null;
  return (
    <dl className="figures market-strip">
      <Range name={text.daysRange} last={lastPaise} low={quote.lowPaise} high={quote.highPaise} />
      {year === null ? null : (
        <Range
          name={text.weeks52}
          last={lastPaise}
          low={Math.min(year.lowPaise, lastPaise)}
          high={Math.max(year.highPaise, lastPaise)}
        />
      )}
      {isContract ? (
        <Fact
          name={text.openInterest}
          note={text.changeOf(formatChange(quote.openInterest - quote.previousOpenInterest))}
        >
          {formatCountShort(quote.openInterest)}
        </Fact>
      ) : null}
      {instrument.kind === "INDEX" ? null : (
        <Fact name={text.volume} note={text.averagePrice(formatHundredths(quote.averagePaise))}>
          {formatCountShort(quote.volume)}
        </Fact>
      )}
      <Fact name={text.prevClose} note={text.open(formatHundredths(quote.openPaise))}>
        {formatHundredths(quote.previousClosePaise)}
      </Fact>
      {isContract ? (
        <Fact name={text.oneLot} note={text.units(formatCount(instrument.lotSize))}>
          {formatRupeesShort((lastPaise * instrument.lotSize) / 100)}
        </Fact>
      ) : instrument.kind === "INDEX" ? (
        <Expiry expiries={instrument.expiries} />
      ) : quote.upperCircuitPaise === 0 ? null : (
        <Fact name={text.circuitLimits} note={limitsNote(quote)}>
          {text.fromTo({
            low: formatHundredths(quote.lowerCircuitPaise),
            high: formatHundredths(quote.upperCircuitPaise),
          })}
        </Fact>
      )}
    </dl>
  );
}

/** Returns "20% either way" if both limits are equally far from the previous close. */
function limitsNote({ lowerCircuitPaise, upperCircuitPaise, previousClosePaise }: InstrumentDetail["quote"]) {
  const [down, up] = [previousClosePaise - lowerCircuitPaise, upperCircuitPaise - previousClosePaise].map(
    (gap) => Math.round((gap / Math.max(1, previousClosePaise)) * 100),
  );
  return down === up ? text.eitherWay(down ?? 0) : text.downUp({ down: down ?? 0, up: up ?? 0 });
}

function formatChange(count: number): string {
  return `${count > 0 ? "+" : count < 0 ? "\u2212" : ""}${formatCountShort(Math.abs(count))}`;
}

function Expiry({ expiries }: { expiries: readonly string[] }) {
  const [nearest] = expiries;
  return nearest === undefined ? null : (
    <Fact name={text.nearestExpiry} note={text.expiries(expiries.length)}>
      {formatDay(nearest)}
    </Fact>
  );
}

function Fact(props: { name: string; note: string; children: ReactNode }) {
  return (
    <div>
      <dt className="figure-name">{props.name}</dt>
      <dd>
        <span className="figure">{props.children}</span> <span className="figure-note">{props.note}</span>
      </dd>
    </div>
  );
}

function Range(props: { name: string; last: number; low: number; high: number }) {
  return (
    <div>
      <dt className="figure-name">{props.name}</dt>
      <dd>
        <RangeBar last={props.last} low={props.low} high={props.high} />
        <span className="board-ends">
          <span>{formatHundredths(props.low)}</span> <span>{formatHundredths(props.high)}</span>
        </span>
      </dd>
    </div>
  );
}
