// Behaviour that a client under test can ask the sandbox for: the table that the sandbox follows and the documentation prints.

export type MagicScenario = "reject" | "partial" | "rest" | "slow";

/** Scenarios of an order in a cash segment. */
export const MAGIC_QUANTITIES: readonly { quantity: number; scenario: MagicScenario; what: string }[] = [
  { quantity: 911, scenario: "reject", what: "The order is rejected by the exchange." },
  {
    quantity: 912,
    scenario: "partial",
    what: "A half is filled at once, the rest stays pending until it is cancelled.",
  },
  {
    quantity: 913,
    scenario: "rest",
    what: "Nothing is filled: the order stays pending until it is changed or cancelled.",
  },
  {
    quantity: 914,
    scenario: "slow",
    what: "The order stays in transit for five seconds, then it is filled.",
  },
];

export const HEADER_SCENARIOS: readonly {
  name: string;
  /** Error code of the trading family. */
  code: string | null;
  /** Error code of quotes and option chains. */
  dataCode: string | null;
  message: string;
  delayMs: number | null;
  what: string;
}[] = [
  {
    name: "slow",
    code: null,
    dataCode: null,
    message: "",
    delayMs: 3_000,
    what: "The answer comes after three seconds.",
  },
  {
    name: "timeout",
    code: "DH-909",
    dataCode: "800",
    message: "What is behind the API did not answer in time.",
    delayMs: 10_000,
    what: "Nothing for ten seconds, then 504, for quotes and option chains 500 with code 800. Nothing was done.",
  },
  {
    name: "server-error",
    code: "DH-908",
    dataCode: "800",
    message: "The server failed.",
    delayMs: null,
    what: "500, for quotes and option chains with code 800. Nothing was done.",
  },
  {
    name: "rate-limit",
    code: "DH-904",
    dataCode: "805",
    message: "Too many calls.",
    delayMs: null,
    what: "429 with Retry-After, for quotes and option chains with code 805.",
  },
  {
    name: "token-expired",
    code: "DH-901",
    dataCode: "807",
    message: "The access token has expired.",
    delayMs: null,
    what: "401 as with an expired token, for quotes and option chains with code 807; the token itself stays good.",
  },
  {
    name: "no-access",
    code: "DH-902",
    dataCode: "806",
    message: "No access to this API.",
    delayMs: null,
    what: "403, for quotes and option chains 401 with code 806.",
  },
  {
    name: "other",
    code: "DH-910",
    dataCode: "814",
    message: "Something else.",
    delayMs: null,
    what: "400 with DH-910, for quotes and option chains with code 814.",
  },
];
