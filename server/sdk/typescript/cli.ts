// The command-line tool: log in, call any operation by its name, hear postbacks without a public address, cause events, follow requests,
// and move the account's clock. Answers go to standard output as JSON, everything said beside them to standard error.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { fault, type SendCall } from "./cli-laboratory.ts";
import { clientOf, keepSession, logIn, readSession, type Session, UsageError } from "./cli-session.ts";
import { listen, newSigningSecret, tail } from "./cli-watch.ts";
import { type CallOf, TradingApiError } from "./http.ts";
import { StreamError } from "./streams.ts";

/** How an operation is sent; the generated table. */
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
    }
  >
>;

const HELP = `trading-api: the trading and data API from a terminal

  login --new                         make a sandbox account and keep its token
  login --token                       keep a token: asked for, or ACCESS_TOKEN
  login --client-id 1000000001        by PIN and code: asked for, or TRADING_API_PIN and TRADING_API_TOTP
        --base-url https://…/v2       where the API is; http://localhost:8080/sandbox/v2 by default
  operations [word]                   names of all calls, or of those with a word
  call <operation> [name=value …]     sends one; name:=value takes a number, true, a list or an object
        --body '{…}' | @file | -      the whole body, from a file or from standard input
        --fault 'slow; ms=500'        a fault that the sandbox commits: timeout, rate-limit, reject …
  listen --forward-to <address>       posts the account's order events there as postbacks come
        --from <number>               begins with this event instead of the next one
  trigger <event>                     order.traded, order.rejected, order.part_traded, order.pending,
                                      order.cancelled, order.slow
  tail [--bodies] [--json]            prints the account's requests as they come
  fault [list | add | remove | clear] add rate-limit on=getProfile every=3; the sandbox page has all
  clock [show | set | advance | end]  set at="2026-11-20 10:00:00" seed:=7; advance 90, 15m, 2h or 1d

listen and tail end after --count <n>, or with Ctrl-C. Exit codes: 0 done, 1 refused, 2 not understood.
`;

const TRIGGER_ORDER = {
  transactionType: "BUY",
  exchangeSegment: "NSE_EQ",
  productType: "INTRADAY",
  orderType: "MARKET",
  validity: "DAY",
  securityId: "1333",
};
/** Quantities that the sandbox takes as a wish. */
const TRIGGERS: Readonly<Record<string, { quantity: number; isCancelled?: boolean }>> = {
  "order.traded": { quantity: 1 },
  "order.rejected": { quantity: 911 },
  "order.part_traded": { quantity: 912 },
  "order.pending": { quantity: 913 },
  "order.cancelled": { quantity: 913, isCancelled: true },
  "order.slow": { quantity: 914 },
};
const SECONDS: Readonly<Record<string, number>> = { "": 1, s: 1, m: 60, h: 3_600, d: 86_400 };

const OPTIONS = {
  "base-url": { type: "string" },
  "client-id": { type: "string" },
  "forward-to": { type: "string" },
  body: { type: "string" },
  bodies: { type: "boolean" },
  count: { type: "string" },
  from: { type: "string" },
  help: { type: "boolean", short: "h" },
  json: { type: "boolean" },
  new: { type: "boolean" },
  fault: { type: "string" },
  /** The former name of --fault. */
  scenario: { type: "string" },
  token: { type: "boolean" },
} as const;
type Values = ReturnType<typeof parse>["values"];

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (fault) {
    throw new UsageError(fault instanceof Error ? fault.message : String(fault));
  }
}

const print = (value: unknown) =>
  void process.stdout.write(
    typeof value === "string" ? value.replace(/\n?$/, "\n") : `${JSON.stringify(value, null, 2)}\n`,
  );
const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Runs one command; the exit code. */
export async function main(args: readonly string[], operations: OperationTable): Promise<number> {
  try {
    const { values, positionals } = parse(args);
    const [command, ...rest] = positionals;
    if (command === undefined || values.help === true) {
      process.stdout.write(HELP);
      return command === undefined && values.help !== true ? 2 : 0;
    }
    await run(command, rest, values, operations);
    return 0;
  } catch (fault) {
    if (fault instanceof UsageError) {
      say(fault.message);
      return 2;
    }
    if (fault instanceof TradingApiError && fault.body !== null && typeof fault.body === "object")
      print(fault.body);
    say(fault instanceof Error ? fault.message : String(fault));
    if (fault instanceof TradingApiError && fault.requestId !== null) say(`Request id ${fault.requestId}`);
    if (!(fault instanceof TradingApiError || fault instanceof StreamError || fault instanceof Error))
      throw fault;
    return 1;
  }
}

async function run(
  command: string,
  rest: string[],
  values: Values,
  operations: OperationTable,
): Promise<void> {
  const { env } = process;
  switch (command) {
    case "login":
      return login(values);
    case "operations":
      return list(rest[0] ?? "", operations);
    case "call":
      return print(await send(readSession(env), rest, values, operations));
    case "trigger":
      return trigger(readSession(env), rest[0] ?? "", operations);
    case "fault":
      return print(await fault(rest, sender(readSession(env), operations)));
    case "clock":
      return clock(readSession(env), rest, operations);
    case "listen":
      return startListening(readSession(env), values);
    case "tail": {
      const { bodies, json } = values;
      const options = {
        isJson: json === true,
        hasBodies: bodies === true,
        ...countIn(values),
        signal: untilStopped(),
      };
      return tail(readSession(env), options, print, say);
    }
    default:
      throw new UsageError(`There is no command ${command}. trading-api --help lists them.`);
  }
}

async function login(values: Values): Promise<void> {
  const { baseUrl, clientId, accessToken, ...told } = await logIn(process.env, {
    ...(values["base-url"] === undefined ? {} : { baseUrl: values["base-url"] }),
    ...(values["client-id"] === undefined ? {} : { clientId: values["client-id"] }),
    new: values.new === true,
    token: values.token === true,
  });
  const file = keepSession(process.env, { baseUrl, clientId, accessToken });
  say(`Logged in as ${clientId}; kept in ${file}`);
  // Told here and never again.
  if (told.pin !== undefined) print({ clientId, pin: told.pin, totpSecret: told.totpSecret });
}

function list(word: string, operations: OperationTable): void {
  const width = Math.max(...Object.keys(operations).map((name) => name.length));
  const lines = Object.entries(operations)
    .map(([name, { method, path, summary }]) => `${name.padEnd(width)}  ${method} ${path}  ${summary}`)
    .filter((line) => line.toLowerCase().includes(word.toLowerCase()));
  if (lines.length === 0) throw new UsageError(`No call has ${word} in its name, path or summary.`);
  print(lines.join("\n"));
}

/** `name=text` and `name:=json` as they are; anything else is refused. */
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

async function send(
  session: Session,
  [name = "", ...words]: readonly string[],
  { body: given, fault: wanted, scenario }: Pick<Values, "body" | "fault" | "scenario">,
  operations: OperationTable,
): Promise<unknown> {
  const operation = Object.hasOwn(operations, name) ? operations[name] : undefined;
  if (operation === undefined)
    throw new UsageError(`There is no call ${name}. trading-api operations lists them.`);
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
  const { method, path, hasBody, needsClientId, isRepeatable } = operation;
  const call: CallOf = {
    method,
    path,
    pathParameters: take(operation.pathParameters),
    query: take(operation.query),
    needsClientId,
    isRepeatable,
  };
  if (pairs.size > 0 && !hasBody) throw new UsageError(`${name} takes no ${[...pairs.keys()].join(", ")}.`);
  const body = readBody(given);
  if (hasBody)
    call.body =
      pairs.size === 0 ? (body ?? {}) : { ...(body as object | undefined), ...Object.fromEntries(pairs) };
  const header = wanted ?? scenario;
  const headers: Record<string, string> = header === undefined ? {} : { "X-Sandbox-Fault": header };
  return clientOf(session, say).call(call, { headers });
}

const sender =
  (session: Session, operations: OperationTable): SendCall =>
  (operation, body) =>
    send(session, [operation], body === undefined ? {} : { body: JSON.stringify(body) }, operations);

async function trigger(session: Session, event: string, operations: OperationTable): Promise<void> {
  const wanted = Object.hasOwn(TRIGGERS, event) ? TRIGGERS[event] : undefined;
  if (wanted === undefined)
    throw new UsageError(
      `trigger: expected one of ${Object.keys(TRIGGERS).join(", ")}, got ${event || "nothing"}.`,
    );
  const body = JSON.stringify({ ...TRIGGER_ORDER, quantity: wanted.quantity });
  const placed = (await send(session, ["placeOrder"], { body }, operations)) as { orderId: string };
  print(
    wanted.isCancelled === true
      ? await send(session, ["cancelOrder", `orderId=${placed.orderId}`], {}, operations)
      : placed,
  );
}

async function clock(
  session: Session,
  [what = "show", ...rest]: string[],
  operations: OperationTable,
): Promise<void> {
  const calls: Record<string, string> = { show: "getClock", set: "setClock", end: "endClock" };
  if (what === "advance") {
    const [, amount = "", unit = ""] = /^(\d+)([smhd]?)$/.exec(rest[0] ?? "") ?? [];
    if (amount === "") throw new UsageError("clock advance: expected 90, 15m, 2h or 1d.");
    const body = JSON.stringify({ seconds: Number(amount) * (SECONDS[unit] ?? 1) });
    return print(await send(session, ["advanceClock"], { body }, operations));
  }
  const name = Object.hasOwn(calls, what) ? calls[what] : undefined;
  if (name === undefined) throw new UsageError("clock: expected show, set, advance or end.");
  print(await send(session, [name, ...rest], {}, operations));
}

async function startListening(session: Session, values: Values): Promise<void> {
  const { "forward-to": forwardTo = "", from } = values;
  if (!/^https?:\/\//.test(forwardTo) || !URL.canParse(forwardTo))
    throw new UsageError("listen: --forward-to takes an address such as http://localhost:3000/postbacks");
  const signingSecret = process.env.POSTBACK_SECRET || newSigningSecret();
  say(`Signed with POSTBACK_SECRET=${signingSecret}`);
  const options = {
    forwardTo,
    signingSecret,
    ...(from === undefined ? {} : { from: integerArgument("--from", from) }),
    ...countIn(values),
    signal: untilStopped(),
  };
  await listen(session, options, say);
}

const countIn = ({ count }: Values) =>
  count === undefined ? {} : { count: integerArgument("--count", count) };

function integerArgument(name: string, text: string): number {
  if (!/^[1-9]\d{0,11}$/.test(text))
    throw new UsageError(`${name}: expected a whole number from 1, got ${text}`);
  return Number(text);
}

/** Ends with Ctrl-C. */
function untilStopped(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  return stop.signal;
}
