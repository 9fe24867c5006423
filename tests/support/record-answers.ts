// Writes the sandbox's response to each operation's example, with its request, into a file that the documentation
// shows: `npm run generate:answers`. A fixed clock and seed make the responses reproducible, and values that differ by
// account are replaced. Long lists are shortened. A test checks every response against its schema.
import { writeFileSync } from "node:fs";
import { fillExample } from "../../app/contract/trading-api/examples.ts";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { openBaseApi } from "./base-api.ts";
import { TradingClient } from "./trading-client.ts";

const LIST_LENGTH = 2;
const NUMBERS_LENGTH = 3;
const MAP_SIZE = 2;
/** Fields with a map from ids to records, which is shortened to two entries. */
const MAPS = new Set(["oc"]);

function shortened(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) {
    const stored =
      typeof value[0] === "number" ? NUMBERS_LENGTH : name === "buy" || name === "sell" ? 5 : LIST_LENGTH;
    return value.slice(0, stored).map((one) => shortened(one));
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    (MAPS.has(name) ? entries.slice(entries.length / 2, entries.length / 2 + MAP_SIZE) : entries).map(
      ([key, one]) => [key, shortened(one, key)],
    ),
  );
}

const EXAMPLE_CLIENT = "1000000001";
const EXAMPLE_TIME = "2026-11-20 10:00:00";

const api = await openBaseApi({ records: [], accountsPerHour: 1_000 });
/** Values that differ by account or day. */
const FIXED: Record<string, unknown> = {
  accessToken: "eyJhbGciOi…",
  dhanClientId: EXAMPLE_CLIENT,
  clientId: EXAMPLE_CLIENT,
  dhanClientUcc: "SBX1000000",
  dhanClientName: "Sandbox account",
  expiryTime: "2026-12-20T10:00:00.000",
  tokenValidity: "20/12/2026 10:00",
  dataValidity: "2026-12-20 10:00:00.0",
  modifyDatePrimary: "2026-11-27",
};

/** Replaces ids of the account in every field; null stays null. */
function withFixedValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withFixedValues);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      one !== null && key in FIXED ? FIXED[key] : withFixedValues(one),
    ]),
  );
}

const answers: Record<string, { request: unknown; answer?: unknown }> = {};
for (const operation of TRADING_OPERATION_LIST) {
  const client = await TradingClient.open(api.url);
  await client.send("put", "/sandbox/clock", { seed: 7, at: EXAMPLE_TIME, hours: "exchange" });
  const isFirst = operation.operationId === "placeOrder";
  const values = isFirst ? {} : await client.values(Date.parse(`${EXAMPLE_TIME.replace(" ", "T")}+05:30`));
  const answer = await client.example(operation, values);
  if (answer.status !== operation.status) throw new Error(`${operation.operationId}: ${answer.text}`);
  // The number of accounts with an own market is limited.
  await client.send("delete", "/scenario");
  const request = fillExample(operation.example, values);
  answers[operation.operationId] =
    operation.operationId === "endClock"
      ? { request, answer: { ...answer.body, at: EXAMPLE_TIME } }
      : operation.operationId === "endScenario"
        ? { request, answer: { ...answer.body, clock: { ...answer.body.clock, at: EXAMPLE_TIME } } }
        : operation.answer === "csv"
          ? { request }
          : { request, answer: withFixedValues(shortened(answer.body)) };
}
api.close();
writeFileSync("app/contract/generated/answers.generated.json", `${JSON.stringify(answers, null, 1)}\n`);
