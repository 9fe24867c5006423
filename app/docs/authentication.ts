// How a program gets a token, what a token may do, and how its owner denies and takes back.
import { shellArgument } from "../format/literals.ts";
import { TRADING_OPERATION_LIST } from "../wire/trading-api/operations.ts";
import { SCOPE_WORDS, SCOPES, scopeOf } from "../wire/trading-api/scopes.ts";
import { code, list, type Section, section, table, text } from "./blocks.ts";
import type { ApiPlace } from "./place.ts";

export function authentication({ auth }: ApiPlace): Section[] {
  return [
    section(
      "token",
      "The token",
      text(
        "Every call carries the access token in the header access-token. Market quotes and option chains also want the client id in the header client-id. A token belongs to one client; one lives at a time, so a new one ends the one before.",
      ),
      text(
        "A token is valid for 24 hours. One that the sandbox's portal makes is valid for 30 days. The sandbox's and the provider's are not interchangeable.",
      ),
    ),
    section(
      "pin-totp",
      "By PIN and TOTP",
      text(
        "An individual's program can log in by itself: PIN and the present six digits of the authenticator, in one call.",
      ),
      code(
        "bash",
        `curl -sS -X POST ${shellArgument(auth ?? "")}"/app/generateAccessToken?dhanClientId=$CLIENT_ID&pin=$PIN&totp=$TOTP"`,
      ),
      text(
        "A code of the authenticator works once. An address that sends wrong codes too often waits, longer each time (429 with Retry-After); the account itself is not locked.",
      ),
    ),
    section(
      "app",
      "By an app's key and secret",
      list(
        `POST ${auth ?? ""}/app/generate-consent with the headers app_id and app_secret answers a consentAppId.`,
        `Open ${auth ?? ""}/login/consentApp-login?consentAppId=… in a browser; the account's holder signs in there.`,
        "The page leads back to the address that the account has named in the portal, with a tokenId that is good for ten minutes and once.",
        `GET or POST ${auth ?? ""}/app/consumeApp-consent?tokenId=… with the same headers answers the token.`,
      ),
      text(
        "The sign-in page names the app and what it asks for, and has a button to deny. Who denies comes back to the same address with error=access_denied and no tokenId; the consent is then closed and answers 410. An app that has named no address shows the end of it on a page of its own.",
      ),
      text(
        "Whoever has connected an app finds it under Connected apps in the account and can take the access back there: its token then answers DH-901 at the next call.",
      ),
    ),
    section(
      "scopes",
      "What a token may do",
      text(
        "An app asks for scopes, which its owner chooses in the portal. The portal also makes tokens that may only read; such a token does not sign in to the portal. New tokens and new codes have to be confirmed there with PIN and TOTP. Tokens by PIN and TOTP have every scope. Every token may read.",
      ),
      table(
        "Scopes",
        ["Scope", "What it allows", "Operations"],
        SCOPES.map((scope) => [
          scope,
          SCOPE_WORDS[scope],
          String(TRADING_OPERATION_LIST.filter((operation) => scopeOf(operation) === scope).length),
        ]),
        [0],
      ),
      text(
        "An operation that changes something, called with a token that may only read, answers DH-902 with status 403 and changes nothing.",
      ),
    ),
    section(
      "partner",
      "As a partner",
      text(
        "A platform that acts for many customers has a partner id and secret of its own; the flow is the same with partner headers, and its order-update login receives the orders of all customers who are connected through it. In the sandbox this site itself is the partner: “Sign in” goes that way.",
      ),
    ),
    section(
      "static-ip",
      "Static address",
      text(
        "The provider takes calls that write orders from a registered address only. The sandbox keeps the address and takes orders from anywhere.",
      ),
    ),
  ];
}
