// The pages that tell rather than list: how to begin, keep within limits, read errors, use the sandbox, and what has changed.

import { pythonString, shellArgument } from "../format/literals.ts";
import { LOCALE } from "../format/locale.ts";
import { SANDBOX_ACCOUNT_LIMITS } from "../wire/sandbox-accounts.ts";
import { ANSWER_HEADERS, REQUEST_HEADERS } from "../wire/trading-api/headers.ts";
import {
  codeAnchor,
  DATA_ERRORS,
  type ErrorCode,
  MODIFICATIONS_AT_MOST,
  RATE_LIMITS,
  TRADING_ERRORS,
} from "../wire/trading-api/operations.ts";
import { HEADER_SCENARIOS, MAGIC_QUANTITIES } from "../wire/trading-api/scenarios.ts";
import { type Block, code, list, type Section, section, table, text } from "./blocks.ts";
import type { ApiPlace } from "./place.ts";

const number = (value: number) => value.toLocaleString(LOCALE);

/** How the account comes about: made in the sandbox, or brought along where there is none. */
function firstStep({ origin, rest, hasSandbox }: ApiPlace): Section {
  if (!hasSandbox)
    return section(
      "account",
      "1. Take a token",
      text("Make an access token in your account, or by one of the ways on the page about authentication."),
      code(
        "bash",
        `export BASE_URL=${shellArgument(rest)}
export ACCESS_TOKEN=…
export CLIENT_ID=…`,
      ),
      text("The order below is real: it is sent to the exchange and costs money."),
    );
  return section(
    "account",
    "1. Make an account",
    text(
      "One call makes a sandbox account with money, two holdings and a token for 30 days. Nothing has to be filled in.",
    ),
    code(
      "bash",
      `curl -sS -X POST -H "Accept: application/json" ${shellArgument(`${origin}/sandbox/portal/accounts`)} -o account.json
export BASE_URL=${shellArgument(rest)}
export ACCESS_TOKEN=$(sed -n 's/.*"accessToken":"\\([^"]*\\)".*/\\1/p' account.json)
export CLIENT_ID=$(sed -n 's/.*"dhanClientId":"\\([0-9]*\\)".*/\\1/p' account.json)`,
    ),
    text(
      "The file account.json also holds the PIN, the TOTP secret, and an app key with its secret. Keep it if you want to log in again.",
    ),
  );
}

export function quickStart(place: ApiPlace): Section[] {
  return [
    firstStep(place),
    section(
      "read",
      "2. Read something",
      code("bash", `curl -sS "$BASE_URL/fundlimit" -H "access-token: $ACCESS_TOKEN"`),
      text("The answer is what the account can spend. availabelBalance is spelled so on the wire."),
    ),
    section(
      "order",
      "3. Place an order",
      code(
        "bash",
        `curl -sS -X POST "$BASE_URL/orders" -H "access-token: $ACCESS_TOKEN" -H "Content-Type: application/json" -d '{
  "correlationId": "my-first-order",
  "transactionType": "BUY",
  "exchangeSegment": "NSE_EQ",
  "productType": "INTRADAY",
  "orderType": "MARKET",
  "validity": "DAY",
  "securityId": "1333",
  "quantity": 5
}'`,
      ),
      text(
        "The answer names the order and its state. Security id 1333 is HDFC Bank; the instrument list has the others.",
      ),
    ),
    section(
      "follow",
      "4. See what became of it",
      code(
        "bash",
        `curl -sS "$BASE_URL/orders/external/my-first-order" -H "access-token: $ACCESS_TOKEN"
curl -sS "$BASE_URL/positions" -H "access-token: $ACCESS_TOKEN"`,
      ),
      text(
        "A correlation id finds the order when the answer to placing it was lost: look before you send it again.",
      ),
    ),
    ...(place.hasSandbox ? [inTheBrowser()] : []),
    section("next", "5. Go on", {
      kind: "links",
      items: [
        { title: "Try any operation in the playground", to: "/docs/v2/playground" },
        { title: "Have order updates pushed", to: "/docs/v2/order-update" },
        { title: "Stream prices", to: "/docs/v2/live-market-feed" },
        { title: "Make the sandbox misbehave on purpose", to: "/docs/v2/sandbox" },
      ],
    }),
  ];
}

/** The same steps by forms, for readers without a terminal. */
function inTheBrowser(): Section {
  return section(
    "in-the-browser",
    "The same in the browser",
    text(
      "No terminal is needed: the portal makes the account, and the playground sends the same calls with it. Leave what is filled in already as it is.",
    ),
    table(
      "Steps in the browser",
      ["Page", "Fill in", "Press", "What appears"],
      [
        ["/sandbox/portal", "", "Make an account", "Access token"],
        [
          "/sandbox/portal",
          "",
          "Open the playground with this account",
          "sealed in a cookie of this browser",
        ],
        ["/docs/v2/playground?op=getFundLimit", "", "Send GET /fundlimit", "availabelBalance"],
        [
          "/docs/v2/playground?op=placeOrder",
          "correlationId: my-first-order, orderType: MARKET, quantity: 5",
          "Send POST /orders",
          "orderStatus",
        ],
        [
          "/docs/v2/playground?op=getOrderByCorrelationId",
          "correlationId: my-first-order",
          "Send GET /orders/external/{correlationId}",
          '"quantity": 5',
        ],
        ["/docs/v2/playground?op=listPositions", "", "Send GET /positions", '"netQty": 5'],
      ],
      [0],
    ),
    {
      kind: "links",
      items: [
        { title: "Developer portal", to: "/sandbox/portal" },
        { title: "Playground", to: "/docs/v2/playground" },
      ],
    },
  );
}

export function rateLimits(): Section[] {
  return [
    section(
      "limits",
      "Limits",
      table(
        "Calls an account may make",
        ["For", "A second", "A day"],
        Object.values(RATE_LIMITS).map(({ what, perSecond, perDay }) => [
          what,
          number(perSecond),
          perDay === null ? "no limit" : number(perDay),
        ]),
        [],
      ),
      text(
        `One order can be changed ${MODIFICATIONS_AT_MOST} times. A day begins at midnight, Indian time. A refused call counts as well. The day's counts survive a restart of the sandbox, and an account's own clock changes nothing about them.`,
      ),
      list(
        "At most 1,000 orders of an account rest at a time, 100 super orders are at work and 100 forever orders wait; one more is refused with DH-906.",
        "Lists of the day's orders and trades hold the newest 2,000.",
      ),
    ),
    section(
      "headers",
      "Headers",
      table(
        "On answers",
        ["Header", "What it says", "When", "Example"],
        ANSWER_HEADERS.map(({ name, description, when, example }) => [name, description, when, example]),
        [0, 3],
      ),
      table(
        "On calls",
        ["Header", "What it says", "When", "Example"],
        REQUEST_HEADERS.map(({ name, description, when, example }) => [name, description, when, example]),
        [0, 3],
      ),
    ),
    section(
      "feeds",
      "Sockets",
      table(
        "Limits of the sockets",
        ["Socket", "Limit"],
        [
          [
            "Live market feed",
            "5 connections a client, 5,000 instruments a connection, 100 a message; one more ends the connection with 804, a sixth connection the oldest with 805",
          ],
          ["20 market depth", "5 connections a client, 50 instruments a connection; 804 and 805 as above"],
          ["200 market depth", "5 connections a client, 1 instrument a connection; 804 and 805 as above"],
          [
            "Order update",
            "5 connections a client, one is enough; a sixth ends the oldest with the close code 1008",
          ],
        ],
        [],
      ),
    ),
    section(
      "good-manners",
      "Staying within them",
      list(
        "Spread calls out instead of sending bursts; the window is one second that moves along.",
        "After 429 wait as long as Retry-After says, then a little longer each time.",
        "Take prices from the feed and order states from the order-update socket instead of asking again and again.",
      ),
    ),
  ];
}

export function errors(): Section[] {
  const rows = (known: readonly Omit<ErrorCode, "type">[]) =>
    known.map(({ code: name, status, cause, fix, isSafeToRetry, provoke }) => [
      name,
      status,
      cause,
      fix,
      isSafeToRetry ? "yes" : "no",
      provoke,
    ]);
  const codes = (caption: string, known: readonly Omit<ErrorCode, "type">[]): Block => ({
    ...(table(caption, columns, rows(known)) as Extract<Block, { kind: "table" }>),
    ids: known.map(({ code: name }) => codeAnchor(name)),
  });
  const columns = ["Code", "Status", "Cause", "Fix", "Safe to send again as it is", "In the sandbox"];
  return [
    section(
      "shapes",
      "Two shapes",
      text(
        "Trading, funds and charts answer an error with its type, its code and a message. The field errors lists every wrong field at once, and documentation links to the code on this page:",
      ),
      code(
        "json",
        `{ "errorType": "Input_Exception", "errorCode": "DH-905", "errorMessage": "transactionType: missing, expected BUY or SELL. quantity: more than 0 is expected.", "errors": [{ "field": "transactionType", "message": "missing, expected BUY or SELL" }, { "field": "quantity", "message": "more than 0 is expected" }], "documentation": "https://…/docs/v2/errors#dh-905" }`,
      ),
      text("Market quotes and option chains answer one key, the code:"),
      code("json", `{ "data": { "814": "at least one security id under a segment." }, "status": "failed" }`),
      text(
        "Every status comes with JSON: 404 for an unknown path, 405 with Allow for a method that the path does not take, 413 for a body over 64 KiB, 415 for a body that is not JSON, 429, 500, 503 and 504.",
      ),
      text(
        "A rejection by the broker or the exchange is not an error of the call: the order is listed with orderStatus REJECTED, and omsErrorDescription says why.",
      ),
    ),
    section("trading", "Trading codes", codes("Codes of trading, funds and charts", TRADING_ERRORS)),
    section(
      "data",
      "Data and socket codes",
      codes("Codes of quotes, option chains and sockets", DATA_ERRORS),
    ),
    section(
      "unsure",
      "When you do not know whether an order arrived",
      list(
        "A timeout, a lost connection or a 5xx says nothing of the order.",
        "Ask GET /orders/external/{correlationId} for the id that you sent.",
        "DH-906 there means that it did not arrive: send it again, with the same correlation id.",
        "A second order with a correlation id that is there already is refused, so nothing is placed twice.",
      ),
    ),
  ];
}

export function sandbox({ rest, feed, depth, depth200 }: ApiPlace): Section[] {
  return [
    section(
      "what",
      "What it is",
      text(
        "The whole of the provider's service on this site: one broker with an order book, a ledger and margin, and one simulated market, the same that the site's algos trade in. Prices are made by a computer; nothing reaches any exchange.",
      ),
      list(
        "REST below /sandbox/v2, sockets at /sandbox/feed, /sandbox/twentydepth, /sandbox/twohundreddepth and /sandbox/order-update.",
        "Orders are matched with the market's depth, charged and margined like real ones.",
        "The market never closes unless its operator keeps it to the exchanges' hours; afterMarketOrder then waits for the opening.",
        "A market order becomes a limit order with price protection, so it can rest.",
        "Accounts are made in the developer portal, and reset there; a lost PIN or TOTP secret is replaced there.",
        `An account that is not used for ${SANDBOX_ACCOUNT_LIMITS.unusedDays} days expires with everything in it. Its operator may set another number, which the developer portal states. Calls, open sockets, sign-ins and deployments that have not ended count as use.`,
        `One address can make ${SANDBOX_ACCOUNT_LIMITS.anHourPerAddress} accounts an hour, enough for tests that begin with a new account. One more is refused with DH-904 and Retry-After. The sandbox has at most ${number(SANDBOX_ACCOUNT_LIMITS.inAll)} accounts.`,
      ),
      { kind: "links", items: [{ title: "Developer portal", to: "/sandbox/portal" }] },
    ),
    section(
      "behaviours",
      "Behaviour on purpose",
      text("Quantities of an order in a cash segment that always end the same way:"),
      table(
        "By quantity",
        ["Quantity", "What happens"],
        MAGIC_QUANTITIES.map(({ quantity, what }) => [quantity, what]),
      ),
      text("A header on any call:"),
      table(
        "By the header X-Sandbox-Scenario",
        ["Value", "What happens"],
        HEADER_SCENARIOS.map(({ name, what }) => [name, what]),
      ),
    ),
    section(
      "own-clock",
      "The same again",
      text(
        "A test that has to come out the same every time gives its account a clock and a market of its own: set both, place orders, advance the clock, look. The same seed, time and calls give the same orders and fills, down to their ids.",
      ),
      {
        kind: "links",
        items: [
          { title: "Set the clock", to: "/docs/v2/sandbox#set-clock" },
          { title: "Let time pass", to: "/docs/v2/sandbox#advance-clock" },
        ],
      },
    ),
    section(
      "differences",
      "Where sources disagree, and what holds here",
      table(
        "Choices",
        ["Topic", "Here"],
        [
          ["Cancelling answers 202 or 200", "202 with a JSON body"],
          ["Converting a position answers nothing or JSON", "202 with an empty object"],
          ["Trades of one order: object or array", "always an array"],
          ["Ledger: object or array", "always an array"],
          ["Interval of candles: 25 or 30 minutes", "both"],
          ["Leaving depth: request code 24 or 25", "both"],
          ["Forever orders at /forever/orders or /forever/all", "both"],
          ["Kill switch's word in the query or a header", "the query, then the header"],
          ["Keys of order updates: Pascal or lower camel case", "both, in the same message"],
          ["Previous close on the feed: indices only, or all", "sent for all"],
          ["Field close of quote and full packets", "the previous day's close, all day"],
          ["Last trade time on the feed", "seconds of Indian wall-clock time since 1970"],
          ["Product types CO and BO", "refused; a super order does the same"],
          ["Holdings of an account without any", "an empty array"],
          ["Rate limits", "those of the page about rate limits: 25 orders a second, 5,000 a day"],
        ],
        [],
      ),
    ),
    section(
      "same-code",
      "The same code for the provider",
      text(
        "Paths, headers, fields and codes are the provider's own. What changes is the base address, the sockets' addresses and the token.",
      ),
      code(
        "python",
        `# An SDK whose addresses are class attributes is pointed here before its objects are made.
from dhanhq import DhanHTTP, DhanContext, MarketFeed, FullDepth, dhanhq

DhanHTTP.API_BASE_URL = ${pythonString(rest)}
MarketFeed.market_feed_wss = ${pythonString(feed ?? "")}
FullDepth.depth_20_feed_wss = ${pythonString(depth ?? "")}
FullDepth.depth_200_feed_wss = ${pythonString(depth200 ?? "")}`,
      ),
    ),
  ];
}
