// Functions for tests of the documentation: test rows one by one, wait for the rate limit of calls, and run commands in
// a shell.
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect } from "vitest";
import { type DocsBlock, readDocs } from "./docs-blocks.ts";
import { sharedSite } from "./shared-site.ts";
import { TestUser } from "./sign-in.ts";
import { type Site, startSite, until } from "./site.ts";
import { type OpenSocket, openSocket } from "./socket-client.ts";
import { TradingClient, type TradingResponse } from "./trading-client.ts";

const run = promisify(execFile);
const IST_MS = 330 * 60_000;

/**
 * Starts a site for documentation tests: the worker's shared site, or a separate site with these settings. Closes the
 * test file's sockets after its last test.
 */
export function openDocsSite(settings: Record<string, string> | null = null) {
  let site: Site | null = null;
  const sockets: OpenSocket[] = [];
  const started = (): Site => {
    if (site === null) throw new Error("the site is started before the first test");
    return site;
  };
  beforeAll(async () => {
    site = await (settings === null ? sharedSite() : startSite(settings));
  });
  afterAll(async () => {
    for (const socket of sockets) socket.close();
    if (settings !== null) await site?.stop();
  });
  return {
    site: started,
    /** Creates an account and opens its client. */
    open: () => TradingClient.open(`${started().origin}/sandbox`),
    docs: (page: string): Promise<DocsBlock[]> => readDocs(started(), page),
    /** Registers a socket to be closed after the last test. */
    closeAfterTests(socket: OpenSocket): OpenSocket {
      sockets.push(socket);
      return socket;
    },
    /** Opens and logs in to a feed of the site. */
    async socketOf(client: TradingClient, path: string): Promise<OpenSocket> {
      const socket = await feedSocket(started().port, client, path);
      sockets.push(socket);
      return socket;
    },
  };
}

/** Returns the calendar day of a time in India (IST), as YYYY-MM-DD. */
export const istDay = (atMs: number) => new Date(atMs + IST_MS).toISOString().slice(0, 10);
/** Returns the code of a refusal in either format of the API, or `none`. */
export const codeOf = ({ body }: TradingResponse): string =>
  body?.errorCode ?? Object.keys(body?.data ?? {})[0] ?? "none";

/** Makes a call, and repeats it while a rate limit refuses it. */
export async function retryWhileLimited(call: () => Promise<TradingResponse>): Promise<TradingResponse> {
  return until(call, ({ status }) => status !== 429, 15_000);
}

/** Opens and logs in to a feed of the site on this port. */
function feedSocket(port: number, { account }: TradingClient, path: string): Promise<OpenSocket> {
  const { dhanClientId: id, accessToken: token } = account;
  return openSocket(
    `ws://127.0.0.1:${port}/sandbox${path}?version=2&token=${token}&clientId=${id}&authType=2`,
  );
}

/** Runs a command of a page in an empty folder, and reads the created files. */
export async function runInShell<T>(
  command: string,
  env: Record<string, string>,
  read: (folder: string, out: string) => T,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "docs-claims-"));
  try {
    const { stdout } = await run("bash", ["-e", "-c", command], {
      cwd: folder,
      timeout: 30_000,
      env: { NODE_ENV: "test", PATH: process.env.PATH, HOME: folder, ...env },
    });
    return read(folder, stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export type RowTest = (row: readonly string[]) => Promise<void>;
/** Reason why a row is not tested here, such as the name of the file that tests it. */
export type Untested = { untested: string };
/**
 * Tests every row with the trial for its first cell. A row without a trial or a reason fails, and so does a trial
 * without a row.
 */
export async function testRows(
  rows: readonly string[][],
  trials: Readonly<Record<string, RowTest | Untested>>,
): Promise<void> {
  expect(rows.map(([first = ""]) => first).sort()).toEqual(Object.keys(trials).sort());
  for (const row of rows) {
    const trial = trials[row[0] ?? ""];
    if (typeof trial === "function") await trial(row);
  }
}

/** Returns the hours until a time in the format `DD/MM/YYYY HH:MM`, Indian time. */
export function hoursUntil(hoursText: string): number {
  const [, day, month, year, time] = /^(\d\d)\/(\d\d)\/(\d{4}) (\d\d:\d\d)$/.exec(hoursText) ?? [];
  return (Date.parse(`${year}-${month}-${day}T${time}:00+05:30`) - Date.now()) / 3_600_000;
}

/** Returns the rows of a CSV file. Quoted values must not contain commas. */
export function csvOf(text: string): Record<string, string>[] {
  const [head = "", ...lines] = text.trim().split(/\r?\n/);
  const names = head.split(",");
  return lines.map((line) => {
    const values = line.split(",");
    return Object.fromEntries(names.map((name, index) => [name, values[index] ?? ""]));
  });
}

/** Returns a token of an app that the account registered, obtained with the app's key and the client's consent. */
export async function appToken(site: Site, { account }: TradingClient): Promise<string> {
  const app = { app_id: account.appId, app_secret: account.appSecret };
  const auth = "/sandbox/auth";
  const consent = await site.post(`${auth}/app/generate-consent`, "", app);
  const { consentAppId } = JSON.parse(consent.text) as { consentAppId: string };
  const done = await new TestUser(site).post(`${auth}/consent-login`, {
    consentId: consentAppId,
    clientId: account.dhanClientId,
    step: "code",
    method: "pin",
    code: account.pin,
  });
  const tokenId = /<code[^>]*>([0-9a-f-]{36})<\/code>/.exec(done.text)?.[1] ?? "";
  const inputs = await site.post(`${auth}/app/consumeApp-consent?tokenId=${tokenId}`, "", app);
  return (JSON.parse(inputs.text) as { accessToken: string }).accessToken;
}
