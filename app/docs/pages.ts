// The documentation's pages: those of spec §2 and those that tell how to begin. What stands on each beside its opening is in contents.ts.

import { withoutSandbox } from "../format/without-sandbox.ts";
import { type DocsPage, page } from "./page-shape.ts";
import { FIRST_PAGES } from "./pages-begin.ts";

export const DOCS_PAGES: DocsPage[] = [
  ...FIRST_PAGES,
  page(
    "orders",
    "Orders",
    "Trading",
    "Place, change, cancel and read the day's orders and trades; split large quantities into several exchange orders.",
    [
      "An order goes from your call to the exchange and comes back as a status: in transit, pending, partly traded, traded, rejected, cancelled or expired. You can change an order up to 25 times while it is pending.",
      "A correlation id of your own, sent with the order, finds it again when the answer was lost on the way.",
    ],
    [
      ["POST /orders", "Places an order"],
      ["POST /orders/slicing", "Places a quantity above the freeze limit as several orders"],
      ["PUT /orders/{orderId}", "Changes price, quantity, type or validity of a pending order"],
      ["DELETE /orders/{orderId}", "Cancels a pending order"],
      ["GET /orders", "Lists the day's orders"],
      ["GET /orders/{orderId}", "Reads one order"],
      ["GET /orders/external/{correlationId}", "Finds an order by your own id"],
      ["GET /trades", "Lists the day's trades"],
      ["GET /trades/{orderId}", "Lists the trades of one order"],
    ],
  ),
  page(
    "super-order",
    "Super order",
    "Trading",
    "An entry with its target and its stop-loss in one request, with an optional trailing stop.",
    [
      "A super order is three legs that know of each other: when the entry trades, target and stop are placed; when one of them trades, the other is cancelled. The stop can follow the price by a jump that you set.",
      "Each leg is changed or cancelled by its name. Cancelling the entry cancels all three.",
    ],
    [
      ["POST /super/orders", "Places entry, target and stop together"],
      ["PUT /super/orders/{orderId}", "Changes one leg"],
      ["DELETE /super/orders/{orderId}/{leg}", "Cancels a leg, or all by the entry leg"],
      ["GET /super/orders", "Lists super orders with their legs"],
    ],
  ),
  page(
    "forever",
    "Forever order",
    "Trading",
    "Orders that wait for a trigger price beyond today, single or one-cancels-other.",
    [
      "A forever order stays with the broker until its trigger price is seen, however many days that takes, and becomes an ordinary order then. With one-cancels-other two triggers wait, and the first one ends the second.",
    ],
    [
      ["POST /forever/orders", "Creates a single or one-cancels-other order"],
      ["PUT /forever/orders/{orderId}", "Changes one of its legs"],
      ["DELETE /forever/orders/{orderId}", "Removes it"],
      ["GET /forever/orders", "Lists those that wait"],
    ],
  ),
  page(
    "conditional-trigger",
    "Conditional trigger",
    "Trading",
    "Orders that are sent when a price or an indicator meets a condition.",
    [
      "A conditional trigger watches a share or an index: its price against a number, or an indicator against a number, another indicator or the close. When the condition is met, up to fifteen orders in any segment are sent together, and the trigger ends.",
      "It waits until the day that you name, a year at most. Each of its orders stands for itself: one that is rejected holds up none of the others.",
    ],
    [
      ["POST /alerts/orders", "Places a conditional trigger"],
      ["PUT /alerts/orders/{alertId}", "Replaces its condition and orders"],
      ["GET /alerts/orders/{alertId}", "Reads one"],
      ["GET /alerts/orders", "Lists those that wait, and today's"],
      ["DELETE /alerts/orders/{alertId}", "Cancels it"],
    ],
  ),
  page(
    "portfolio",
    "Portfolio and positions",
    "Trading",
    "Holdings in the demat account, the day's positions, conversion between products, and a way out of everything.",
    [
      "Holdings are what the depository keeps for you; positions are what today's trading and carried contracts add up to. A position can be converted between intraday and delivery while the market is open.",
    ],
    [
      ["GET /holdings", "Lists shares in the demat account"],
      ["GET /positions", "Lists open and closed positions of the day"],
      ["POST /positions/convert", "Converts a position to another product"],
      ["DELETE /positions", "Exits all positions and cancels open orders"],
    ],
  ),
  page(
    "edis",
    "eDIS",
    "Trading",
    "Authorise the sale of shares from your demat account by the depository's own page and PIN.",
    [
      "Without a standing authorisation, the depository asks the holder before shares are sold. These calls request the PIN, produce the depository's form, and tell how much has been approved.",
    ],
    [
      ["GET /edis/tpin", "Has a T-PIN sent to the registered phone"],
      ["POST /edis/form", "Gives the depository's form for one holding"],
      ["POST /edis/bulkform", "Gives the form for several holdings"],
      ["GET /edis/inquire/{isin}", "Tells what has been approved"],
    ],
  ),
  page(
    "traders-control",
    "Trader's control",
    "Trading",
    "A kill switch for the rest of the day, and an exit at a profit or a loss that you set beforehand.",
    [
      "The kill switch stops all trading of the account until the next day. The P&L exit watches the day's result and closes everything at the limit that you named; it can set the kill switch as it does so.",
    ],
    [
      ["POST /killswitch", "Sets or lifts the kill switch"],
      ["GET /killswitch", "Tells whether it is set"],
      ["POST /pnlExit", "Sets the day's profit and loss limits"],
      ["GET /pnlExit", "Reads them"],
      ["DELETE /pnlExit", "Removes them"],
    ],
  ),
  page(
    "funds",
    "Funds and margin",
    "Trading",
    "What the account can spend, and what an order or a basket would block before it is sent.",
    [
      "The fund limit names the balance at the start of the day, what is used and what is left. The margin calls answer for an order that has not been sent: its total, its parts, and what is missing.",
    ],
    [
      ["GET /fundlimit", "Reads balance, used and withdrawable amounts"],
      ["POST /margincalculator", "Computes the margin of one order"],
      ["POST /margincalculator/multi", "Computes the margin of a basket, hedges counted"],
    ],
  ),
  page(
    "statements",
    "Statements",
    "Trading",
    "The ledger and the trade history of any period, with each charge on its own line.",
    [
      "The ledger lists every credit and debit of the account with its running balance. The trade history lists executed trades with brokerage, transaction tax, exchange charges, stamp duty and the rest.",
    ],
    [
      ["GET /ledger", "Lists ledger entries of a period"],
      ["GET /trades/{from}/{to}/{page}", "Lists trades of a period, in pages"],
    ],
  ),
  page(
    "postback",
    "Postback",
    "Trading",
    "Order updates sent to an address of yours, as they happen.",
    [
      "Give an address when you create a token, and each change of an order made with that token is posted there as JSON. Your server answers 200 quickly and works afterwards.",
    ],
    [["POST (your address)", "Receives one order update"]],
  ),
  page(
    "order-update",
    "Live order update",
    "Trading",
    "Every change of every order of the account over one socket, whatever platform placed it.",
    [
      "After one login message the socket carries an alert for each change of an order. A partner's login receives those of all customers connected through it.",
    ],
    [["WebSocket, login message 42", "Streams order alerts as JSON"]],
  ),
  page(
    "market-quote",
    "Market quote",
    "Data",
    "Last price, OHLC or a full quote with depth, for up to a thousand instruments in one call.",
    [
      "Three calls with one request shape: the shortest answers last prices, the next adds open, high, low and close, the longest adds volume, open interest, circuit limits and five levels of depth.",
    ],
    [
      ["POST /marketfeed/ltp", "Last traded prices"],
      ["POST /marketfeed/ohlc", "Last prices with open, high, low and close"],
      ["POST /marketfeed/quote", "Full quotes with depth"],
    ],
  ),
  page(
    "live-market-feed",
    "Live market feed",
    "Data",
    "Prices pushed in small binary packets over one socket, in three levels of detail.",
    [
      "You subscribe by JSON and receive binary: a ticker packet with price and time, a quote packet with volume and the day's range, or a full packet with open interest and five levels of depth. Five connections a user, 5,000 instruments a connection, 100 a message.",
    ],
    [
      ["RequestCode 15 / 16", "Subscribes to and leaves ticker"],
      ["RequestCode 17 / 18", "Subscribes to and leaves quote"],
      ["RequestCode 21 / 22", "Subscribes to and leaves full"],
      ["RequestCode 12", "Says goodbye"],
    ],
  ),
  page(
    "20-market-depth",
    "20 market depth",
    "Data",
    "Twenty levels of bids and asks, pushed as they change.",
    [
      "A socket of its own carries the twenty best bids and the twenty best asks of up to 50 instruments, as two packets that belong together. It covers the cash and derivatives segments of the NSE.",
    ],
    [
      ["RequestCode 23", "Subscribes to depth"],
      ["RequestCode 24 or 25", "Leaves it"],
    ],
  ),
  page(
    "200-market-depth",
    "200 market depth",
    "Data",
    "Two hundred levels of bids and asks of one instrument, pushed as they change.",
    [
      "The same packets as those of 20 levels, ten times as deep: a socket of its own carries up to two hundred bids and two hundred asks of one instrument. It covers the cash and derivatives segments of the NSE.",
    ],
    [
      ["RequestCode 23", "Subscribes to depth"],
      ["RequestCode 24 or 25", "Leaves it"],
    ],
  ),
  page(
    "historical-data",
    "Historical data",
    "Data",
    "Daily and intraday candles, and those of options that have expired.",
    [
      "Daily candles go back to an instrument's listing, minute candles five years, 90 days in one call. Answers are columns of equal length; times are epoch seconds at the start of the bar.",
    ],
    [
      ["POST /charts/historical", "Daily candles"],
      ["POST /charts/intraday", "Candles of 1 to 60 minutes"],
      ["POST /charts/rollingoption", "Candles of expired options by distance from the money"],
    ],
  ),
  page(
    "option-chain",
    "Option chain",
    "Data",
    "All strikes of an expiry with prices, open interest, implied volatility and greeks.",
    [
      "Ask for the expiries of an underlying, then for the chain of one of them. Each strike has a call and a put side with best bid and ask, volume, open interest now and before, and the greeks.",
    ],
    [
      ["POST /optionchain/expirylist", "Lists expiries"],
      ["POST /optionchain", "Reads one expiry's chain"],
    ],
  ),
  page(
    "annexure",
    "Annexure",
    "Reference",
    "The values that fields take: segments, products, order states, feed codes and error codes.",
    [
      "One page for the word lists that the other pages lean on: exchange segments with their numbers in binary packets, product and order types, validity, states of an order, request and response codes of the feeds, and the error codes of trading and data calls.",
    ],
    [],
  ),
  page(
    "instruments",
    "Instruments",
    "Reference",
    "The list of everything that can be traded or watched, with the security id that each call asks for.",
    [
      "An instrument is an exchange segment and a security id. The list comes as CSV in a compact and a detailed form, new each morning, and by segment.",
    ],
    [["GET /instrument/{exchangeSegment}", "The detailed list of one segment, as CSV"]],
  ),
  page(
    "assistants",
    "Assistants (MCP)",
    "Reference",
    "Tools for AI assistants: read the market and the account, and trade only what you have confirmed.",
    [],
    [],
  ),
  page(
    "clients",
    "Official clients",
    "Reference",
    "Typed clients of every call and socket, generated from the API's contract, as archives with checksums.",
    [],
    [],
  ),
  page(
    "command-line",
    "Command line",
    "Reference",
    "A tool for the terminal: call any operation, hear postbacks on your own machine, cause events, follow requests.",
    [],
    [],
  ),
  page(
    "changelog",
    "Changelog",
    "Reference",
    "What has changed in the API, its sandbox and this documentation.",
    [],
    [],
  ),
];

export function findDocsPage(id: string, hasSandbox = true): DocsPage | undefined {
  return docsPages(hasSandbox).find((candidate) => candidate.id === id);
}

/** Pages that are about the sandbox alone. */
const OF_THE_SANDBOX: ReadonlySet<string> = new Set(["sandbox", "sandbox-and-live", "assistants"]);

/** The pages that there are: where no sandbox is, none is about it. */
export function docsPages(hasSandbox: boolean): DocsPage[] {
  if (hasSandbox) return DOCS_PAGES;
  return DOCS_PAGES.filter(({ id }) => !OF_THE_SANDBOX.has(id)).map((one) => ({
    ...one,
    description: withoutSandbox(one.description),
    opening: one.opening.map(withoutSandbox).filter((words) => words !== ""),
  }));
}
