// The command-line tool: logs in, calls any operation by name, receives postbacks without a public address, triggers
// events, follows requests, and controls the account's clock. Responses are written to standard output as JSON,
// everything else to standard error.
import { parseArgs } from "node:util";
import { call, clock, type OperationTable, sender, trigger, writeMessage, writeOut } from "./cli-calls.ts";
import { completionScript } from "./cli-completion.ts";
import { fault } from "./cli-fault.ts";
import { type HelpTable, operationHelp } from "./cli-help.ts";
import { logIn, readSession, removeSession, type Session, storeSession, UsageError } from "./cli-session.ts";
import { listen, newSigningSecret, tail } from "./cli-watch.ts";
import { TradingApiError } from "./http.ts";
import { StreamError } from "./stream.ts";

const HELP = `trading-api: the trading and data API from a terminal

  login --new                         creates a sandbox account and stores its token
  login --token                       stores a token, from a prompt or ACCESS_TOKEN
  login --client-id 1000000001        logs in with PIN and code, from a prompt or TRADING_API_PIN and TRADING_API_TOTP
        --base-url https://…/v2       address of the API; default http://localhost:8080/sandbox/v2
  logout                              removes the stored token from this machine
  operations [text]                   lists all calls, or those that contain the text
  help <operation>                    shows the fields of an operation, like call <operation> --help
  call <operation> [name=value …]     sends a call; name:=value for a number, true, a list or an object
        --body '{…}' | @file | -      the complete body, from the argument, a file or standard input
        --fault 'slow; ms=500'        a fault that the sandbox injects: timeout, rate-limit, reject …
  listen --forward-to <address>       posts the account's order events to the address, like postbacks
        --from <number>               starts with this event instead of the next one
  trigger <event>                     order.traded, order.rejected, order.part_traded, order.pending,
                                      order.cancelled, order.slow
  tail [--bodies] [--json]            prints the account's requests as they arrive
  fault [list | add | remove | clear] add rate-limit on=getProfile every=3; the documentation lists all faults
  clock [show | set | advance | end]  set "2026-11-20 10:00" or 10:00, Indian time; advance 90, 15m, 2h or 1d
  completion bash | zsh | fish        prints a completion script for the shell
  --version                           prints the version of the tool and of the API's contract

listen and tail end after --count <n>, or with Ctrl-C. Exit codes: 0 success, 1 error response, 2 invalid arguments.
`;

const OPTIONS = {
  "base-url": { type: "string" },
  "client-id": { type: "string" },
  "forward-to": { type: "string" },
  body: { type: "string" },
  bodies: { type: "boolean" },
  count: { type: "string" },
  from: { type: "string" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
  json: { type: "boolean" },
  new: { type: "boolean" },
  fault: { type: "string" },
  /** Former name of the option --fault. */
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

/** Runs one command and returns the exit code. */
export async function main(args: readonly string[], tables: CommandTables): Promise<number> {
  const { operations, help, version } = tables;
  // The reader of a pipe may end first, as `head` does. The tool then ends without an error.
  process.stdout.on("error", (fault: NodeJS.ErrnoException) => {
    if (fault.code !== "EPIPE") throw fault;
    process.exit();
  });
  try {
    const { values, positionals } = parse(args);
    const [command, ...rest] = positionals;
    if (values.version === true) {
      writeOut(`trading-api ${version}`);
      return 0;
    }
    if (command === "help" && rest[0] !== undefined) {
      writeOut(helpOf(rest[0], tables));
      return 0;
    }
    if (command === "call" && values.help === true && rest[0] !== undefined) {
      writeOut(helpOf(rest[0], tables));
      return 0;
    }
    if (command === undefined || command === "help" || values.help === true) {
      process.stdout.write(HELP);
      return command === undefined && values.help !== true ? 2 : 0;
    }
    if (command === "completion") writeOut(completionOf(rest[0] ?? "", help));
    else await run(command, rest, values, { operations, help });
    return 0;
  } catch (fault) {
    if (fault instanceof UsageError) {
      writeMessage(fault.message);
      return 2;
    }
    if (fault instanceof TradingApiError && fault.body !== null && typeof fault.body === "object")
      writeOut(fault.body);
    writeMessage(fault instanceof Error ? fault.message : String(fault));
    if (fault instanceof TradingApiError && fault.requestId !== null)
      writeMessage(`Request id ${fault.requestId}`);
    if (!(fault instanceof TradingApiError || fault instanceof StreamError || fault instanceof Error))
      throw fault;
    return 1;
  }
}

/** Tables that the generated entry point passes to the tool. */
export type CommandTables = { operations: OperationTable; help: HelpTable; version: string };

function helpOf(name: string, { operations, help }: CommandTables): string {
  if (!Object.hasOwn(operations, name))
    throw new UsageError(`Unknown call ${name}. Run trading-api operations for a list.`);
  return operationHelp(name, help);
}

function completionOf(shell: string, help: HelpTable): string {
  const script = completionScript(shell, help);
  if (script === null) throw new UsageError("completion: expected bash, zsh or fish.");
  return script;
}

async function run(
  command: string,
  rest: string[],
  values: Values,
  { operations, help }: Pick<CommandTables, "operations" | "help">,
): Promise<void> {
  const { env } = process;
  switch (command) {
    case "login":
      return login(values);
    case "logout": {
      const file = removeSession(env);
      writeMessage(
        file === null
          ? "No token is stored here."
          : `Removed ${file}. Revoke the token itself in the developer portal.`,
      );
      return;
    }
    case "operations":
      return list(rest[0] ?? "", operations);
    case "call":
      return writeOut(await call(rest, values, operations, help));
    case "trigger":
      return trigger(readSession(env), rest[0] ?? "", operations);
    case "fault":
      return writeOut(await fault(rest, sender(readSession(env), operations)));
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
      return tail(readSession(env), options, writeOut, writeMessage);
    }
    default:
      throw new UsageError(`Unknown command ${command}. Run trading-api --help for a list.`);
  }
}

async function login(values: Values): Promise<void> {
  const { baseUrl, clientId, accessToken, ...told } = await logIn(process.env, {
    ...(values["base-url"] === undefined ? {} : { baseUrl: values["base-url"] }),
    ...(values["client-id"] === undefined ? {} : { clientId: values["client-id"] }),
    new: values.new === true,
    token: values.token === true,
  });
  const file = storeSession(process.env, { baseUrl, clientId, accessToken });
  writeMessage(`Logged in as ${clientId}; stored in ${file}`);
  // The PIN and the TOTP secret are shown only once.
  if (told.pin !== undefined) writeOut({ clientId, pin: told.pin, totpSecret: told.totpSecret });
}

function list(word: string, operations: OperationTable): void {
  const width = Math.max(...Object.keys(operations).map((name) => name.length));
  const lines = Object.entries(operations)
    .map(([name, { method, path, summary }]) => `${name.padEnd(width)}  ${method} ${path}  ${summary}`)
    .filter((line) => line.toLowerCase().includes(word.toLowerCase()));
  if (lines.length === 0) throw new UsageError(`No call contains “${word}” in its name, path or summary.`);
  writeOut(lines.join("\n"));
}

async function startListening(session: Session, values: Values): Promise<void> {
  const { "forward-to": forwardTo = "", from } = values;
  if (!/^https?:\/\//.test(forwardTo) || !URL.canParse(forwardTo))
    throw new UsageError("listen: --forward-to requires an address such as http://localhost:3000/postbacks");
  const signingSecret = process.env.POSTBACK_SECRET || newSigningSecret();
  writeMessage(`Signed with POSTBACK_SECRET=${signingSecret}`);
  const options = {
    forwardTo,
    signingSecret,
    ...(from === undefined ? {} : { from: integerArgument("--from", from) }),
    ...countIn(values),
    signal: untilStopped(),
  };
  await listen(session, options, writeMessage);
}

const countIn = ({ count }: Values) =>
  count === undefined ? {} : { count: integerArgument("--count", count) };

function integerArgument(name: string, text: string): number {
  if (!/^[1-9]\d{0,11}$/.test(text))
    throw new UsageError(`${name}: expected a whole number from 1, got ${text}`);
  return Number(text);
}

/** Returns a signal that aborts at Ctrl-C. */
function untilStopped(): AbortSignal {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => stop.abort());
  return stop.signal;
}
