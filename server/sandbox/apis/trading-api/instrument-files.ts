// Instrument lists as CSV in the provider's two column formats, computed once a day.
import { stringify } from "csv-stringify/sync";
import {
  COMPACT_COLUMNS,
  DETAILED_COLUMNS,
} from "../../../../app/contract/trading-api/instrument-columns.ts";
import { isoDayOf, istDay } from "../../../../app/domain/time.ts";
import type { Broker } from "../../broker/broker.ts";
import { type MarketInstrument, UNDERLYING_AT, UNDERLYINGS } from "../../exchange/instrument-master.ts";
import { runInSlices, type WorkSteps } from "../../slices.ts";
import { toIsin } from "./isin.ts";

const columnNames = (columns: readonly (readonly [string, ...unknown[]])[]) => columns.map(([name]) => name);
const COMPACT = columnNames(COMPACT_COLUMNS);
const DETAILED = columnNames(DETAILED_COLUMNS);

function buildRow(instrument: MarketInstrument): Record<string, string | number> {
  const { exchangeSegment, securityId, kind, symbol, name, lotSize, tickPaise, option, future } = instrument;
  const isDerivative = option !== null || future !== null;
  const exchange = exchangeSegment.startsWith("BSE") || symbol === "SENSEX" ? "BSE" : "NSE";
  const segment = kind === "INDEX" ? "I" : isDerivative ? "D" : "E";
  const base = UNDERLYINGS[UNDERLYING_AT.get(option?.underlyingKey ?? future?.underlyingKey ?? "") ?? -1];
  const expiryDay = option?.expiryDay ?? future?.expiryDay;
  const expiry = expiryDay === undefined ? "" : isoDayOf(expiryDay);
  const flag = isDerivative ? (option === null || option.isMonthly ? "M" : "W") : "";
  // Values of the provider's instrument file: futures are FUT and options are OP, on indices and on shares.
  const exchangeType = kind === "INDEX" ? "INDEX" : future !== null ? "FUT" : isDerivative ? "OP" : "ES";
  const series = kind === "EQUITY" ? (exchange === "BSE" ? "A" : "EQ") : "";
  const strike = option?.strikeRupees ?? 0;
  return {
    SEM_EXM_EXCH_ID: exchange,
    SEM_SEGMENT: segment,
    SEM_SMST_SECURITY_ID: securityId,
    SEM_INSTRUMENT_NAME: kind,
    SEM_EXPIRY_CODE: 0,
    SEM_TRADING_SYMBOL: symbol,
    SEM_LOT_UNITS: lotSize.toFixed(1),
    SEM_CUSTOM_SYMBOL: name,
    SEM_EXPIRY_DATE: expiry === "" ? "" : `${expiry} 14:30:00`,
    SEM_STRIKE_PRICE: strike.toFixed(5),
    SEM_OPTION_TYPE: option?.side ?? "XX",
    // The tick is in paise, as clients of the public list expect: 5.0000 means five paise.
    SEM_TICK_SIZE: tickPaise.toFixed(4),
    SEM_EXPIRY_FLAG: flag,
    SEM_EXCH_INSTRUMENT_TYPE: exchangeType,
    SEM_SERIES: series,
    SM_SYMBOL_NAME: base?.symbol ?? name,
    EXCH_ID: exchange,
    SEGMENT: segment,
    SECURITY_ID: securityId,
    ISIN: kind === "EQUITY" ? toIsin(securityId) : "NA",
    INSTRUMENT: kind,
    UNDERLYING_SECURITY_ID: base?.key.split(":")[1] ?? "",
    UNDERLYING_SYMBOL: base?.symbol ?? symbol,
    SYMBOL_NAME: symbol,
    DISPLAY_NAME: name,
    INSTRUMENT_TYPE: exchangeType,
    SERIES: series || "NA",
    LOT_SIZE: lotSize.toFixed(1),
    SM_EXPIRY_DATE: expiry,
    STRIKE_PRICE: strike.toFixed(5),
    OPTION_TYPE: option?.side ?? "XX",
    TICK_SIZE: (tickPaise / 100).toFixed(4),
    EXPIRY_FLAG: flag || "NA",
    BRACKET_FLAG: "N",
    COVER_FLAG: "N",
    ASM_GSM_FLAG: "N",
    ASM_GSM_CATEGORY: "NA",
    BUY_SELL_INDICATOR: kind === "INDEX" ? "N" : "A",
    MTF_LEVERAGE: kind === "EQUITY" ? instrument.marginLeverage.toFixed(2) : "0.00",
  };
}

/** Number of rows between two yields to other work. Each row may require the computation of a price history. */
const ROWS_PER_SLICE = 10;

export class InstrumentFiles {
  readonly #broker: Broker;
  #day = 0;
  readonly #made = new Map<string, Promise<string>>();

  constructor(broker: Broker) {
    this.#broker = broker;
  }

  compact(): Promise<string> {
    return this.#file("compact", COMPACT, () => true);
  }

  detailed(): Promise<string> {
    return this.#file("detailed", DETAILED, () => true);
  }

  ofSegment(segment: string): Promise<string> {
    return this.#file(segment, DETAILED, ({ exchangeSegment }) => exchangeSegment === segment);
  }

  #file(
    name: string,
    columns: readonly string[],
    isIn: (instrument: MarketInstrument) => boolean,
  ): Promise<string> {
    const now = this.#broker.now();
    if (istDay(now) !== this.#day) {
      this.#day = istDay(now);
      this.#made.clear();
    }
    let text = this.#made.get(name);
    if (text === undefined) {
      text = this.#write(columns, isIn, now);
      this.#made.set(name, text);
    }
    return text;
  }

  async #write(
    columns: readonly string[],
    isIn: (instrument: MarketInstrument) => boolean,
    now: number,
  ): Promise<string> {
    const { market } = this.#broker;
    const parts = [stringify([[...columns]])];
    await runInSlices(
      (function* (): WorkSteps {
        const listed = [...market.listed(), ...market.contracts(now)].filter(isIn);
        for (let from = 0; from < listed.length; from += ROWS_PER_SLICE) {
          yield;
          // Reads the instrument as listed today, because its tick size can change each month.
          const today = listed
            .slice(from, from + ROWS_PER_SLICE)
            .map((one) =>
              one.path === null ? one : (market.find(one.exchangeSegment, one.securityId, now) ?? one),
            );
          parts.push(stringify(today.map(buildRow), { columns: [...columns] }));
        }
      })(),
    );
    return parts.join("");
  }
}
