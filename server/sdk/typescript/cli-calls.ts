// API calls of the command-line tool: any operation by name, simulated events, and the account's clock.
import { readFileSync } from "node:fs";
import type { SendCall } from "./cli-fault.ts";
import { type HelpTable, indianTime, missingFields, operationHelp } from "./cli-help.ts";
import { clientOf, readSession, type Session, UsageError } from "./cli-session.ts";
import type { CallOf } from "./http.ts";

/** Generated table of the operations' requests. */
export type OperationTable = Readonly<
  Record<
    string,
    {
      method: string;
      path: string;
      summary: string;
      pathParameters: readonly string[];
      query: readonly string[];
      hasBody: boolean;
      needsClientId: boolean;
      isRepeatable: boolean;
      takesKey: boolean;
    }
  >
>;

export const writeOut = (value: unknown) =>
  void process.stdout.write(
    typeof value === "string" ? value.replace(/\n?$/, "\n") : `${JSON.stringify(value, null, 2)}\n`,
  );
export const writeMessage = (line: string) => void process.stderr.write(`${line}\n`);

/** Options of the command `call`: the body, and the fault that the sandbox simulates. */
type CallValues = {
  body?: string | undefined;
  fault?: string | undefined;
  /** Former name of `fault`. */
  scenario?: string | undefined;
};

const TRIGGER_ORDER = {
  transactionType: "BUY",
  exchangeSegment: "NSE_EQ",
  productType: "INTRADAY",
  orderType: "MARKET",
  validity: "DAY",
  securityId: "1333",
};
/** Order quantities that make the sandbox simulate an outcome. */
const TRIGGERS: Readonly<Record<string, { quantity: number; isCancelled?: boolean }>> = {
  "order.traded": { quantity: 1 },
  "order.rejected": { quantity: 911 },
  "order.part_traded": { quantity: 912 },
  "order.pending": { quantity: 913 },
  "order.cancelled": { quantity: 913, isCancelled: true },
  "order.slow": { quantity: 914 },
};
export const TRIGGER_EVENTS: readonly string[] = Object.keys(TRIGGERS);
export const CLOCK_ACTIONS = ["show", "set", "advance", "end"] as const;
const SECONDS: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3_600, d: 86_400 };

/** Parses `name=text` and `name:=json`; rejects any other argument. */
function readPairs(words: readonly string[]): Map<string, unknown> {
  return new Map(
    words.map((word): [string, unknown] => {
      const [, name = "", sign, text = ""] = /^([\w-]+)(:?=)(.*)$/s.exec(word) ?? [];
      if (name === "") throw new UsageError(`Expected name=value or name:=json, got ${word}`);
      if (sign === "=") return [name, text];
      try {
        return [name, JSON.parse(text)];
      } catch {
        throw new UsageError(`${name}: expected JSON after :=, got ${text}`);
      }
    }),
  );
}

function readBody(given: string | undefined): unknown {
  if (given === undefined) return undefined;
  const text =
    given === "-"
      ? readFileSync(0, "utf8")
      : given.startsWith("@")
        ? readFileSync(given.slice(1), "utf8")
        : given;
  try {
    return JSON.parse(text);
  } catch (fault) {
    throw new UsageError(`--body: expected JSON. ${fault instanceof Error ? fault.message : ""}`);
  }
}

/** Sends a call that the user typed. If required fields are missing, prints the operation's help instead. */
export async function call(
  [name = "", ...words]: readonly string[],
  values: CallValues,
  operations: OperationTable,
  help: HelpTable,
): Promise<unknown> {
  if (name === "")
    throw new UsageError("call: expected the name of an operation. trading-api operations lists them.");
  if (Object.hasOwn(operations, name)) {
    const pairs = readPairs(words);
    const body = values.body === undefined ? undefined : readBody(values.body);
    const callValues = {
      parameters: new Set([...pairs].flatMap(([one, value]) => (value === "" ? [] : [one]))),
      body: { ...(body as object), ...Object.fromEntries(pairs) },
    };
    const missing = missingFields(name, help, callValues);
    if (missing.length > 0)
      throw new UsageError(`${name} needs ${missing.join(", ")}.\n\n${operationHelp(name, help)}`);
    // Passes the body that was read, because standard input can be read only once.
    if (body !== undefined)
      return send(
        readSession(process.env),
        [name, ...words],
        { ...values, body: JSON.stringify(body) },
        operations,
      );
  }
  return send(readSession(process.env), [name, ...words], values, operations);
}

async function send(
  session: Session,
  [name = "", ...words]: readonly string[],
  { body: given, fault: requested, scenario }: CallValues,
  operations: OperationTable,
): Promise<unknown> {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (operation === undefined)
    throw new UsageError(`Unknown call ${name}. Run trading-api operations for a list.`);
  const pairs = readPairs(words);
  const take = (names: readonly string[]) =>
    Object.fromEntries(
      names.flatMap((one): [string, string][] => {
        if (!pairs.has(one)) return [];
        const value = pairs.get(one);
        pairs.delete(one);
        return [[one, String(value)]];
      }),
    );
  const { method, path, hasBody, needsClientId, isRepeatable, takesKey } = operation;
  const call: CallOf = {
    method,
    path,
    pathParameters: take(operation.pathParameters),
    query: take(operation.query),
    needsClientId,
    isRepeatable,
    takesKey,
  };
  if (pairs.size > 0 && !hasBody)
    throw new UsageError(`${name} does not accept ${[...pairs.keys()].join(", ")}.`);
  const body = readBody(given);
  if (hasBody)
    call.body =
      pairs.size === 0 ? (body ?? {}) : { ...(body as object | undefined), ...Object.fromEntries(pairs) };
  const header = requested ?? scenario;
  const headers: Record<string, string> = header === undefined ? {} : { "X-Sandbox-Fault": header };
  const answer = await clientOf(session, writeMessage).call<{ nextCursor?: string | null }>(call, {
    headers,
  });
  if (answer.nextCursor) writeMessage(`Next page: cursor=${answer.nextCursor}`);
  return answer;
}

/** Returns a function that sends operations with a body, for the commands that configure the sandbox. */
export const sender =
  (session: Session, operations: OperationTable): SendCall =>
  (operation, body) =>
    send(session, [operation], body === undefined ? {} : { body: JSON.stringify(body) }, operations);

export async function trigger(session: Session, event: string, operations: OperationTable): Promise<void> {
  const requested = Object.hasOwn(TRIGGERS, event) ? TRIGGERS[event] : undefined;
  if (requested === undefined)
    throw new UsageError(`trigger: expected one of ${TRIGGER_EVENTS.join(", ")}, got ${event || "nothing"}.`);
  const body = JSON.stringify({ ...TRIGGER_ORDER, quantity: requested.quantity });
  const placed = (await send(session, ["placeOrder"], { body }, operations)) as { orderId: string };
  writeOut(
    requested.isCancelled === true
      ? await send(session, ["cancelOrder", `orderId=${placed.orderId}`], {}, operations)
      : placed,
  );
}

export async function clock(
  session: Session,
  [what = "show", ...rest]: string[],
  operations: OperationTable,
): Promise<void> {
  const calls: Record<string, string> = { show: "getClock", set: "setClock", end: "endClock" };
  if (what === "advance") {
    const [, amount = "", unit = ""] = /^(\d+)([smhd]?)$/.exec(rest[0] ?? "") ?? [];
    if (amount === "") throw new UsageError("clock advance: expected 90, 15m, 2h or 1d.");
    const body = JSON.stringify({ seconds: Number(amount) * (SECONDS[unit] ?? 1) });
    return writeOut(await send(session, ["advanceClock"], { body }, operations));
  }
  const name = Object.hasOwn(calls, what) ? calls[what] : undefined;
  if (name === undefined) throw new UsageError("clock: expected show, set, advance or end.");
  if (name !== "setClock") return writeOut(await send(session, [name, ...rest], {}, operations));
  writeOut(await send(session, [name, ...(await clockPairs(session, rest, operations))], {}, operations));
}

/**
 * Returns the arguments of a clock command. The time may have the prefix `at=` and any format that `indianTime`
 * accepts.
 */
async function clockPairs(session: Session, words: string[], operations: OperationTable): Promise<string[]> {
  const typed = words.map((word) => (/^[\w-]+:?=/.test(word) ? word : `at=${word}`));
  const at = typed.find((word) => word.startsWith("at="))?.slice("at=".length);
  if (at === undefined) throw new UsageError('clock set: expected a time, such as "2026-11-20 10:00".');
  const now = /^\d\d:/.test(at)
    ? ((await send(session, ["getClock"], {}, operations)) as { at: string }).at.slice(0, 10)
    : "";
  const time = indianTime(at, now);
  if (time === null)
    throw new UsageError(`clock set: expected a time such as "2026-11-20 10:00", Indian time, got ${at}`);
  return typed.map((word) => (word.startsWith("at=") ? `at=${time}` : word));
}
