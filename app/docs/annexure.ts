// The word lists that other pages lean on, and the files of instruments.
import { shellArgument } from "../format/literals.ts";
import { COMPACT_COLUMNS, DETAILED_COLUMNS } from "../wire/trading-api/instrument-columns.ts";
import { DEPTH_CODES, MARKET_PACKETS } from "../wire/trading-api/packets.ts";
import {
  AMO_TIMES,
  API_ORDER_STATUSES,
  API_ORDER_TYPES,
  INSTRUMENT_WORDS,
  LEG_NAMES,
} from "../wire/trading-api/vocabulary.ts";
import { code, type Section, section, table, text } from "./blocks.ts";
import type { ApiPlace } from "./place.ts";
import { PACKET_TITLES } from "./streams.ts";

export function annexure(): Section[] {
  const words = (
    id: string,
    title: string,
    rows: [string, string][],
    columns = ["Value", "Meaning"],
  ): Section => section(id, title, table(title, columns, rows));
  return [
    section(
      "segments",
      "Exchange segments",
      table(
        "Exchange segments",
        ["Value", "In binary packets", "What it is"],
        [
          ["IDX_I", "0", "Indices; watched, not traded"],
          ["NSE_EQ", "1", "Shares, NSE"],
          ["NSE_FNO", "2", "Futures and options, NSE"],
          ["NSE_CURRENCY", "3", "Currency, NSE; not active in the sandbox"],
          ["BSE_EQ", "4", "Shares, BSE"],
          ["MCX_COMM", "5", "Commodities, MCX; not active in the sandbox"],
          ["BSE_CURRENCY", "7", "Currency, BSE; not active in the sandbox"],
          ["BSE_FNO", "8", "Futures and options, BSE"],
        ],
      ),
    ),
    words("products", "Product types", [
      ["CNC", "Shares for delivery"],
      ["INTRADAY", "Closed the same day, by the broker if not before"],
      ["MARGIN", "Derivatives carried over the day"],
      ["MTF", "Shares for delivery with money lent"],
      ["CO, BO", "Cover and bracket orders; the sandbox refuses them"],
    ]),
    words(
      "order-types",
      "Order types",
      API_ORDER_TYPES.map((name) => [name, ORDER_TYPE_WORDS[name]]),
    ),
    words("validity", "Validity", [
      ["DAY", "Until the market closes"],
      ["IOC", "What can be filled at once; the rest is cancelled"],
    ]),
    words(
      "statuses",
      "States of an order",
      API_ORDER_STATUSES.map((name) => [name, STATUS_WORDS[name]]),
    ),
    words(
      "legs",
      "Legs",
      LEG_NAMES.map((name) => [name, LEG_WORDS[name]]),
    ),
    words(
      "after-market",
      "Times of after-market orders",
      AMO_TIMES.map((name) => [name, AMO_WORDS[name]]),
    ),
    words(
      "instruments",
      "Instrument words",
      INSTRUMENT_WORDS.map((name) => [name, INSTRUMENT_MEANINGS[name]]),
    ),
    words(
      "feed-codes",
      "Feed response codes",
      [
        ...Object.entries(MARKET_PACKETS).map(([kind, packet]): [string, string] => [
          String(packet.code),
          `${PACKET_TITLES[kind as keyof typeof MARKET_PACKETS]}, ${packet.bytes} bytes`,
        ]),
        [String(DEPTH_CODES.bid), "20 and 200 market depth: bids"],
        [String(DEPTH_CODES.ask), "20 and 200 market depth: offers"],
      ],
      ["Code", "Packet"],
    ),
    section("errors", "Error codes", {
      kind: "links",
      items: [{ title: "All error codes have a page of their own", to: "/docs/v2/errors" }],
    }),
  ];
}

const ORDER_TYPE_WORDS: Record<(typeof API_ORDER_TYPES)[number], string> = {
  LIMIT: "At the price or better",
  MARKET: "At the market, with price protection",
  STOP_LOSS: "A limit order once the trigger price has traded",
  STOP_LOSS_MARKET: "A market order once the trigger price has traded",
};
const STATUS_WORDS: Record<(typeof API_ORDER_STATUSES)[number], string> = {
  TRANSIT: "On its way to the exchange",
  PENDING: "At the exchange, or waiting for its trigger or the opening",
  PART_TRADED: "Partly filled",
  TRADED: "Filled",
  REJECTED: "Refused by the broker or the exchange",
  CANCELLED: "Taken back",
  EXPIRED: "Ended with the day",
  CLOSED: "Super order: entry and an exit are done",
  TRIGGERED: "Super or forever order: its price was seen",
  CONFIRM: "Forever order that waits",
};
const LEG_WORDS: Record<(typeof LEG_NAMES)[number], string> = {
  ENTRY_LEG: "The entry",
  TARGET_LEG: "Closes with a gain",
  STOP_LOSS_LEG: "Closes with a loss",
};
const AMO_WORDS: Record<(typeof AMO_TIMES)[number], string> = {
  PRE_OPEN: "In the pre-opening",
  OPEN: "At the opening",
  OPEN_30: "30 minutes after it",
  OPEN_60: "60 minutes after it",
};
const INSTRUMENT_MEANINGS: Record<(typeof INSTRUMENT_WORDS)[number], string> = {
  INDEX: "Index",
  EQUITY: "Share",
  FUTIDX: "Future on an index",
  OPTIDX: "Option on an index",
  FUTSTK: "Future on a share",
  OPTSTK: "Option on a share",
  FUTCOM: "Future on a commodity",
  OPTFUT: "Option on a commodity future",
  FUTCUR: "Future on a currency",
  OPTCUR: "Option on a currency",
};

/** Placeholder for the folder, with a provider whose settings do not name it. */
const UNNAMED = "https://instruments.broker.example";
const COLUMN_HEADS = ["Column", "What it is", "Example"];

export function instrumentFiles({ instruments }: ApiPlace): Section[] {
  return [
    section(
      "files",
      "Files",
      text(
        "CSV, written every day, without a token. The compact file has the columns that most programs need, the detailed one more.",
      ),
      code(
        "bash",
        `curl -sSO ${shellArgument(`${instruments ?? UNNAMED}/api-scrip-master.csv`)}
curl -sSO ${shellArgument(`${instruments ?? UNNAMED}/api-scrip-master-detailed.csv`)}`,
      ),
    ),
    section(
      "columns",
      "Columns",
      table(
        "Columns of the detailed file, and of one segment's",
        COLUMN_HEADS,
        DETAILED_COLUMNS.map((row) => [...row]),
        [0, 2],
      ),
      table(
        "Columns of the compact file",
        COLUMN_HEADS,
        COMPACT_COLUMNS.map((row) => [...row]),
        [0, 2],
      ),
    ),
  ];
}
