// Writes what the sandbox answers to each operation's example into app/docs/answers.json, which the documentation prints:
// `npm run generate:answers`. Long lists are cut; a test keeps every answer to its schema.
import { writeFileSync } from "node:fs";
import { TRADING_OPERATION_LIST } from "../../app/wire/trading-api/operations.ts";
import { openBaseApi } from "./base-api.ts";
import { TradingClient } from "./trading-client.ts";

const LIST_KEPT = 2;
const NUMBERS_KEPT = 3;
const KEYS_KEPT = 2;
/** Maps from ids to records, of which two show enough. */
const MAPS = new Set(["oc"]);

function cut(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) {
    const kept =
      typeof value[0] === "number" ? NUMBERS_KEPT : name === "buy" || name === "sell" ? 5 : LIST_KEPT;
    return value.slice(0, kept).map((one) => cut(one));
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value);
  return Object.fromEntries(
    (MAPS.has(name) ? entries.slice(entries.length / 2, entries.length / 2 + KEYS_KEPT) : entries).map(
      ([key, one]) => [key, key === "accessToken" ? "eyJhbGciOi…" : cut(one, key)],
    ),
  );
}

const api = await openBaseApi({ records: [], accountsAnHour: 1_000 });
const answers: Record<string, unknown> = {};
for (const operation of TRADING_OPERATION_LIST) {
  if (operation.answer === "csv") continue;
  const client = await TradingClient.open(api.url);
  const answer = await client.example(operation);
  if (answer.status !== operation.status) throw new Error(`${operation.operationId}: ${answer.text}`);
  answers[operation.operationId] = cut(answer.body);
}
api.close();
writeFileSync("app/docs/answers.json", `${JSON.stringify(answers, null, 1)}\n`);
