// The commands that run until they are stopped, against a server with prepared answers.
import { getEventListeners } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { WebSocketServer } from "ws";
import { listen, tail } from "./cli-watch.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Starts a server that gives each poll the next of `answers`. */
async function portal(answers: { status: number; body: object }[]) {
  const waiting = [...answers];
  server = createServer((_, response) => {
    const { status, body } = waiting.shift() ?? { status: 500, body: {} };
    const headers = { "content-type": "application/json", ...(status === 302 ? { location: "/" } : {}) };
    response.writeHead(status, headers).end(JSON.stringify(body));
  });
  const sockets = new WebSocketServer({ server });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
  return { session: { baseUrl, clientId: "1000000001", accessToken: "token" }, sockets };
}

const CALL = {
  number: 1,
  at: Date.parse("2026-11-20T09:15:00+05:30"),
  method: "GET",
  path: "/v2/orders",
  status: 200,
  tookMs: 3,
  requestId: "r-1",
  request: null,
  response: null,
};

it("tail removes its abort listener after each wait", async () => {
  const lists = [{ items: [] }, { items: [] }, { items: [CALL] }, { items: [] }];
  const { session } = await portal(lists.map((body) => ({ status: 200, body })));
  const { signal } = new AbortController();
  const options = { isJson: true, hasBodies: false, count: 1, signal };
  await tail(
    session,
    options,
    () => {},
    () => {},
  );
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("listen reports a redirect of the receiver and does not follow it", async () => {
  const event = { number: 1, orderId: "11", orderStatus: "TRADED", body: "{}" };
  const { session } = await portal([
    { status: 200, body: { events: [event] } },
    { status: 200, body: { events: [] } },
    { status: 302, body: {} },
  ]);
  const lines: string[] = [];
  const options = {
    ...{ forwardTo: session.baseUrl, signingSecret: "s", from: 1, count: 1 },
    signal: AbortSignal.timeout(10_000),
  };
  await listen(session, options, (line) => lines.push(line));
  expect(lines.filter((line) => line.startsWith("1 "))).toEqual([
    expect.stringMatching(/^1 TRADED 11 -> 302 /),
  ]);
});

it("tail continues after a poll that failed with 503", async () => {
  const restarting = { status: 503, body: { errorMessage: "restarting" } };
  const { session } = await portal([
    { status: 200, body: { items: [] } },
    restarting,
    { status: 200, body: { items: [CALL] } },
    { status: 200, body: { items: [] } },
  ]);
  const [printed, messages]: [string[], string[]] = [[], []];
  const options = { isJson: false, hasBodies: false, count: 1, signal: AbortSignal.timeout(10_000) };
  await tail(
    session,
    options,
    (line) => printed.push(line),
    (line) => messages.push(line),
  );
  expect(printed).toEqual(["2026-11-20T03:45:00.000Z 200 GET /v2/orders 3 ms r-1"]);
  expect(messages).toEqual(["Waiting for requests", "503  restarting; trying again"]);
});

it("listen closes its socket if its token is rejected with 401", async () => {
  const { session, sockets } = await portal([
    { status: 200, body: { events: [] } },
    { status: 401, body: { errorCode: "DH-901", errorMessage: "expired" } },
  ]);
  const options = {
    forwardTo: "http://127.0.0.1:9/",
    signingSecret: "s",
    signal: AbortSignal.timeout(10_000),
  };
  await expect(listen(session, options, () => {})).rejects.toThrow("401 DH-901 expired");
  await expect.poll(() => sockets.clients.size).toBe(0);
});
