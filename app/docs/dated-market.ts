// Tables of the sandbox market's rules by date (lots, expiries, ticks, charges, holidays and hours), generated from the
// calendars.
import {
  CHARGE_GAPS,
  DEPOSITORY_CHARGES,
  EXCHANGE_CHARGES,
  PROTECTION_FUND,
  TRANSACTION_TAX,
} from "../domain/calendars/charges.ts";
import { CONTRACT_GAPS, EXPIRY_DAYS, LOTS, SHARE_EXPIRY_DAYS } from "../domain/calendars/contracts.ts";
import { CALENDAR_GAPS, HOLIDAYS, SPECIAL_SESSIONS } from "../domain/calendars/holidays.ts";
import { INDEX_FUTURE_TICKS, PRICE_STEP_GAPS, SHARE_TICKS } from "../domain/calendars/price-steps.ts";
import { EXCHANGE_CALENDAR } from "../domain/market-sessions.ts";
import { type Block, tableBlock } from "./blocks.ts";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const PHASES: Record<string, string> = {
  pre_open: "Pre-open",
  open: "Trading",
  closing_auction: "Closing auction",
  post_close: "Post-close",
};
const weekday = (day: number | null) => (day === null ? "none" : (WEEKDAYS[day] ?? ""));
const percent = (rate: number | null) => (rate === null ? "unknown" : `${Number((rate * 100).toFixed(6))} %`);
const rupees = (paise: number) => (paise / 100).toFixed(2);
const list = (items: readonly string[]): Block => ({ kind: "list", items: [...items] });

/** Builds a table that is initially collapsed. */
const closedTable = (...table: Parameters<typeof tableBlock>): Block => ({
  ...tableBlock(...table),
  isClosed: true,
});

type VenueRates = {
  venue: string;
  from: string;
  source: string;
  DELIVERY: number | null;
  FUTURES: number | null;
  OPTIONS: number | null;
};

/** Builds a table of rates by venue and date. The column "Shares" contains the delivery rates. */
const venueTable = (caption: string, rows: readonly VenueRates[]) =>
  closedTable(
    caption,
    ["Venue", "From", "Shares", "Futures", "Options, on premium", "Source"],
    rows.map(({ venue, from, DELIVERY, FUTURES, OPTIONS, source }) => [
      venue,
      from,
      percent(DELIVERY),
      percent(FUTURES),
      percent(OPTIONS),
      source,
    ]),
  );

export const DATED_INSERTS = {
  "hours-by-segment": () => [
    tableBlock(
      "Hours by segment",
      ["Segments", "Instruments", "From", "Phase", "Hours"],
      EXCHANGE_CALENDAR.timetables.flatMap(({ from, segments, group, spans }) =>
        spans.map((span) => [
          segments.join(", "),
          group === "derivatives" ? "Shares with futures and options" : "All",
          from,
          PHASES[span.phase] ?? span.phase,
          `${span.from} to ${span.to}`,
        ]),
      ),
    ),
  ],
  "lots-by-expiry": () => [
    closedTable(
      "Lots by expiry",
      ["Index", "Contracts that expire from", "Lot"],
      Object.entries(LOTS).flatMap(([index, rows]) =>
        rows.map(({ fromExpiry, lot }) => [index, fromExpiry, lot]),
      ),
    ),
  ],
  "expiry-days": () => [
    closedTable(
      "Expiry days",
      ["Underlying", "From", "Weekly", "Monthly, on the last"],
      [...Object.entries(EXPIRY_DAYS), ["Shares", SHARE_EXPIRY_DAYS] as const].flatMap(([name, rows]) =>
        rows.map(({ from, weekly, monthly }) => [name, from, weekday(weekly), weekday(monthly)]),
      ),
    ),
  ],
  ticks: () => [
    closedTable(
      "Ticks",
      ["Instrument", "From", "Price below, rupees", "Tick, rupees"],
      [["Shares", SHARE_TICKS] as const, ["Index futures", INDEX_FUTURE_TICKS] as const].flatMap(
        ([name, rows]) =>
          rows.flatMap(({ from, steps }) =>
            steps.map(({ belowRupees, tickPaise }) => [
              name,
              from,
              Number.isFinite(belowRupees) ? belowRupees : "any price",
              rupees(tickPaise),
            ]),
          ),
      ),
    ),
  ],
  "contract-gaps": () => [list([...CONTRACT_GAPS, ...PRICE_STEP_GAPS])],
  "transaction-tax": () => [
    closedTable(
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
      TRANSACTION_TAX.map(({ from, DELIVERY, INTRADAY, FUTURES, OPTIONS, exercised, source }) => [
        from,
        percent(DELIVERY.sell),
        percent(INTRADAY.sell),
        percent(FUTURES.sell),
        percent(OPTIONS.sell),
        percent(exercised),
        source,
      ]),
    ),
  ],
  "exchange-charges": () => [venueTable("Exchange charges", EXCHANGE_CHARGES)],
  "protection-fund": () => [venueTable("Investor protection fund", PROTECTION_FUND)],
  "depository-charges": () => [
    closedTable(
      "Depository charge, once a day for each share that is sold from holdings",
      ["From", "Rupees", "Source"],
      DEPOSITORY_CHARGES.map(({ from, paise, source }) => [from, rupees(paise), source]),
    ),
  ],
  "charge-gaps": () => [list(CHARGE_GAPS)],
  holidays: () => [
    closedTable(
      "Holidays",
      ["Day", "Name"],
      Object.values(HOLIDAYS).flatMap(({ days, isProvisional }) =>
        days.map(([day, name]) => [day, isProvisional ? `${name} (provisional)` : name]),
      ),
    ),
  ],
  "special-sessions": () => [
    closedTable(
      "Special sessions",
      ["Day", "Name", "Hours, IST", "Uncertain"],
      SPECIAL_SESSIONS.map(({ day, name, spans, doubt }) => [
        day,
        name,
        spans.map(([from, to]) => `${from} to ${to}`).join(", "),
        doubt ?? "–",
      ]),
    ),
  ],
  "calendar-gaps": () => [list(CALENDAR_GAPS)],
};
