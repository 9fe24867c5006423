// Writes the sandbox's response to each operation's example, with its request, into a file that the documentation
// shows: `npm run generate:answers`. A fixed clock and seed make the responses reproducible, and values that differ by
// account are replaced. Long lists are shortened. A test checks every response against its schema.
import { writeFileSync } from "node:fs";
import { fillExample } from "../../app/contract/trading-api/examples.ts";
import { TRADING_OPERATION_LIST } from "../../app/contract/trading-api/operations.ts";
import { openBaseApi } from "./base-api.ts";
import { TradingClient } from "./trading-client.ts";

const LIST_KEPT = 2;
const NUMBERS_KEPT = 3;
const KEYS_KEPT = 2;
/** Fields with a map from ids to records, which is shortened to two entries. */
const MAPS = new Set(["oc"]);

function cut(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) {
    const stored =
      typeof value[0] === "number" ? NUMBERS_KEPT : name === "buy" || name === "sell" ? 5 : LIST_KEPT;
    return value.slice(0, stored).map((one) => cut(one));
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    (MAPS.has(name) ? entries.slice(entries.length / 2, entries.length / 2 + KEYS_KEPT) : entries).map(
      ([key, one]) => [key, cut(one, key)],
    ),
  );
}

const SHOWN_CLIENT = "1000000001";
const SHOWN_AT = "2026-11-20 10:00:00";

const api = await openBaseApi({ records: [], accountsPerHour: 1_000 });
/** Values that differ by account or day. */
const FIXED: Record<string, unknown> = {
  accessToken: "eyJhbGciOi…",
  dhanClientId: SHOWN_CLIENT,
  clientId: SHOWN_CLIENT,
  dhanClientUcc: "SBX1000000",
  dhanClientName: "Sandbox account",
  expiryTime: "2026-12-20T10:00:00.000",
  tokenValidity: "20/12/2026 10:00",
  dataValidity: "2026-12-20 10:00:00.0",
  modifyDatePrimary: "2026-11-27",
};

/** Replaces ids of the account in every field; null stays null. */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(settled);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      one !== null && key in FIXED ? FIXED[key] : settled(one),
    ]),
  );
}

const answers: Record<string, { request: unknown; answer?: unknown }> = {};
for (const operation of TRADING_OPERATION_LIST) {
  const client = await TradingClient.open(api.url);
  await client.send("put", "/sandbox/clock", { seed: 7, at: SHOWN_AT, hours: "exchange" });
  const isFirst = operation.operationId === "placeOrder";
  const values = isFirst ? {} : await client.values(Date.parse(`${SHOWN_AT.replace(" ", "T")}+05:30`));
  const answer = await client.example(operation, values);
  if (answer.status !== operation.status) throw new Error(`${operation.operationId}: ${answer.text}`);
  const request = fillExample(operation.example, values);
  answers[operation.operationId] =
    operation.operationId === "endClock"
      ? { request, answer: { ...answer.body, at: SHOWN_AT } }
      : operation.operationId === "endScenario"
        ? { request, answer: { ...answer.body, clock: { ...answer.body.clock, at: SHOWN_AT } } }
        : operation.answer === "csv"
          ? { request }
          : { request, answer: settled(cut(answer.body)) };
}
api.close();
writeFileSync("app/contract/generated/answers.generated.json", `${JSON.stringify(answers, null, 1)}\n`);
