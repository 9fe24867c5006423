// The site's server on a real port: the limit of bodies that are being received, and the stop with open sockets.
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, it, vi } from "vitest";
import { createRateLimiters } from "../rate-limits/rate-limiters.ts";
import { readSettings } from "../settings.ts";
import { plainFrame } from "../wiring/page-frames.ts";
import { createAssets } from "./assets.ts";
import { readAll } from "./guard.ts";
import { createAcceptedTokens } from "./sender.ts";
import { createSiteServer, type SiteServer } from "./site-server.ts";

const settings = readSettings({}, "/");
const BODIES_PER_ADDRESS = 3;
const PARALLEL_PER_ADDRESS = 3;
const CONNECTIONS_PER_ADDRESS = 8;
const SILENT_MS = 1_000;
const STOP_WITHIN_MS = 200;
/** Path of a response that is open until its connection closes. */
const SLOW = "/sandbox/v2/slow";
/** Path of a response that is longer than the buffers of a connection. */
const LONG = "/sandbox/v2/long";

let site: SiteServer;
let port: number;
const clients: Socket[] = [];
/** Paths of the site's requests that have ended. */
let recorded: string[];
afterEach(async () => {
  for (const client of clients.splice(0)) client.destroy();
  if (site.server.listening) await site.stop(STOP_WITHIN_MS, { drains: false });
});

async function start(limits: { silentConnectionMs?: number } = {}): Promise<void> {
  const ended: string[] = [];
  recorded = ended;
  site = createSiteServer({
    rates: await createRateLimiters(null),
    senders: {
      tokens: createAcceptedTokens(settings.limits),
      clientOf: async () => null,
      marks: { read: async () => null, make: async () => "" },
    },
    hsts: "none",
    guard: { ...settings.limits, publicOrigin: null },
    frame: plainFrame(settings, null),
    limits: {
      ...settings.limits,
      bodiesArrivingPerAddress: BODIES_PER_ADDRESS,
      requestsInFlightPerAddress: PARALLEL_PER_ADDRESS,
      connectionsPerAddress: CONNECTIONS_PER_ADDRESS,
      ...limits,
    },
    assets: createAssets("/none"),
    buildVersion: "test",
    isDevelopment: false,
    live: null,
    orders: null,
    playground: null,
    sandbox: {
      owns: () => true,
      answer: async (request, response, _url, _client, place) => {
        await place.receive(() => readAll(request, 65_536, "body"));
        if (request.url === LONG) return void response.end(Buffer.alloc(16 * 1_024 * 1_024));
        if (request.url !== SLOW) return void response.end();
        await place.work(() => new Promise((resolve) => response.once("close", resolve)));
      },
      upgrade(_request, socket) {
        socket.write("HTTP/1.1 101 Switching Protocols\r\n\r\n");
        return true;
      },
    },
    trustedProxyHops: 0,
    tracer: null,
    onRequest: ({ path }) => ended.push(path),
    onUpgradeRefused() {},
    onFault(fault) {
      throw fault;
    },
  });
  port = await site.listen(0, "127.0.0.1");
}

/** Sends the start of a request. The client ends its connection only if `endsToo` is true or it is destroyed. */
function send(lines: string[], endsToo: boolean): Socket {
  const client = connect({ port, host: "127.0.0.1", allowHalfOpen: !endsToo });
  clients.push(client);
  client.write([...lines, "Host: localhost", "", ""].join("\r\n"));
  return client;
}
const firstLine = (client: Socket): Promise<string> =>
  new Promise((resolve) =>
    client.once("data", (data: Buffer) => resolve(data.toString("latin1").split("\r\n", 1)[0] ?? "")),
  );

it.each(["GET", "POST"])("refuses a fourth concurrent %s body from one address with 429", async (method) => {
  await start();
  const head = [`${method} /sandbox/v2/holdings HTTP/1.1`, "Content-Length: 10"];
  const accepted = Array.from({ length: BODIES_PER_ADDRESS }, () => send(head, true));
  // When the response to this request without a body arrives, the server has received the earlier requests.
  expect(await firstLine(send(["GET /sandbox/v2/holdings HTTP/1.1"], true))).toBe("HTTP/1.1 200 OK");
  expect(await firstLine(send(head, true))).toBe("HTTP/1.1 429 Too Many Requests");
  expect(accepted.map(({ bytesRead }) => bytesRead)).toEqual([0, 0, 0]);
});

it("frees the places of pipelined requests when their connection closes", async () => {
  await start();
  const slow = [`GET ${SLOW} HTTP/1.1`, "Host: localhost", "", ""].join("\r\n");
  const client = send([`${slow.repeat(PARALLEL_PER_ADDRESS)}GET ${SLOW} HTTP/1.1`], true);
  expect(await firstLine(send([`GET ${SLOW} HTTP/1.1`], true))).toBe("HTTP/1.1 429 Too Many Requests");
  client.destroy();
  await vi.waitFor(() => expect(recorded).toHaveLength(5));
  const next = send([`GET ${SLOW} HTTP/1.1`], true);
  await expect(Promise.race([firstLine(next), wait(100, "open")])).resolves.toBe("open");
});

it("closes the connection of a client that does not read its response", async () => {
  await start({ silentConnectionMs: SILENT_MS });
  send([`GET ${LONG} HTTP/1.1`], true).pause();
  await vi.waitFor(() => expect(recorded).toEqual([LONG]), { timeout: 3 * SILENT_MS });
});

it("handles requests to upgrade to HTTP/2 as ordinary requests", async () => {
  await start();
  const upgrade = ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: AAMAAABkAAQAAP__"];
  const client = send(["POST /sandbox/v2/orders HTTP/1.1", "Content-Length: 2", ...upgrade], true);
  client.write("{}");
  expect(await firstLine(client)).toBe("HTTP/1.1 200 OK");
  // Java repeats the request to upgrade on each request of a connection, which still counts as one connection.
  const again = ["GET /sandbox/v2/orders HTTP/1.1", "Host: localhost", ...upgrade, "", ""].join("\r\n");
  for (let request = 0; request < 2 * CONNECTIONS_PER_ADDRESS; request += 1) {
    client.write(again);
    expect(await firstLine(client)).toBe("HTTP/1.1 200 OK");
  }
});

it.each([
  ["closes its side", true, 10_000],
  ["leaves its side open", false, STOP_WITHIN_MS],
])("stops with an open WebSocket if the client %s", async (_, endsToo, withinMs) => {
  await start();
  const head = ["GET /sandbox/feed HTTP/1.1", "Connection: Upgrade", "Upgrade: websocket"];
  const client = send(head, endsToo);
  expect(await firstLine(client)).toContain("101");
  client.resume();
  await site.stop(withinMs, { drains: false });
  expect(site.server.listening).toBe(false);
});

it("stops in time if DRAIN_MS is longer", async () => {
  await start();
  const startedAt = performance.now();
  await site.stop(STOP_WITHIN_MS, { drains: true });
  expect(performance.now() - startedAt).toBeLessThan(settings.limits.drainMs / 2);
});
