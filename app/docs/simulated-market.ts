// What the documentation tells of the sandbox's market: what is made up and how, what it was like on which day, and what is not served.
import {
  CHARGE_GAPS,
  DEPOSITORY_CHARGES,
  EXCHANGE_CHARGES,
  PROTECTION_FUND,
  TRANSACTION_TAX,
} from "../wire/calendars/charges.ts";
import { CONTRACT_GAPS, EXPIRY_DAYS, LOTS, SHARE_EXPIRY_DAYS } from "../wire/calendars/contracts.ts";
import { CALENDAR_GAPS, HOLIDAYS, SPECIAL_SESSIONS } from "../wire/calendars/holidays.ts";
import { INDEX_FUTURE_TICKS, PRICE_STEP_GAPS, SHARE_TICKS } from "../wire/calendars/price-steps.ts";
import { list, type Section, section, table, text } from "./blocks.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const weekday = (day: number | null) => (day === null ? "none" : (WEEKDAYS[day] ?? ""));
const percent = (rate: number | null) => (rate === null ? "unknown" : `${Number((rate * 100).toFixed(6))} %`);

export function simulatedMarket(): Section[] {
  return [
    section(
      "market",
      "How its market is made",
      text(
        "One path of trades for each instrument, a function of a seed and of time. Last price, quotes, depth, candles of every length, feeds, option chains and the backtests of the site's algos are all read from it, so they agree: a candle is the sum of its minutes, a minute the sum of its trades, and the previous close is the close of the last session.",
      ),
      list(
        "Regular sessions keep the exchanges' hours and holidays, and are the same whether the market closes or not.",
        "Where the market never closes, it has extended hours between two regular sessions: prices lead from a close to the next open. Intraday candles hold them only when you ask with `extended: true`, and mark them. Daily candles and the records of algos hold regular sessions alone.",
        "The binary packets of the feeds have no field for extended hours, here as at the provider, and none is added: a client tells them by the time of the trade and the exchange's hours.",
        "Options on one underlying come from one volatility surface without arbitrage, which rises when prices fall. Futures carry interest at 6.5 % a year and meet their underlying at expiry.",
        "Orders on futures are taken in INTRADAY and MARGIN. What they block is the worst loss over moves of the underlying of 9 % (index) or 15 % (share), hedges on the same underlying counted, and 2 % or 3.5 % of the contract's value on top. A loss blocks funds as it grows; a profit is booked when the position is closed, or at expiry at the underlying's close: there is no daily settlement.",
        "A daily candle request for a future with `expiryCode` 0, 1 or 2 gives the continuous series of the nearest, next or far month.",
        "Companies beside the two dozen of the algos are invented, and so is every price.",
      ),
    ),
    section(
      "not-served",
      "What this sandbox does not serve",
      list(
        "Currency derivatives (NSE_CURRENCY, BSE_CURRENCY): no instruments, no prices.",
        "Commodities (MCX_COMM): no instruments, no prices.",
        "Bonds, mutual funds, ETFs other than the index fund, SME and trade-to-trade series.",
        "Corporate actions: no dividends, splits, bonuses or mergers. Option adjustment does not occur.",
        "The call auctions: pre-open and closing auction are phases of the calendar, without an auction's order book; while the exchanges hold the closing auction, shares trade on here. A session's close is its last trade, not the average of its last half hour.",
        "Block and bulk deals, auctions for short delivery, physical settlement of contracts on shares (they are settled in cash).",
        "History before January 2022.",
        "Options and futures that expired before January 2024: on a clock of your own that stands before it, shares and indices alone trade, and the rows of an option chain are empty.",
      ),
    ),
  ];
}

export function datedMarket(): Section[] {
  return [datedContracts(), datedCharges(), datedDays()];
}

function datedContracts(): Section {
  return section(
    "dated-contracts",
    "Contracts as they were",
    text(
      "A contract keeps the lot of its expiry; expiries move to the trading day before when their day is a holiday.",
    ),
    table(
      "Lots by expiry",
      ["Index", "Contracts that expire from", "Lot"],
      Object.entries(LOTS).flatMap(([index, rows]) =>
        rows.map(({ fromExpiry, lot }) => [index, fromExpiry, lot]),
      ),
    ),
    table(
      "Expiry days",
      ["Underlying", "From", "Weekly", "Monthly, the last"],
      [...Object.entries(EXPIRY_DAYS), ["Shares", SHARE_EXPIRY_DAYS] as const].flatMap(([name, rows]) =>
        rows.map(({ from, weekly, monthly }) => [name, from, weekday(weekly), weekday(monthly)]),
      ),
    ),
    table(
      "Ticks",
      ["What", "From", "Below, rupees", "Tick, rupees"],
      [["Shares", SHARE_TICKS] as const, ["Index futures", INDEX_FUTURE_TICKS] as const].flatMap(
        ([name, rows]) =>
          rows.flatMap(({ from, steps }) =>
            steps.map(({ belowRupees, tickPaise }) => [
              name,
              from,
              Number.isFinite(belowRupees) ? belowRupees : "any price",
              (tickPaise / 100).toFixed(2),
            ]),
          ),
      ),
    ),
    list(...CONTRACT_GAPS, ...PRICE_STEP_GAPS),
  );
}

function datedCharges(): Section {
  return section(
    "dated-charges",
    "Charges as they were",
    table(
      "Securities transaction tax",
      [
        "From",
        "Delivery, each side",
        "Intraday, sale",
        "Futures, sale",
        "Options, sale",
        "Exercised options",
        "Source",
      ],
      TRANSACTION_TAX.map((row) => [
        row.from,
        percent(row.DELIVERY.sell),
        percent(row.INTRADAY.sell),
        percent(row.FUTURES.sell),
        percent(row.OPTIONS.sell),
        percent(row.exercised),
        row.source,
      ]),
    ),
    byVenue("Exchange charges", EXCHANGE_CHARGES),
    byVenue("Investor protection fund", PROTECTION_FUND),
    table(
      "Depository charge, with the first sale of a day of a share held for delivery since an earlier day",
      ["From", "Rupees", "Source"],
      DEPOSITORY_CHARGES.map(({ from, paise, source }) => [from, (paise / 100).toFixed(2), source]),
    ),
    text(
      "A trade is charged what stood on its day: an order of the trading API on the day of the sandbox's clock, a trade of a record on the day that it was made. Options that are exercised are taxed on what they pay; nothing else is charged at expiry. A rate that is unknown here is not charged.",
    ),
    list(...CHARGE_GAPS),
  );
}

type VenueRates = {
  venue: string;
  from: string;
  source: string;
  DELIVERY: number | null;
  FUTURES: number | null;
  OPTIONS: number | null;
};

/** Rates by venue and day; the column of shares prints those of delivery. */
function byVenue(title: string, rows: readonly VenueRates[]) {
  return table(
    title,
    ["Venue", "From", "Shares", "Futures", "Options, of premium", "Source"],
    rows.map((row) => [
      row.venue,
      row.from,
      percent(row.DELIVERY),
      percent(row.FUTURES),
      percent(row.OPTIONS),
      row.source,
    ]),
  );
}

function datedDays(): Section {
  return section(
    "dated-days",
    "Holidays and special sessions",
    table(
      "Holidays",
      ["Day", "Name"],
      Object.values(HOLIDAYS).flatMap(({ days, isProvisional }) =>
        days.map(([day, name]) => [day, isProvisional ? `${name} (provisional)` : name]),
      ),
    ),
    table(
      "Special sessions",
      ["Day", "Name", "Hours, IST", "In doubt"],
      SPECIAL_SESSIONS.map(({ day, name, spans, doubt }) => [
        day,
        name,
        spans.map(([from, to]) => `${from} to ${to}`).join(", "),
        doubt ?? "–",
      ]),
    ),
    list(...CALENDAR_GAPS),
  );
}
