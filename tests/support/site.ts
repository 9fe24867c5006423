// Starts the built site as a separate process with a new port and data folder, and sends requests to it. Tests use
// node:http, because the platform's fetch refuses port 6000 and changes some headers.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

const READY_WITHIN_MS = 30_000;

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer; text: string };
export type LogLine = Record<string, unknown> & { msg?: string };

export type Site = {
  origin: string;
  port: number;
  process: ChildProcess;
  log: LogLine[];
  get(path: string, headers?: Record<string, string>, method?: string): Promise<Answer>;
  post(path: string, body: string, headers?: Record<string, string>): Promise<Answer>;
  /** Data folder of the site. A caller that chose the folder must also remove it. */
  dataDir: string;
  sandboxPid(): number;
  /** Returns the port of the sandbox's APIs, which bypasses the site. */
  sandboxPort(): number;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
};

export const SITE_ENTRY = "build/node/server/main.js";

/** Stops a site, removes its data folder if one is given, and resolves with the exit code. */
export async function stopSite(
  child: ChildProcess,
  signal: NodeJS.Signals,
  dataDir: string | null,
): Promise<number | null> {
  const hasEnded = child.exitCode !== null || child.signalCode !== null;
  const code = hasEnded
    ? child.exitCode
    : await new Promise<number | null>((resolve) => {
        child.once("exit", resolve);
        child.kill(signal);
      });
  // A sandbox whose site was killed may still be writing data.
  if (dataDir !== null) rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  return code;
}

/**
 * Starts a site. The data folder is removed at `stop` unless the caller chose it. `entry` is the built program or a
 * copy.
 */
export async function startSite(
  env: Record<string, string> = {},
  entry = SITE_ENTRY,
  args: readonly string[] = [],
): Promise<Site> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), "site-"));
  const child = spawn(process.execPath, [entry, ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: "0",
      HOST: "127.0.0.1",
      // Computing records takes seconds of CPU time, so tests that need records list them.
      SANDBOX_RECORDS: "none",
      SANDBOX_STUDIES: "no",
      // All tests of a file share one address; tests of these limits set them.
      PAGES_PER_ADDRESS: "10000",
      CALLS_PER_ADDRESS: "10000",
      // A busy machine must not cause refusals; tests of overload set a limit.
      SHED_ABOVE_LOOP_DELAY_MS: "10000",
      // Tests that stop a site do not wait for idle connections; the test of draining sets a time.
      DRAIN_MS: "0",
      DATA_DIR: dataDir,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const log: LogLine[] = [];
  let output = "";
  child.stderr?.on("data", (text: Buffer) => {
    output += text;
  });
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`the site did not start: ${output}`));
    }, READY_WITHIN_MS);
    child.once("exit", (code) => reject(new Error(`the site ended with ${code}: ${output}`)));
    if (child.stdout === null) throw new Error("no stdout");
    createInterface({ input: child.stdout }).on("line", (text) => {
      if (!text.startsWith("{")) return;
      const line = JSON.parse(text) as LogLine;
      log.push(line);
      if (line.msg !== "listening") return;
      clearTimeout(timer);
      resolve(line.port as number);
    });
  });
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    port,
    process: child,
    log,
    get: (path, headers = {}, method = "GET") => send(port, { method, path, headers }),
    post: (path, body, headers = {}) =>
      send(port, {
        method: "POST",
        path,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          origin,
          "content-length": String(Buffer.byteLength(body)),
          ...headers,
        },
        body,
      }),
    dataDir,
    sandboxPid: () => sandboxOutput(log, /process (\d+)/),
    sandboxPort: () => sandboxOutput(log, /127\.0\.0\.1:(\d+)/),
    stop: (signal = "SIGTERM") => stopSite(child, signal, env.DATA_DIR === undefined ? dataDir : null),
  };
}

/** Returns a number from the log line that reports the sandbox's start. */
function sandboxOutput(log: readonly LogLine[], number: RegExp): number {
  const line = log.findLast(({ msg }) => msg === "sandbox is listening");
  const matched = number.exec(String(line?.detail))?.[1];
  if (matched === undefined) throw new Error("the sandbox's process is not in the log");
  return Number(matched);
}

export function send(
  port: number,
  options: { method: string; path: string; headers?: Record<string, string>; body?: string },
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: "127.0.0.1",
        port,
        method: options.method,
        path: options.path,
        headers: options.headers,
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const raw = Buffer.concat(chunks);
          const encoding = response.headers["content-encoding"];
          const body =
            raw.byteLength === 0
              ? raw
              : encoding === "br"
                ? brotliDecompressSync(raw)
                : encoding === "gzip"
                  ? gunzipSync(raw)
                  : raw;
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: raw,
            text: body.toString("utf8"),
          });
        });
      },
    );
    request.on("error", reject);
    request.end(options.body);
  });
}

/** Repeats a request until `isDone` returns true. Throws with the last response after the time limit. */
export async function until<T>(
  load: () => Promise<T>,
  isDone: (value: T) => boolean,
  withinMs: number,
): Promise<T> {
  const endsAt = Date.now() + withinMs;
  for (;;) {
    const value = await load();
    if (isDone(value)) return value;
    if (Date.now() > endsAt)
      throw new Error(`still not so after ${withinMs} ms: ${JSON.stringify(value)?.slice(0, 300)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
