// The changelog: versions of the contract, what each one brought, and how changes are announced.
import { list, type Section, section, text } from "./blocks.ts";
import { TRADING_API_VERSION } from "./version.ts";

export function changelog(): Section[] {
  return [
    section(
      "versions",
      "Versions",
      text(
        `This is version ${TRADING_API_VERSION} of the contract; the OpenAPI document and the clients carry the same number. The last part counts corrections, the middle one additions that ask nothing of you, the first one changes that do. /v2 in the address changes with the first part only.`,
      ),
      text(
        "What is to be removed is marked deprecated in the OpenAPI document and named here six months before. Nothing is deprecated now.",
      ),
    ),
    section(
      "2-2-0",
      "2.2.0, 22 November 2026",
      list(
        "Market depth of 200 levels: a socket for one instrument a connection, in the documents, the playground and both clients.",
        "A command-line tool in the archive of the TypeScript client: calls by name, postbacks on your own machine, events on purpose, requests as they come.",
        "The Python client reads market depth of 20 levels as well, and what its iterators yield has types.",
      ),
    ),
    section(
      "2-1-0",
      "2.1.0, 22 November 2026",
      list(
        "Conditional triggers: orders that are sent when a price or an indicator meets a condition.",
        "Faults name every field that is wrong at once, in plain words, and lead to their code on the page about errors.",
        "JSON with every status: 405 names the methods that a path takes, 415 asks for JSON.",
        "The Postman collection runs from top to bottom on an account that has nothing.",
      ),
    ),
    section(
      "2-0-0",
      "2.0.0, 21 November 2026",
      list(
        "The sandbox's trading API opens: orders, super and forever orders, portfolio, eDIS, control, funds, statements, quotes, candles, option chains, instrument lists.",
        "Sockets for prices, depth and order updates take tokens of sandbox accounts.",
        "Postbacks with a signature, two more tries and a delivery log.",
        "OpenAPI and AsyncAPI documents at fixed addresses.",
        "The playground and the developer portal open.",
        "Accounts of the sandbox can have a clock and a market of their own.",
      ),
    ),
  ];
}
