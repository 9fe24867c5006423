// Which test executes each code block and each table of the documentation. A block without an entry fails the survey
// (tests/server/docs-survey.test.ts), and so does an entry whose test is gone or whose block is.
import type { DocsBlock } from "./docs-blocks.ts";

/** `named` is the test's title as it is written in its file. */
export type Proof = { test: string; named: string } | { because: string };

const by = (test: string, named: string): Proof => ({ test, named });
const DOCS = "tests/server/docs.test.ts";
const CLAIMS = "tests/server/docs-claims.test.ts";
const SANDBOX_CLAIMS = "tests/server/docs-sandbox.test.ts";
const WORD_CLAIMS = "tests/server/docs-words.test.ts";
const SOCKET_CLAIMS = "tests/server/docs-sockets.test.ts";
const CLIENTS = "tests/server/clients.test.ts";
const COMMANDS = "tests/server/command-line.test.ts";
const MCP = "tests/server/mcp.test.ts";
const CALENDARS = "app/wire/calendars/calendars.test.ts";

/** What stands with every operation, by what it is. */
const OF_OPERATIONS: Readonly<Record<string, Proof>> = {
  bash: by("tests/contract/samples.test.ts", ": %s prints the documented answer"),
  python: by("tests/contract/samples.test.ts", ": %s prints the documented answer"),
  typescript: by("tests/contract/samples.test.ts", ": %s prints the documented answer"),
  go: by("tests/contract/samples.test.ts", ": %s prints the documented answer"),
  json: by(DOCS, "describes every operation with its fields and a real answer"),
  "table Path parameters": by(
    "tests/contract/request-fields.test.ts",
    "%s: its fields are what the page says",
  ),
  "table Query parameters": by(
    "tests/contract/request-fields.test.ts",
    "%s: its fields are what the page says",
  ),
  "table Body": by("tests/contract/request-fields.test.ts", "%s: its fields are what the page says"),
  "table Fields of the answer": by(
    "tests/contract/trading-api.test.ts",
    "%s: its example, bad input, no token, over the limit",
  ),
  "table Errors": by(
    "tests/contract/statuses.test.ts",
    "%s: each documented refusal is met, in its own form",
  ),
};

const FIRST_TRADE = by(
  "tests/server/first-steps.test.ts",
  "by an assistant: preview, confirm, place, positions, square off, as the page tells it",
);
const commandLine = by(COMMANDS, "its commands run word by word in an empty folder");
const PACKETS = by(
  SOCKET_CLAIMS,
  "packets read by the tables of the page are the quote of the same instrument",
);
const CONNECT = by(SOCKET_CLAIMS, "the address and the request of %s, filled in, bring packets");
const CHARGES = by("tests/contract/docs-charges.test.ts", "trades of contracts from %s on");
const WORDS = by(WORD_CLAIMS, "every word of the annexure is taken, answered or refused as it says");

/** By page, then by section and what the block is; a number where a section has several of a language. */
const OF_PAGES: Readonly<Record<string, Readonly<Record<string, Proof>>>> = {
  "quick-start": {
    "1. Make an account / bash": by(DOCS, "the quick start works word by word in an empty folder"),
    "2. Read something / bash": by(DOCS, "the quick start works word by word in an empty folder"),
    "3. Place an order / bash": by(DOCS, "the quick start works word by word in an empty folder"),
    "4. See what became of it / bash": by(DOCS, "the quick start works word by word in an empty folder"),
    "The same in the browser / table Steps in the browser": by(
      "tests/server/first-steps.test.ts",
      "in the browser: account, funds, order, position, as the quick start tells it",
    ),
  },
  authentication: {
    "By PIN and TOTP / bash": by(CLAIMS, "the login by PIN and TOTP answers a token for 24 hours, once"),
    "What a token may do / table Scopes": by(CLAIMS, "a token that may read calls what the table counts"),
  },
  "rate-limits": {
    "Limits / table Calls an account may make": by(
      "tests/contract/trading-api.test.ts",
      "%s: its example, bad input, no token, over the limit",
    ),
    "Headers / table On answers": by(CLAIMS, "headers of answers come when the table says"),
    "Headers / table On calls": by(CLAIMS, "headers of calls do what the table says"),
    "Sockets / table Limits of the sockets": by(
      SOCKET_CLAIMS,
      "each limit of the sockets' table is kept, and one more is refused by its code",
    ),
  },
  errors: {
    "Two shapes / json 1": by(CLAIMS, "the two shapes of a fault are what is sent"),
    "Two shapes / json 2": by(CLAIMS, "the two shapes of a fault are what is sent"),
    "Trading codes / table Codes of trading, funds and charts": by(
      "tests/contract/recipes.test.ts",
      "%s: its recipe yields it, with its status",
    ),
    "Data and socket codes / table Codes of quotes, option chains and sockets": by(
      "tests/contract/recipes.test.ts",
      "%s: its recipe yields it, with its status",
    ),
  },
  sandbox: {
    "Behaviour on purpose / table By quantity": by(
      "tests/contract/trading-flows.test.ts",
      "magic quantities do what the table says",
    ),
    "Behaviour on purpose / table By the header X-Sandbox-Scenario": by(
      CLAIMS,
      "the sandbox misbehaves as the table of the header says",
    ),
    "Where sources disagree, and what holds here / table Choices": by(
      SANDBOX_CLAIMS,
      "each choice where sources disagree holds",
    ),
    "The same code for the provider / python": by(
      SANDBOX_CLAIMS,
      "the addresses for an SDK answer, and the program is Python",
    ),
    "Contracts as they were / table Lots by expiry": by(
      "server/sandbox/exchange/derivatives.test.ts",
      "lots go by the contract's expiry",
    ),
    "Contracts as they were / table Expiry days": by(
      SANDBOX_CLAIMS,
      "listed contracts expire on the days of the table",
    ),
    "Contracts as they were / table Ticks": by(
      CALENDARS,
      "go by price from April 2025, five paise before June 2024",
    ),
    "Charges as they were / table Securities transaction tax": CHARGES,
    "Charges as they were / table Exchange charges": CHARGES,
    "Charges as they were / table Investor protection fund": CHARGES,
    "Charges as they were / table Depository charge, with the first sale of a day of a share held for delivery since an earlier day":
      by("tests/contract/docs-charges.test.ts", "the depository's charge from %s on"),
    "Holidays and special sessions / table Holidays": by(
      SANDBOX_CLAIMS,
      "daily candles skip the holidays of the table",
    ),
    "Holidays and special sessions / table Special sessions": by(
      "app/wire/market-sessions.test.ts",
      "a special session opens a Sunday",
    ),
  },
  "market-hours": {
    "Sessions / table Hours by segment": by(
      "tests/contract/docs-hours.test.ts",
      "$segment, $instruments, from $from: $phase $hours",
    ),
  },
  "order-states": {
    "From state to state / mermaid": by(
      "tests/server/order-states.test.ts",
      "orders take the steps that are drawn, and no others",
    ),
    "From state to state / table Steps of an order": by(
      "tests/server/order-states.test.ts",
      "orders take the steps that are drawn, and no others",
    ),
    "Super and forever orders / table States of their own": by(
      "tests/contract/trading-flows.test.ts",
      "a forever order becomes an ordinary one when its price is seen, and ends its other leg",
    ),
  },
  "sandbox-and-live": {
    "Differences / table Sandbox account and live account": by(
      SANDBOX_CLAIMS,
      "the sandbox's side of each difference holds",
    ),
    "Calls of the public reference that are not here / table Not served": by(
      SANDBOX_CLAIMS,
      "what is not served is refused, and what is named instead works",
    ),
  },
  funds: {
    "How funds add up / text": by(CLAIMS, "funds add up by the formula of the page"),
  },
  postback: {
    "What comes / table Headers": by(CLAIMS, "a postback carries the headers and fields of the page"),
    "What comes / table Fields of the body": by(
      CLAIMS,
      "a postback carries the headers and fields of the page",
    ),
    "Check the signature / bash": by(
      "tests/server/postbacks.test.ts",
      "the program in %s takes a real delivery and nothing else",
    ),
    "Check the signature / python": by(
      "tests/server/postbacks.test.ts",
      "the program in %s takes a real delivery and nothing else",
    ),
    "Check the signature / typescript": by(
      "tests/server/postbacks.test.ts",
      "the program in %s takes a real delivery and nothing else",
    ),
    "Check the signature / go": by(
      "tests/server/postbacks.test.ts",
      "the program in %s takes a real delivery and nothing else",
    ),
    "Retry schedule / table Tries of one delivery": by(
      "tests/server/postbacks.test.ts",
      "three tries, two and fifteen seconds after a failure, with one number and one body",
    ),
  },
  "order-update": {
    "Connect and log in / text": by(
      SOCKET_CLAIMS,
      "the order-update socket takes the login and sends the message of the page",
    ),
    "Connect and log in / json": by(
      SOCKET_CLAIMS,
      "the order-update socket takes the login and sends the message of the page",
    ),
    "Messages / json": by(
      SOCKET_CLAIMS,
      "the order-update socket takes the login and sends the message of the page",
    ),
    "Messages / table Fields of Data": by(
      SOCKET_CLAIMS,
      "the order-update socket takes the login and sends the message of the page",
    ),
  },
  "live-market-feed": {
    "Connect / text": CONNECT,
    "Subscribe / json": CONNECT,
    "Subscribe / table Request codes": by(
      SOCKET_CLAIMS,
      "each request code brings what the table says, and the next one ends it",
    ),
    "Header / table Header of every packet": PACKETS,
    "Ticker, code 2, 16 bytes / table Ticker packet": PACKETS,
    "Quote, code 4, 50 bytes / table Quote packet": PACKETS,
    "Open interest, code 5, 12 bytes / table Open interest packet": PACKETS,
    "Previous close, code 6, 16 bytes / table Previous close packet": PACKETS,
    "Full, code 8, 162 bytes / table Full packet": PACKETS,
    "Full, code 8, 162 bytes / table One level": PACKETS,
    "Disconnect, code 50, 10 bytes / table Disconnect packet": PACKETS,
    "A packet, decoded / text": by(
      DOCS,
      "the program of %s that decodes a message prints what the page says",
    ),
    "A packet, decoded / typescript": by(
      DOCS,
      "the program of %s that decodes a message prints what the page says",
    ),
  },
  "20-market-depth": {
    "Connect / text": CONNECT,
    "Subscribe / json": CONNECT,
    "Packets / table Header": PACKETS,
    "Packets / table One row": PACKETS,
  },
  "200-market-depth": {
    "Connect / text": CONNECT,
    "Subscribe / json": CONNECT,
    "Packets / table Header": PACKETS,
    "Packets / table One row": PACKETS,
    "A message, decoded / text": by(
      DOCS,
      "the program of %s that decodes a message prints what the page says",
    ),
    "A message, decoded / typescript": by(
      DOCS,
      "the program of %s that decodes a message prints what the page says",
    ),
  },
  annexure: {
    "Exchange segments / table Exchange segments": WORDS,
    "Product types / table Product types": WORDS,
    "Order types / table Order types": WORDS,
    "Validity / table Validity": WORDS,
    "States of an order / table States of an order": WORDS,
    "Legs / table Legs": WORDS,
    "Times of after-market orders / table Times of after-market orders": WORDS,
    "Instrument words / table Instrument words": WORDS,
    "Feed response codes / table Feed response codes": PACKETS,
  },
  instruments: {
    "Files / bash": by(
      WORD_CLAIMS,
      "the instrument files come by the commands of the page, with its columns",
    ),
    "Columns / table Columns of the detailed file, and of one segment's": by(
      WORD_CLAIMS,
      "the instrument files come by the commands of the page, with its columns",
    ),
    "Columns / table Columns of the compact file": by(
      WORD_CLAIMS,
      "the instrument files come by the commands of the page, with its columns",
    ),
  },
  assistants: {
    "Endpoint / text": by(MCP, "names the endpoint in each set-up, and every tool with what it needs"),
    "Set up a client / bash": {
      because:
        "The set-up of a program that is not ours; that it names the endpoint and its header is tested",
    },
    "Set up a client / json 1": by(
      MCP,
      "names the endpoint in each set-up, and every tool with what it needs",
    ),
    "Set up a client / json 2": by(
      MCP,
      "names the endpoint in each set-up, and every tool with what it needs",
    ),
    "How a trade is confirmed / json": FIRST_TRADE,
    "A first trade / table Calls of a first trade": FIRST_TRADE,
    "Tools / table Tools and what they need": by(
      MCP,
      "names the endpoint in each set-up, and every tool with what it needs",
    ),
  },
  clients: {
    "Archives and checksums / bash": by(CLIENTS, "is checked and used as the page says, word by word"),
    "TypeScript / bash": commandLine,
    "TypeScript / typescript": by(CLIENTS, "is checked and used as the page says, word by word"),
    "Python / bash": by(CLIENTS, "is installed from its wheel, places an order and hears what becomes of it"),
  },
  "command-line": {
    "Install it, or run it without / bash 1": commandLine,
    "Install it, or run it without / bash 2": commandLine,
    "Log in / bash": commandLine,
    "Call any operation / bash": commandLine,
    "Postbacks on your own machine / bash 1": commandLine,
    "Postbacks on your own machine / bash 2": commandLine,
    "Cause an event / table Events": by(COMMANDS, "trigger %s causes it"),
    "Follow requests / bash": commandLine,
    "Move the account's clock / bash": commandLine,
  },
};

/** By which name each block of a page is registered, in its order. */
export function namesOf(blocks: readonly DocsBlock[]): string[] {
  const plain = blocks.map((block) =>
    block.kind === "table"
      ? `${block.section} / table ${block.caption}`
      : `${block.section} / ${block.language}`,
  );
  const seen = new Map<string, number>();
  return plain.map((name) => {
    if (plain.filter((other) => other === name).length === 1) return name;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return `${name} ${count}`;
  });
}

/** `isOperation` says that the block's section is one of an operation. */
export function proofOf(block: DocsBlock, name: string, isOperation: boolean): Proof | undefined {
  if (!isOperation) return OF_PAGES[block.page]?.[name];
  return OF_OPERATIONS[block.kind === "table" ? `table ${block.caption}` : block.language];
}

/** All entries that name a block of a page, as `page: name`. */
export const REGISTERED: readonly string[] = Object.entries(OF_PAGES).flatMap(([page, entries]) =>
  Object.keys(entries).map((name) => `${page}: ${name}`),
);
export const PROOFS: readonly Proof[] = [
  ...Object.values(OF_OPERATIONS),
  ...Object.values(OF_PAGES).flatMap((entries) => Object.values(entries)),
];
