// A provider outside of the site: the sandbox as a process without a supervisor, behind a proxy that counts requests
// and responds as the test requires.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROUND_THE_CLOCK } from "../../app/domain/market-sessions.ts";
import { BRAND } from "../providers/brand.ts";

type Listening = {
  kind: string;
  port: number;
  feedClientId: string;
  feedToken: string;
  partnerId: string;
  partnerSecret: string;
};

export type OutsideProvider = {
  /**
   * Behaviour of the proxy. `silent` accepts calls and never responds. `failing` responds with 503. `garbled` responds
   * with 200 and invalid JSON content, `rubbish` with a body that is not JSON. `cut` closes the connection in the
   * middle of a body, `huge` exceeds the size limit, `dripping` sends one byte at a time. `redirecting` redirects to
   * another address.
   */
  mode:
    | "answering"
    | "silent"
    | "failing"
    | "garbled"
    | "rubbish"
    | "cut"
    | "huge"
    | "dripping"
    | "redirecting";
  /** Method and path with query of each call, in order. */
  readonly requests: string[];
  readonly url: string;
  /** Settings of a site in front of this provider. */
  readonly env: Record<string, string>;
  /** Suspends the provider's process, including its feeds. */
  suspend(): void;
  resume(): void;
  close(): void;
};

export async function startOutsideProvider(): Promise<OutsideProvider> {
  const dataDir = mkdtempSync(join(tmpdir(), "provider-"));
  const calendar = join(dataDir, "calendar.json");
  writeFileSync(calendar, JSON.stringify(ROUND_THE_CLOCK));
  const child: ChildProcess = fork(
    "build/node/server/sandbox/main.js",
    [JSON.stringify({ dataDir, port: 0, records: [] })],
    { env: { PATH: process.env.PATH, NODE_ENV: "production" } },
  );
  const sandbox = await new Promise<Listening>((resolve, reject) => {
    child.on("message", (message: Listening) => {
      if (message.kind === "listening") resolve(message);
    });
    child.once("exit", (code) => reject(new Error(`the provider ended with ${code}`)));
  });
  const requests: string[] = [];
  const proxy = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    if (provider.mode === "answering") forward(sandbox.port, incoming, response);
    else if (provider.mode === "failing") response.writeHead(503).end("down");
    else if (provider.mode === "garbled")
      response.writeHead(200, { "content-type": "application/json" }).end('{"items":7}');
    else sendFault(provider.mode, response);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => proxy.once("listening", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const provider: OutsideProvider = {
    mode: "answering",
    requests,
    url,
    env: {
      ...BRAND,
      BASE_API_URL: url,
      AUTH_URL: `${url}/auth`,
      PARTNER_ID: sandbox.partnerId,
      PARTNER_SECRET: sandbox.partnerSecret,
      SESSION_SECRETS: "outage-tests-secret-0123456789abcdef",
      MARKET_FEED_URL: `ws://127.0.0.1:${sandbox.port}/feed`,
      // The calendar keeps the provider's market always open.
      MARKET_CALENDAR_FILE: calendar,
      FEED_CLIENT_ID: sandbox.feedClientId,
      FEED_ACCESS_TOKEN: sandbox.feedToken,
      PERFORMANCE_DISCLOSURE: "backtest",
    },
    suspend: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    close() {
      child.removeAllListeners("exit");
      child.kill("SIGKILL");
      proxy.closeAllConnections();
      proxy.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return provider;
}

const HUGE_BYTES = 20 << 20;
const DRIP_EVERY_MS = 100;

function sendFault(mode: OutsideProvider["mode"], response: ServerResponse): void {
  const json = { "content-type": "application/json" };
  if (mode === "rubbish") response.writeHead(200, json).end(Buffer.from([0, 255, 254, 60, 123, 10]));
  else if (mode === "huge") response.writeHead(200, json).end(Buffer.alloc(HUGE_BYTES, " "));
  else if (mode === "redirecting") response.writeHead(302, { location: "/elsewhere" }).end();
  else if (mode === "cut") {
    response.writeHead(200, { ...json, "content-length": 1_000 });
    response.write('{"items":[', () => response.destroy());
  } else if (mode === "dripping") {
    response.writeHead(200, json);
    const drip = setInterval(() => response.write(" "), DRIP_EVERY_MS);
    response.on("close", () => clearInterval(drip));
  }
}

function forward(port: number, incoming: IncomingMessage, response: ServerResponse): void {
  const onward = httpRequest(
    { host: "127.0.0.1", port, method: incoming.method, path: incoming.url, headers: incoming.headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    },
  );
  onward.on("error", () => response.destroy());
  incoming.pipe(onward);
}
