// The page about the command-line tool. Its commands run in the tests as they stand here.
import { shellArgument } from "../format/literals.ts";
import { code, list, type Section, section, table, text } from "./blocks.ts";
import type { ApiPlace } from "./place.ts";

export function commandLine({ origin, rest, hasSandbox }: ApiPlace): Section[] {
  const archive = shellArgument(`${origin}/docs/v2/clients/typescript/trading-api-client.tgz`);
  return [
    section(
      "install",
      "Install it, or run it without",
      text(
        "It comes with the TypeScript client, for Node 20 and later. The page about the clients says how to check the archive before.",
      ),
      code("bash", `npm install ${archive}\nnpx trading-api --help`),
      text("Without a folder of its own, npx takes the archive's address:"),
      code("bash", `npx --yes ${archive} --help`),
    ),
    section(
      "login",
      "Log in",
      ...(hasSandbox
        ? [
            code(
              "bash",
              `npx trading-api login --new --base-url ${shellArgument(rest)}`,
              "A sandbox account of your own; its PIN and TOTP secret are printed once",
            ),
          ]
        : []),
      list(
        "login --client-id 1000000001 asks for PIN and code of the authenticator; TRADING_API_PIN and TRADING_API_TOTP answer for scripts.",
        "login --token asks for an access token that you have, or takes it from ACCESS_TOKEN.",
        "Secrets are never arguments, which other users of a machine can see. The token is kept in ~/.config/trading-api/session.json, which its owner alone can read.",
        "With BASE_URL, CLIENT_ID and ACCESS_TOKEN in the environment no login is needed, and nothing is kept.",
      ),
    ),
    section(
      "calls",
      "Call any operation",
      code(
        "bash",
        `npx trading-api operations order
npx trading-api call getFundLimit
npx trading-api call quoteLtp --body '{"NSE_EQ":[1333]}'
npx trading-api call placeOrder transactionType=BUY exchangeSegment=NSE_EQ productType=INTRADAY orderType=MARKET validity=DAY securityId=1333 quantity:=1`,
      ),
      list(
        "name=value fills a path parameter, a query parameter or a field of the body; name:=value takes JSON, such as a number or a list.",
        "--body takes the whole body, @file from a file, - from standard input.",
        "The answer is printed as JSON. A refusal ends with 1, and its code and request id are on standard error; what the tool itself did not understand ends with 2.",
        "429 is waited for, and lost answers of calls that change nothing are sent again, as the client does.",
        ...(hasSandbox
          ? [
              "--scenario rate-limit and the like make the sandbox misbehave, as the page about the sandbox lists.",
            ]
          : []),
      ),
    ),
    ...(hasSandbox ? sandboxCommands() : []),
  ];
}

/** The values are shown in the sandbox's portal. */
function sandboxCommands(): Section[] {
  return [
    section(
      "listen",
      "Postbacks on your own machine",
      text(
        "listen hears the account's order events over the order-update socket and posts each one to an address that only your machine knows, with the body and the headers of a postback.",
      ),
      code("bash", "npx trading-api listen --forward-to http://localhost:3000/postbacks", "In one terminal"),
      code("bash", "npx trading-api trigger order.traded", "In another"),
      list(
        "It prints the secret that it signs with. Set POSTBACK_SECRET to choose it: the account's own secret is known to its portal alone.",
        "X-Postback-Delivery is the number of the event. Events arrive in their order, one after the other.",
        "Each is posted once; what failed is said, and --from with its number sends it and what follows again.",
      ),
    ),
    section(
      "trigger",
      "Cause an event",
      table(
        "Events",
        ["Event", "What happens"],
        [
          ["order.traded", "A share is bought at the market"],
          ["order.rejected", "An order that the exchange rejects"],
          ["order.part_traded", "A half is filled, the rest stays pending"],
          ["order.pending", "An order that nothing is filled of"],
          ["order.cancelled", "The same, cancelled at once"],
          ["order.slow", "An order that stays in transit for five seconds"],
        ],
        [0],
      ),
    ),
    section(
      "tail",
      "Follow requests",
      code("bash", "npx trading-api tail --bodies"),
      text(
        "Prints each call that the account's programs make, with status, time taken and request id; --bodies adds both bodies with secrets masked, --json prints a line of JSON for each.",
      ),
    ),
    section(
      "clock",
      "Move the account's clock",
      code(
        "bash",
        `npx trading-api clock set at="2026-11-20 10:00:00" seed:=7
npx trading-api clock advance 15m
npx trading-api clock end`,
      ),
      text("advance takes seconds, or a number with m, h or d; a day at most in one call."),
    ),
  ];
}
