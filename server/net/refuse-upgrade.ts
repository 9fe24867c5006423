// The one way to refuse a socket before it is upgraded: a status line, a sentence, and the connection is closed.
import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";

/** `headers` are added as they are; a socket that fails meanwhile is destroyed without a word. */
export function refuseUpgrade(
  socket: Duplex,
  status: number,
  sentence: string,
  headers: Record<string, string> = {},
): void {
  const body = `${sentence}\n`;
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Refused"}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "Connection: close",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Security-Policy: default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.on("error", () => socket.destroy());
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
}
