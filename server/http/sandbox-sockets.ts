// The sandbox's sockets on the site's port: price feeds, market depth and order updates.
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Agent, upgrade as askUpgrade } from "undici";
import { createConcurrencyCounter } from "../rate-limits/concurrency-counter.ts";
import { Refusal } from "./refusal.ts";

const SOCKETS = new Set([
  "/sandbox/feed",
  "/sandbox/twentydepth",
  "/sandbox/twohundreddepth",
  "/sandbox/order-update",
]);
const SOCKET_HEADERS = [
  "sec-websocket-key",
  "sec-websocket-version",
  "sec-websocket-extensions",
  "sec-websocket-protocol",
  "x-sandbox-fault",
];

export type SocketProxyLimits = { apiSockets: number; apiSocketsPerAddress: number };

/** Handles an upgrade request for a socket of the sandbox. Returns false for any other path. Throws Refusal. */
export type UpgradeToSandbox = (
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  url: URL,
  client: string,
) => boolean;

/** Creates the socket proxy. Sockets are limited in total and per address, so that one address cannot occupy all. */
export function createSocketProxy(
  base: () => string,
  agent: Agent,
  limits: SocketProxyLimits,
  onSocket: ((path: string) => { close: () => void } | undefined) | undefined,
): UpgradeToSandbox {
  const places = createConcurrencyCounter();

  return (request, socket, head, url, client) => {
    if (!SOCKETS.has(url.pathname)) return false;
    const address = `${base()}${url.pathname.slice("/sandbox".length)}${url.search}`;
    if (places.of(client) >= limits.apiSocketsPerAddress)
      throw new Refusal(429, "Your address has reached its limit of open sockets.", { "Retry-After": "10" });
    if (places.total() >= limits.apiSockets)
      throw new Refusal(503, "The sandbox has reached its limit of open sockets.", { "Retry-After": "10" });
    const leave = places.enter(client);
    const opened = onSocket?.(url.pathname);
    socket.once("close", () => {
      opened?.close();
      leave();
    });
    const headers: Record<string, string> = callerHeaders(url, client);
    for (const name of SOCKET_HEADERS) {
      const value = request.headers[name];
      if (typeof value === "string") headers[name] = value;
    }
    void connectSockets(address, headers, socket, head, agent);
    return true;
  };
}

/** Forwards messages between the two sockets until either is closed. */
async function connectSockets(
  address: string,
  headers: Record<string, string>,
  socket: Duplex,
  head: Buffer,
  agent: Agent,
): Promise<void> {
  socket.on("error", () => socket.destroy());
  try {
    const inner = await askUpgrade(address, { dispatcher: agent, protocol: "websocket", headers });
    const lines = Object.entries(inner.headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((one) => `${name}: ${one}`),
    );
    inner.socket.on("error", () => socket.destroy());
    if (socket.destroyed) return void inner.socket.destroy();
    socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
    if (head.byteLength > 0) inner.socket.write(head);
    await Promise.allSettled([pipeline(inner.socket, socket), pipeline(socket, inner.socket)]);
  } catch {
    // The sandbox has refused or closed the socket.
  }
  socket.destroy();
}

/** Headers that identify the caller to the sandbox, which trusts them because only the site can reach its port. */
export function callerHeaders(url: URL, client: string): Record<string, string> {
  return { "x-client-address": client, "x-public-origin": url.origin };
}
