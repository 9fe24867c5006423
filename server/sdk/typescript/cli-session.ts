// The session of the command-line tool: the address, id and token of an account, from the environment or the file that
// `login` writes.
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { ApiClient } from "./http.ts";

export type Session = { baseUrl: string; clientId: string; accessToken: string };

/** A refusal of an endpoint outside the API, with its status. */
export class RefusedError extends Error {
  readonly status: number;
  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** An error of the user. Only its sentence is printed, and the exit code is 2. */
export class UsageError extends Error {}

const DEFAULT_BASE_URL = "http://localhost:8080/sandbox/v2";
const ANSWER_WITHIN_MS = 30_000;

/** Path of the session file, which only its owner may read. */
const sessionFile = (env: NodeJS.ProcessEnv): string =>
  join(env.XDG_CONFIG_HOME || join(homedir(), ".config"), "trading-api", "session.json");

/** Returns the session of the environment, or the stored one. Throws UsageError if they contradict each other. */
export function readSession(env: NodeJS.ProcessEnv): Session {
  const { BASE_URL, CLIENT_ID, ACCESS_TOKEN } = env;
  if (BASE_URL && CLIENT_ID && ACCESS_TOKEN)
    return { baseUrl: BASE_URL, clientId: CLIENT_ID, accessToken: ACCESS_TOKEN };
  const stored = readStored(env);
  // Ignoring a variable that differs from the stored session could send an order to another account.
  const differs = [
    BASE_URL && rootOf(BASE_URL) !== rootOf(stored.baseUrl) && "BASE_URL",
    CLIENT_ID && CLIENT_ID !== stored.clientId && "CLIENT_ID",
    ACCESS_TOKEN && ACCESS_TOKEN !== stored.accessToken && "ACCESS_TOKEN",
  ].filter(Boolean);
  if (differs.length > 0)
    throw new UsageError(
      `${differs.join(" and ")}: differs from the stored login. Set BASE_URL, CLIENT_ID and ACCESS_TOKEN, or none of them.`,
    );
  return stored;
}

function readStored(env: NodeJS.ProcessEnv): Session {
  try {
    return JSON.parse(readFileSync(sessionFile(env), "utf8")) as Session;
  } catch {
    throw new UsageError("Log in first: trading-api login, or set BASE_URL, CLIENT_ID and ACCESS_TOKEN.");
  }
}

/** Stores the session and returns the path of its file. */
export function storeSession(env: NodeJS.ProcessEnv, session: Session): string {
  const file = sessionFile(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(session, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

/** Removes the stored session and returns the file's path; null if there was none. */
export function removeSession(env: NodeJS.ProcessEnv): string | null {
  const file = sessionFile(env);
  if (!existsSync(file)) return null;
  rmSync(file);
  return file;
}

export const clientOf = ({ baseUrl, clientId, accessToken }: Session, onRetry?: (words: string) => void) =>
  new ApiClient({
    baseUrl,
    clientId,
    accessToken,
    onRetry: ({ delayMs, reason }) => onRetry?.(`${reason}; retry in ${delayMs} ms`),
  });

/** Returns the address of the login and the developer portal, which is next to `/v2`. */
export const rootOf = (baseUrl: string): string => baseUrl.replace(/\/+$/, "").replace(/\/v2$/, "");

/** Calls an endpoint outside the API and returns its JSON. Throws the message of a refusal. */
export async function fetchOutsideApi<Answer>(url: string, options: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(url, {
    ...options,
    headers: { accept: "application/json", ...options.headers },
    signal: options.signal ?? AbortSignal.timeout(ANSWER_WITHIN_MS),
    redirect: "error",
  });
  const text = await answer.text();
  let body: { errorCode?: string; errorMessage?: string };
  try {
    body = JSON.parse(text);
  } catch {
    throw new Error(`${new URL(url).pathname}: expected JSON, got ${answer.status} ${text.slice(0, 80)}`);
  }
  if (!answer.ok)
    throw new RefusedError(
      `${answer.status} ${body.errorCode ?? ""} ${body.errorMessage ?? ""}`.trim(),
      answer.status,
    );
  return body as Answer;
}

export type LoginOptions = { baseUrl?: string; new?: boolean; token?: boolean; clientId?: string };
type Opened = { dhanClientId: string; accessToken: string; pin?: string; totpSecret?: string };

/**
 * Logs in with a new sandbox account, a token, or PIN and TOTP code. Secrets are read from a prompt or the environment,
 * never from arguments.
 */
export async function logIn(
  env: NodeJS.ProcessEnv,
  options: LoginOptions,
): Promise<Session & Partial<Opened>> {
  const baseUrl = options.baseUrl ?? env.BASE_URL ?? DEFAULT_BASE_URL;
  if (!URL.canParse(baseUrl)) throw new UsageError(`--base-url: expected an address, got ${baseUrl}`);
  if (options.new === true) {
    const made = await fetchOutsideApi<Opened>(`${rootOf(baseUrl)}/portal/accounts`, { method: "POST" });
    return { ...made, baseUrl, clientId: made.dhanClientId, accessToken: made.accessToken };
  }
  if (options.token === true) {
    const accessToken = env.ACCESS_TOKEN || (await askSecret("Access token: "));
    const client = new ApiClient({ baseUrl, accessToken });
    const profile = await client.call<{ dhanClientId: string }>({
      method: "GET",
      path: "/profile",
      isRepeatable: true,
    });
    return { baseUrl, clientId: profile.dhanClientId, accessToken };
  }
  if (options.clientId === undefined)
    throw new UsageError("login: expected one of --new, --token or --client-id.");
  const codes = new URLSearchParams({
    dhanClientId: options.clientId,
    pin: env.TRADING_API_PIN || (await askSecret("PIN: ")),
    totp: env.TRADING_API_TOTP || (await askSecret("Code of the authenticator: ")),
  });
  const token = await fetchOutsideApi<Opened>(`${rootOf(baseUrl)}/auth/app/generateAccessToken?${codes}`, {
    method: "POST",
  });
  return { baseUrl, clientId: token.dhanClientId, accessToken: token.accessToken };
}

/** Reads a line from the terminal without echo, or from piped input. */
async function askSecret(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_, __, done) => done() });
  const lines = createInterface({
    input: process.stdin,
    output: silent,
    terminal: process.stdin.isTTY === true,
  });
  const { value } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  if (process.stdin.isTTY) process.stderr.write("\n");
  if (typeof value !== "string" || value.trim() === "")
    throw new UsageError(`${question.trim()} no value was entered.`);
  return value.trim();
}
