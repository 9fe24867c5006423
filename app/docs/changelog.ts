// The changelog: versions of the contract, what each one brought, and how changes are announced.
import { SANDBOX_ACCOUNT_LIMITS } from "../wire/sandbox-accounts.ts";
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
      "sandbox-accounts",
      "The sandbox, 23 November 2026",
      list(
        `Accounts that are not used for ${SANDBOX_ACCOUNT_LIMITS.unusedDays} days expire. One address can make ${SANDBOX_ACCOUNT_LIMITS.anHourPerAddress} accounts an hour, formerly 30.`,
      ),
    ),
    section(
      "2-2-1",
      "2.2.1, 22 November 2026",
      list(
        "Documents: each operation lists the statuses that it answers and no others. 413 and 415 stand with calls that have a body, DH-910 with every call, 415 of quotes and option chains in their own form.",
        "Logins: opening an app's consent is described as the redirect that it is, a closed consent as a page with 404 or 410, and the parameter state of POST /app/generate-consent is documented. An address that there is not below the logins answers JSON.",
        "X-Request-Id: ids of fewer than 8 characters are replaced, as documented; they were repeated.",
      ),
    ),
    section(
      "2-2-0",
      "2.2.0, 22 November 2026",
      list(
        "Market depth of 200 levels: a socket for one instrument a connection, in the documents, the playground and both clients.",
        "A command-line tool in the archive of the TypeScript client: calls by name, postbacks on your own machine, events on purpose, requests as they come.",
        "The Python client reads market depth of 20 levels as well, and what its iterators yield has types.",
        "Tokens have scopes: an app asks for read or trade, and a token that may only read is refused with DH-902 by what changes something.",
        "The life of an order as a drawing with every step that it can take, among them TRANSIT to TRADED, of an order that is filled as it arrives.",
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
    section(
      "base-api",
      "Base API",
      text(
        "The base API is what this site asks of a provider; it has a version of its own, in its OpenAPI document.",
      ),
      list(
        "1.8.0, 23 November 2026: records and studies contain the texts that must be shown with their figures, and their seals cover texts and state: format 3 for records, 2 for studies. A provider has to sign them again; the chain of days keeps its lines.",
        "1.7.0, 22 November 2026: a note beside each algo of a tracklist, PUT /v1/tracklists/{id}/strategies/{strategyId}/note. Summaries of strategies may carry lossLimits and structure.",
        "1.6.1, 22 November 2026: the document names the header Idempotency-Key where a write takes or needs it, 403 for the tokens of apps, and 400 for a body that is not JSON. 405 says with Allow which methods a path takes.",
        "1.6.0, 22 November 2026: notifications. Choices by kind of event and by way, quiet hours, browsers for Web Push, a test message.",
      ),
    ),
  ];
}
